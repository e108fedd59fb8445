"""Who lives in the world that the pictures are taken of."""

from __future__ import annotations

PASSWORD = "four-aces-in-hand"
ME = "rosalind"
GUARDED, KEYED = "orlando", "touchstone"
NEWCOMER, SILENCED = "perdita", "parolles"
OTHERS = ("celia", "phebe", "silvius", "audrey")
LONGEST = "Featherstonehaugh.of.Cholmonde"
CHINESE = "江南七怪"
