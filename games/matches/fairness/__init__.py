"""Figures on unusual pairs of opponents, for moderators and club officers; and corrections.

The report accuses nobody: it lists pairs whose results differ from what their ratings predict, says
how each figure is computed, and links to the matches. Decision 0035.
"""
