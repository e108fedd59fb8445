"""Table talk: of the players and, separately, of the spectators."""
