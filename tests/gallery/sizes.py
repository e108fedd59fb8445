"""The windows in which pictures are taken. Imports nothing: the command line needs it first."""

from __future__ import annotations

SIZES = {
    "desk": (1280, 800),
    "phone": (360, 640),
    "handset": (390, 664),
    "screen": (1920, 1080),
    "wall": (2560, 1440),
}
