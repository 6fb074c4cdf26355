"""The native engine, through its Python binding, against the oracle."""
