"""Shared by all live pages: channel layers, notifications, socket groups, worker threads."""
