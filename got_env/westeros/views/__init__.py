"""What a player knows of a record: redaction, redeals, observations."""
