"""Following, muting, blocking, notes, presence, notices. Must not import games."""
