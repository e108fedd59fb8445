"""Read ladders and ratings for pages, without writing. Mu and sigma never leave this app."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games.ratings.algorithm import Rating, win_chance
from games.ratings.display import (
    PROVISIONAL_MATCHES,
    cautious,
    provisional,
    shown,
    sigma_now,
    spread,
)
from games.ratings.ladder import LadderRow, ladder_table
from games.ratings.log import ALL_TIME, SITE, LadderKey
from games.ratings.models import Ladder, RatingChange, RatingLog, RatingShift, Standing
from games.ratings.state import Member, PlayerState
from games.registry import all_rules

HISTORY = 200
CORRECTIONS = 3


@dataclass(frozen=True)
class LadderLine:
    """One line of a ladder and its player; `person` is None once they have left."""

    row: LadderRow
    person: User | None


@dataclass(frozen=True)
class SideRecord:
    """How often a side of a game won at tables of a given size."""

    side: str
    size: int
    wins: int
    matches: int


@dataclass(frozen=True)
class ShownRating:
    """A player's rating in a ladder, as shown to people."""

    rating: int
    provisional: bool
    spread: int
    matches: int


@dataclass(frozen=True)
class ShownChange:
    """A match's effect on a player's rating, in shown points, and its uncertainty afterwards."""

    player: int
    rating: int
    change: int
    provisional: bool = False

    @property
    def sign(self) -> str:
        """Return the sign of the change: “+”, “-”, or nothing."""
        return "+" if self.change > 0 else "-" if self.change < 0 else ""

    @property
    def size(self) -> int:
        """Return the size of the change, without a sign."""
        return abs(self.change)


@dataclass(frozen=True)
class Shift:
    """A player's shown rating on one ladder before and after a correction; None: no match left."""

    title: str
    is_club: bool
    player_id: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class PairChance:
    """Two players' chances of ranking ahead of each other on one ladder, in percent."""

    title: str
    both: tuple[int, int]
    provisional: bool


def modes() -> list[tuple[str, str]]:
    """Return the keys of every game and mode that has a ladder, in game order."""
    return [(key, mode) for key, rules in all_rules().items() for mode in rules.meta.modes]


DOT = "\u00a0· "


def ladder_title(game: str, mode: str) -> str:
    """Return a ladder's title in the active language; its dot never wraps to a new line."""
    rules = all_rules().get(game)
    if rules is None:
        return f"{game}{DOT}{mode}"
    title = gettext(rules.meta.title)
    if len(rules.meta.modes) < 2 or mode not in rules.meta.modes:
        return title
    return f"{title}{DOT}{gettext(rules.meta.modes[mode])}"


def most_played(owner: str) -> Ladder | None:
    """Return an owner's all-time ladder with the most matches, or None if there are none."""
    played = Ladder.objects.filter(owner=owner, season=ALL_TIME, matches__gt=0)
    return played.order_by("-matches").first()


def ladder_rows(key: LadderKey, now: datetime | None = None) -> list[LadderRow]:
    """Return a ladder's rows: the ranked players, then the others; none for an unused ladder.

    Computed for everybody, since the order changes with time alone. To show some of the rows,
    pass those to `with_people`.
    """
    standings = Standing.objects.filter(
        ladder__owner=key.owner,
        ladder__game=key.game,
        ladder__mode=key.mode,
        ladder__season=key.season,
        matches__gt=0,
    )
    found = standings.values_list("player_id", "mu", "sigma", "matches", "last_at")
    members: dict[Member, PlayerState] = {
        player: PlayerState(mu, sigma, matches, None if last_at is None else last_at.timestamp())
        for player, mu, sigma, matches, last_at in found
    }
    return ladder_table(members, now=(now or timezone.now()).timestamp())


def with_people(rows: Iterable[LadderRow]) -> list[LadderLine]:
    """Return ladder rows with their players, fetched in one query."""
    shown = list(rows)
    found = User.objects.filter(is_active=True).in_bulk([row.player for row in shown])
    return [LadderLine(row, found.get(row.player)) for row in shown]


def seasons_of(owner: str, game: str, mode: str) -> list[str]:
    """Return the seasons in which a ladder was played, newest first."""
    played = Ladder.objects.filter(owner=owner, game=game, mode=mode, matches__gt=0)
    return list(
        played.exclude(season=ALL_TIME).order_by("-season").values_list("season", flat=True)
    )


def ratings_on(ladders: Iterable[Ladder]) -> dict[tuple[int, int], int]:
    """Return the rating shown for everybody with a match that counts, by ladder and player."""
    found = Standing.objects.filter(ladder__in=list(ladders), matches__gt=0)
    rows = found.values_list("ladder_id", "player_id", "mu")
    return {(ladder, player): shown(mu) for ladder, player, mu in rows}


def shown_rating(one: Standing, now: datetime | None = None) -> ShownRating:
    """Return a standing's rating as shown to people now."""
    sigma = _sigma(one, now)
    return ShownRating(
        rating=shown(one.mu),
        provisional=provisional(one.matches, sigma),
        spread=spread(sigma),
        matches=one.matches,
    )


def _sigma(one: Standing, now: datetime | None = None) -> float:
    """Return a rating's current uncertainty."""
    return sigma_now(one.sigma, one.state.last_match, (now or timezone.now()).timestamp())


def cautious_rating(one: Standing) -> int:
    """Return a standing's cautious rating as of now."""
    return cautious(one.mu, _sigma(one))


def standings_of(player: int, owner: str = SITE) -> list[Standing]:
    """Return a player's standings in the all-time ladders they have played in."""
    standings = Standing.objects.filter(
        player=player, ladder__owner=owner, ladder__season=ALL_TIME, matches__gt=0
    )
    return list(standings.select_related("ladder").order_by("-matches", "ladder__pk"))


def ratings_in(game: str, players: Iterable[int]) -> dict[int, int]:
    """Return the rating shown for each player of a game, the best of its modes, on the site."""
    found: dict[int, int] = {}
    standings = Standing.objects.filter(
        player__in=list(players),
        ladder__owner=SITE,
        ladder__season=ALL_TIME,
        ladder__game=game,
        matches__gt=0,
    )
    for player, mu in standings.values_list("player_id", "mu"):
        found[player] = max(shown(mu), found.get(player, 0))
    return found


def chances_between(one: int, other: int, now: datetime | None = None) -> list[PairChance]:
    """Return one person's chance of ranking ahead of another, on each site ladder of both.

    Only where everybody plays alone: on a side of several, a partner counts as much (spec 1.4).
    """
    theirs = {standing.ladder_id: standing for standing in standings_of(other)}
    chances = []
    for own in standings_of(one):
        rival, rules = theirs.get(own.ladder_id), all_rules().get(own.ladder.game)
        if rival is None or rules is None or own.ladder.mode in rules.meta.sided_modes:
            continue
        ratings = [Rating(each.mu, _sigma(each, now)) for each in (own, rival)]
        share = min(99, max(1, round(100 * win_chance(ratings[:1], ratings[1:]))))
        chances.append(
            PairChance(
                title=ladder_title(own.ladder.game, own.ladder.mode),
                both=(share, 100 - share),
                provisional=any(shown_rating(each, now).provisional for each in (own, rival)),
            )
        )
    return chances


def history_of(standing: Standing) -> list[RatingChange]:
    """Return a player's most recent rating changes in a ladder, oldest first."""
    changes = RatingChange.objects.filter(ladder=standing.ladder_id, player=standing.player_id)
    return list(changes.order_by("-finished_at", "-match")[:HISTORY])[::-1]


def corrections_of(standing: Standing) -> list[RatingShift]:
    """Return the newest corrections that changed a player's shown rating in a ladder."""
    shifts = RatingShift.objects.filter(ladder=standing.ladder_id, player=standing.player_id)
    return list(shifts.select_related("correction").order_by("-correction")[:CORRECTIONS])


def taken_out(matches: Iterable[str]) -> set[str]:
    """Return those of these matches that moderators took out of the ratings."""
    lines = RatingLog.objects.filter(match__in=list(matches), void=True, superseded_by=None)
    return set(lines.values_list("match", flat=True))


def changes_of(matches: Iterable[str], owner: str = SITE) -> dict[str, list[ShownChange]]:
    """Return the rating changes of matches in the all-time ladders, by match."""
    found: dict[str, list[ShownChange]] = {}
    changes = RatingChange.objects.filter(
        match__in=list(matches), ladder__owner=owner, ladder__season=ALL_TIME
    )
    for one in changes.annotate(has_enough=Exists(_as_many_as_settle())):
        rating = shown(one.mu_after)
        change = ShownChange(
            player=one.player_id,
            rating=rating,
            change=rating - shown(one.mu_before),
            provisional=provisional(PROVISIONAL_MATCHES if one.has_enough else 0, one.sigma_after),
        )
        found.setdefault(one.match, []).append(change)
    return found


def _as_many_as_settle() -> QuerySet[RatingChange]:
    """Return a row where a change is at least its player's tenth in the ladder."""
    upto = RatingChange.objects.filter(
        Q(finished_at__lt=OuterRef("finished_at"))
        | Q(finished_at=OuterRef("finished_at"), match__lte=OuterRef("match")),
        ladder=OuterRef("ladder"),
        player=OuterRef("player"),
    )
    return upto[PROVISIONAL_MATCHES - 1 : PROVISIONAL_MATCHES]


def why_not_rated(match: str) -> str:
    """Return the code for why a logged match is unrated; empty if it is rated or unknown."""
    line = RatingLog.objects.filter(match=match, superseded_by=None).first()
    if line is None:
        return ""
    return "corrected" if line.void else line.why


def rated_ranks(match: str) -> dict[int, int]:
    """Return the ranks a match was rated with, by player; empty if it is unrated."""
    line = RatingLog.objects.filter(match=match, superseded_by=None, void=False, why="").first()
    teams = line.teams if line else []
    return {player: team["rank"] for team in teams for player in team["members"]}


SIDE_RECORDS = """
    SELECT team->>'side', cardinality(players), count(*) FILTER (WHERE team->'rank' = '1'), count(*)
    FROM ratings_ratinglog AS line, jsonb_array_elements(teams) AS team
    WHERE game = %s AND kind = 'group' AND why = '' AND NOT void
        AND NOT EXISTS (SELECT FROM ratings_ratinglog AS newer WHERE newer.supersedes_id = line.id)
    GROUP BY 1, 2 ORDER BY 1, 2
"""


def side_records(game: str) -> list[SideRecord]:
    """Return how often each side of a game won over all rated matches, by table size.

    Two independents at a table count as two sides with the same code.
    """
    with connection.cursor() as cursor:
        cursor.execute(SIDE_RECORDS, [game])
        return [SideRecord(*row) for row in cursor.fetchall()]


def meetings_of(one: int, other: int) -> QuerySet[RatingLog]:
    """Return the current rows of the matches both players played in, oldest first."""
    both = RatingLog.objects.filter(players__contains=[one, other], superseded_by=None, void=False)
    return both.order_by("finished_at", "match")
