"""Keys with which a person's own programs speak to the site."""
