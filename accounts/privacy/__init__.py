"""One's own data: what there is, a copy of it, leaving, and what is forgotten by itself."""
