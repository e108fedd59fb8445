"""People among each other: following, muting, blocking, presence, notices. Knows no games."""
