"""What every live page needs, whichever app it is of: rings, who hears them, threads that ask."""
