"""One file per family of decisions: ``enter_``, ``legal_`` and ``apply_`` kernels."""
