"""The rules of events: their state, the actions that change it, and what follows from it.

Pure: nothing here imports Django, random, time, datetime, os or secrets; lint checks it. A kind of
action is one module of `kinds/` (docs/decisions/0018-journal-entries.md).
"""
