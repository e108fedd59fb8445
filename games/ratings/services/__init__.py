"""Everything that writes ratings. Services lock the ladders they change, always in one order."""
