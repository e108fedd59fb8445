"""Rulesets of High Card by which nobody begins a match any more: the example of a rule changed."""
