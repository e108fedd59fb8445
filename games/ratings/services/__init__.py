"""Write ratings. Services lock the ladders they change, always in the same order."""
