"""Tests of `accounts.devices`."""
