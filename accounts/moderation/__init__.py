"""Reports about people's behaviour, and what is decided on them. Knows people, and no games."""
