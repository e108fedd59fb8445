"""One's own data: what is stored, its export, leaving, and automatic deletion."""
