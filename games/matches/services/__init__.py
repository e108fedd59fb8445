"""All services that write tables and matches, one verb or family of verbs per file.

Each service is one transaction: it locks the match's row first, changes rows, and sends
notifications on commit. It raises refusals before changing anything.
"""
