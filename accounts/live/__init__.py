"""What every live page needs, whichever app it is of: rings, and threads with a connection."""
