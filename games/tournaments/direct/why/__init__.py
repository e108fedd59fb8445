"""Why a round was paired as it was, and why a place is above the next.

Every sentence is a fact recomputed from the input that the pairing had, mostly by comparing with
what else could have been paired; nothing is told that doesn't hold. None of it depends on the pairs
that a director keeps apart: where only such a pair would explain a table, nothing explains it.
"""
