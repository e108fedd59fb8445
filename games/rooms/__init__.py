"""The talk of clubs and events: who reads and says what there, and what officers may do.

Rooms, messages, phrases and limits are those of all talk (`games/matches/talk`); here are the rules
of these two kinds of room. Nothing imports this package but `config` and the sockets' handlers.
"""
