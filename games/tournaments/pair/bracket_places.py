"""The places that a bracket gives: entries that went out together share one.

Spec: tournaments 3.7. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.tournaments.pair.bracket import OPEN, BracketRound, Match, Side


def single_places(rounds: Sequence[BracketRound], played: int) -> dict[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    `played` event rounds were made. Losers of one round share a place below all who advanced, and
    so do those who advanced to it and then left; the match for third place separates the losers of
    the semi-finals, if anybody came.
    """
    found: dict[int, int] = {}
    for drawn in rounds:
        third = drawn.side == "third"
        for match in drawn.matches if drawn.event_round <= played else ():
            if match.winner == OPEN:
                continue
            ahead = 2 + (match.winner is not None) if third else len(drawn.matches)
            out = [one for one in match.gone + match.entries if one != match.winner]
            found |= dict.fromkeys(out, ahead + 1)
            if isinstance(match.winner, int) and (third or ahead == 1):
                found[match.winner] = 3 if third else 1
    return found


def double_places(rounds: Sequence[BracketRound]) -> dict[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    Entries eliminated in the same losers' round share a place below all that advanced; one that
    left, or did not come when its opponent did not either, is out where its next loss would have
    led.
    """
    known = {(one.side, one.number): one for one in rounds}
    first = known["winners", 1].matches
    everybody = [one for match in first for one in match.entries + match.gone]
    found: dict[int, int] = {}
    behind = len(everybody)
    for drawn in rounds:
        if drawn.side != "losers":
            continue
        if not drawn.known:
            return found
        lost = [match.loser for match in drawn.matches if isinstance(match.loser, int)]
        out = [*_left(known, drawn), *lost]
        behind -= len(out) + sum(match.loser == OPEN for match in drawn.matches)
        found |= dict.fromkeys(out, max(2, behind + 1))
    rest = [one for one in everybody if one not in found]
    return found | _final_places(known["final", 1].matches + known["final", 2].matches, rest)


def _left(known: Mapping[tuple[Side, int], BracketRound], drawn: BracketRound) -> Iterator[int]:
    """Yield entries that left in a losers' round, or in the winners' rounds that feed it."""
    rounds = [drawn]
    if drawn.number == 1 or drawn.number % 2 == 0:
        rounds.append(known["winners", drawn.number // 2 + 1])
    if drawn.number == 2 and ("losers", 1) not in known:
        rounds.append(known["winners", 1])
    yield from (entry for one in rounds for match in one.matches for entry in match.out)


def _final_places(finals: Sequence[Match], rest: Sequence[int]) -> dict[int, int]:
    """Return the places of the entries left for the grand final."""
    winner = finals[-1].winner
    if winner == OPEN:
        return dict.fromkeys(finals[0].gone, 2)
    return {one: 1 if one == winner else 2 for one in rest}
