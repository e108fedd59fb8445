"""Broadcasts of events: their matches with all hands open, later than they are played.

`services/advance.py` alone decides how much of a match is shown, and writes it into the match's
`Show`. Everything else (pages, sockets, drawings, chances, the API) reads the match through
`cut.py`, which loads no event beyond that. Decision 0042.
"""
