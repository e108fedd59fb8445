"""Reports about people's behaviour, and decisions on them. Must not import games."""
