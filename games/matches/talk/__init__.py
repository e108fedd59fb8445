"""What is said at a table: players and, apart from them, spectators."""
