"""Read how the results of pairs of opponents on one ladder differ from the expected.

The queries read one ladder and one period, by the index `rating_change_lately`, and at most
MOST_CHANGES of its rating changes. Expected results come from the stored ratings before each match
(spec: tournaments 1.4, win chance); expected meetings from how many opponents each of the two met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.matches.fairness.chains import chains_of
from games.ratings.algorithm import WLBT
from games.ratings.display import SCALE, shown
from games.ratings.log import ALL_TIME, SITE, LadderKey
from games.ratings.models import Ladder, RatingCorrection, RatingLog
from games.ratings.selectors import Shift, ladder_title

DAYS = (30, 90, 365)
MOST_CHANGES = 200_000
MOST_PAIRS = 50
MOST_FED = 20
MOST_MATCHES = 300
FEWEST_MATCHES = 6
SURPRISE = 3.0
"""Standard deviations between the score of two people and the expected one, from which on a pair
is listed. Pairs at play fairly exceed it about once in 400."""
QUICK_SECONDS = 60
QUICK_TURNS = 2
QUICK_LOSSES = 3
LISTED = {
    "fewest": FEWEST_MATCHES,
    "surprise": SURPRISE,
    "quick_seconds": QUICK_SECONDS,
    "quick_turns": QUICK_TURNS,
    "quick_losses": QUICK_LOSSES,
}


@dataclass(frozen=True)
class UnusualPair:
    """Two opponents, `one` the one who did better than expected; None for those not to be named.

    `met`, `won` and `quick` count matches, a tie as half; `share` is the percentage of all that
    `one` gained in the period. `quick` are those that `other` resigned at once.
    """

    one: User | None
    other: User | None
    ids: tuple[int, int]
    met: int
    expected_met: float
    won: float
    expected_won: float
    points: int
    lost: int
    share: int
    quick: int


@dataclass(frozen=True)
class Fed:
    """A player, and the accounts that hardly play anybody else and nearly always lose to them."""

    player: User | None
    accounts: list[User | None]
    matches: int
    points: int


@dataclass(frozen=True)
class Report:
    """What the page shows of a ladder."""

    pairs: list[UnusualPair]
    chains: list[list[User | None]]
    fed: list[Fed]
    is_cut: bool


@dataclass(frozen=True)
class PairMatch:
    """One rated match of two opponents: when, how long, and what it brought each of them."""

    code: str
    finished_at: datetime
    plies: int
    seconds: int | None
    is_quick: bool
    points: int
    other_points: int


PLAYED = """
    WITH lately AS (
        SELECT match, player_id, finished_at, mu_before, mu_after, sigma_before
        FROM ratings_ratingchange
        WHERE ladder_id = %(ladder)s AND finished_at >= %(since)s
        ORDER BY finished_at DESC LIMIT %(most)s
    ), ended AS (
        SELECT line.match, line.kind, line.teams, played.ply, played.started_at,
            COALESCE(played.ply <= %(turns)s * played.seat_count
                OR played.finished_at - played.started_at <= %(seconds)s * interval '1 second',
                FALSE)
            AND EXISTS (
                SELECT FROM matches_matchaction AS final WHERE final.match_id = played.id
                AND final.ply = played.ply AND final.action = '{"type": "resign"}'
            ) AS is_quick
        FROM ratings_ratinglog AS line LEFT JOIN matches_match AS played ON played.code = line.match
        WHERE line.match IN (SELECT match FROM lately)
        AND NOT EXISTS (SELECT FROM ratings_ratinglog AS newer WHERE newer.supersedes_id = line.id)
    ), seats AS (
        SELECT lately.match, player_id, finished_at, mu_before, sigma_before, ended.kind,
            ended.ply, ended.started_at, ended.is_quick, team.number,
            (team.body->>'rank')::int AS rank,
            %(scale)s * (mu_after - mu_before) AS points
        FROM lately JOIN ended ON ended.match = lately.match
        CROSS JOIN LATERAL jsonb_array_elements(ended.teams) WITH ORDINALITY AS team(body, number)
        WHERE team.body->'members' @> to_jsonb(player_id)
    ), met AS (
        SELECT a.match, a.player_id AS one, b.player_id AS other, a.finished_at, a.ply,
            a.started_at, a.points, b.points AS other_points, a.is_quick,
            a.rank > b.rank AS is_lost, (1 + sign(b.rank - a.rank)) / 2 AS score,
            1 / (1 + exp((b.mu_before - a.mu_before) / sqrt(
                a.sigma_before ^ 2 + b.sigma_before ^ 2 + %(noise)s))) AS chance
        FROM seats AS a JOIN seats AS b ON b.match = a.match AND b.number <> a.number
        AND NOT (a.kind = 'group' AND a.rank = b.rank)
    )
"""
PAIRS = """
    , pairs AS (
        SELECT one, other, count(*) AS met, sum(score) AS score, sum(chance) AS expected,
            sqrt(sum(chance * (1 - chance))) AS spread, sum(points) AS points,
            sum(other_points) AS other_points,
            count(*) FILTER (WHERE is_quick AND NOT is_lost) AS quick
        FROM met GROUP BY one, other
    ), people AS (SELECT one AS player, sum(met) AS met FROM pairs GROUP BY one
    ), gains AS (
        SELECT player_id AS player, sum(greatest(points, 0)) AS gained, count(*) AS matches
        FROM seats GROUP BY player_id
    )
"""
UNUSUAL = """
    SELECT one, other, pairs.met, mine.met * theirs.met / (SELECT sum(met) FROM people),
        score, expected, pairs.points, other_points, gained, quick
    FROM pairs JOIN people AS mine ON mine.player = one
    JOIN people AS theirs ON theirs.player = other
    JOIN gains ON gains.player = one
    WHERE pairs.met >= %(fewest)s AND score > expected
    AND (score - expected >= %(surprise)s * spread OR quick >= %(quick_losses)s)
    ORDER BY score - expected DESC, one, other LIMIT %(pairs)s
"""
FED = """
    SELECT one, array_agg(other ORDER BY other), sum(pairs.met), sum(points)
    FROM pairs JOIN gains ON gains.player = other
    WHERE pairs.met >= 3 AND pairs.met >= 0.8 * gains.matches AND score >= 0.8 * pairs.met
    GROUP BY one HAVING count(*) >= 3 ORDER BY 4 DESC, one LIMIT %(fed)s
"""
OF_PAIR = """
    SELECT match, finished_at, COALESCE(ply, 0), EXTRACT(EPOCH FROM finished_at - started_at),
        is_quick, points, other_points
    FROM met WHERE one = %(one)s AND other = %(other)s ORDER BY finished_at DESC, match
    LIMIT %(matches)s
"""


def report_on(
    key: LadderKey, days: int, now: datetime | None = None, *, also_barred: bool = False
) -> Report:
    """Return the unusual pairs of a ladder in the last `days`, chains of them, and fed players.

    Only moderators learn who barred people are (`also_barred`).
    """
    ladder = Ladder.objects.filter(**key._asdict()).first()
    if ladder is None:
        return Report([], [], [], is_cut=False)
    asked = _asked(ladder, days, now)
    rows = _rows(PLAYED + PAIRS + UNUSUAL, asked)
    fed = _rows(PLAYED + PAIRS + FED, asked)
    chains = chains_of((row[1], row[0]) for row in rows)
    ids = [*_ids(rows), *(one for row in fed for one in (row[0], *row[1]))]
    people = people_called(ids, also_barred=also_barred)
    return Report(
        pairs=[_pair(row, people) for row in rows],
        chains=[[people.get(one) for one in chain] for chain in chains],
        fed=[
            Fed(people.get(one), [people.get(each) for each in accounts], met, round(points))
            for one, accounts, met, points in fed
        ],
        is_cut=len(rows) == MOST_PAIRS,
    )


def matches_of_pair(
    key: LadderKey, one: int, other: int, days: int, now: datetime | None = None
) -> list[PairMatch]:
    """Return the newest rated matches of two opponents on a ladder in the last `days`."""
    ladder = Ladder.objects.filter(**key._asdict()).first()
    if ladder is None:
        return []
    asked = {**_asked(ladder, days, now), "one": one, "other": other}
    return [
        PairMatch(
            code=code,
            finished_at=finished_at,
            plies=plies,
            seconds=None if seconds is None else round(seconds),
            is_quick=is_quick,
            points=round(points),
            other_points=round(other_points),
        )
        for code, finished_at, plies, seconds, is_quick, points, other_points in _rows(
            PLAYED + OF_PAIR, asked
        )
    ]


def people_called(ids: Iterable[int], *, also_barred: bool = False) -> dict[int, User]:
    """Return the people of these numbers who are still here; barred ones only for moderators."""
    people = User.objects.all() if also_barred else User.objects.filter(is_active=True)
    return people.in_bulk(list(ids))


def corrections() -> QuerySet[RatingCorrection]:
    """Return all corrections of ratings, newest first."""
    return RatingCorrection.objects.select_related("moderator", "undoes", "undone_by")


def correction_matches(correction: RatingCorrection) -> list[RatingLog]:
    """Return the log rows a correction wrote, in the order of their matches."""
    return list(correction.lines.order_by("finished_at", "match"))


def correction_shifts(correction: RatingCorrection) -> list[Shift]:
    """Return what a correction did to the all-time ratings, the largest change first."""
    rows = correction.shifts.filter(ladder__season=ALL_TIME).select_related("ladder")
    shifts = [
        Shift(
            title=ladder_title(one.ladder.game, one.ladder.mode),
            is_club=one.ladder.owner != SITE,
            player_id=one.player_id,
            before=one.before,
            after=one.after,
        )
        for one in rows
    ]
    return sorted(shifts, key=lambda one: (-_size(one), one.title, one.player_id))


def _size(one: Shift) -> int:
    newcomer = shown(WLBT.mu0)
    return abs((one.after or newcomer) - (one.before or newcomer))


def _asked(ladder: Ladder, days: int, now: datetime | None) -> dict[str, Any]:
    return {
        "ladder": ladder.pk,
        "since": (now or timezone.now()) - timedelta(days=days),
        "most": MOST_CHANGES,
        "pairs": MOST_PAIRS,
        "fed": MOST_FED,
        "matches": MOST_MATCHES,
        "turns": QUICK_TURNS,
        "seconds": QUICK_SECONDS,
        "scale": SCALE,
        "noise": 2 * WLBT.beta**2 + 2 * WLBT.tau**2,
        **LISTED,
    }


def _rows(query: str, asked: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, asked)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _ids(rows: list[tuple[Any, ...]]) -> list[int]:
    return [one for row in rows for one in row[:2]]


def _pair(row: tuple[Any, ...], people: dict[int, User]) -> UnusualPair:
    one, other, met, expected_met, score, expected, points, other_points, gained, quick = row
    return UnusualPair(
        one=people.get(one),
        other=people.get(other),
        ids=(one, other),
        met=met,
        expected_met=round(float(expected_met), 1),
        won=float(score),
        expected_won=round(float(expected), 1),
        points=round(points),
        lost=round(other_points),
        share=min(100, round(100 * max(points, 0) / gained)) if gained else 0,
        quick=quick,
    )
