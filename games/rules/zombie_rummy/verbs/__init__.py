"""Implement the verbs of a turn, one module each.

Every module has `legal(state, seat)`, returning the verb's actions in normal
form, and `decide(state, seat, action)`, returning the events it causes or
refusing it. Both use the same `refusal`, so listing and acceptance cannot differ.
The frame (whose phase it is, what follows) is in `legal.py` and `decide.py`.
"""
