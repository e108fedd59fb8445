"""Everything that writes ties, presence and notices."""
