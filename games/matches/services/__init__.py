"""Everything that writes tables and matches, one verb or family a file.

Each service is one transaction: it locks the match's row first, changes rows,
and rings the doorbell on commit. Refusals are raised before anything changes.
"""
