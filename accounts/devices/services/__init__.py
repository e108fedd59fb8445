"""Adds and removes devices; queues, withdraws and delivers messages."""
