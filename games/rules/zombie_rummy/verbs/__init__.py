"""The verbs of a turn, one module each.

Every module has `legal(state, seat)`, the verb's actions in normal form, and
`decide(state, seat, action)`, the events it causes or a refusal; both ask the
same `refusal`, so that what is listed and what is accepted cannot differ.
The frame (whose phase it is, what follows) is in `legal.py` and `decide.py`.
"""
