"""Who lives in the world that the pictures are taken of."""

from __future__ import annotations

PASSWORD = "four-aces-in-hand"
ME = "rosalind"
GUARDED, KEYED = "orlando", "touchstone"
NEWCOMER, SILENCED = "perdita", "parolles"
OTHERS = ("celia", "phebe", "silvius", "audrey")
LONGEST = "Featherstonehaugh.of.Cholmonde"
CHINESE = "江南七怪"

# the windows that pictures are taken in
SIZES = {
    "desk": (1280, 800),
    "phone": (360, 640),
    "handset": (390, 664),
    "screen": (1920, 1080),
    "wall": (2560, 1440),
}
