"""Tests of `accounts.guests`."""
