"""Why a round was paired as it was, and why a place is above the next.

Every sentence is a fact recomputed from the input that the pairing had, mostly by comparing with
what else could have been paired; nothing is told that doesn't hold. A reason that only a pair kept
apart would explain is left out, because those are the directors' secret.
"""
