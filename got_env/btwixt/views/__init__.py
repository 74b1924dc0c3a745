"""Knowledge of a player about a record: redaction, redeals, observations, results."""
