"""A club's records: the best rating ever reached in it, most events won and played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext

from accounts.clubs.models import Club
from games.engine.text import gettext_noop
from games.ratings.log import ALL_TIME, club_owner
from games.ratings.models import RatingChange
from games.ratings.selectors import changes_of, ladder_title
from games.tournaments.models import SeasonAward

BEST = gettext_noop("Highest rating")
WINS = gettext_noop("Most events won")
PLAYED = gettext_noop("Most events played")


@dataclass(frozen=True)
class ClubRecord:
    """One record: its title, its number, and its holders."""

    title: str
    value: int
    holders: list[Any]
    note: str = ""
    provisional: bool = False


def club_records(club: Club) -> list[ClubRecord]:
    """Return the records that anybody holds."""
    awards = SeasonAward.objects.filter(tournament__club=club).values("user")
    found = [
        _best_rating(club),
        _most(WINS, awards.annotate(n=Count("pk", filter=Q(place=1)))),
        _most(PLAYED, awards.annotate(n=Count("pk"))),
    ]
    return [record for record in found if record is not None]


def _best_rating(club: Club) -> ClubRecord | None:
    """Return the highest rating reached in the club's ladders, and by whom."""
    changes = RatingChange.objects.filter(
        ladder__owner=club_owner(club.pk), ladder__season=ALL_TIME, mu_after__gt=F("mu_before")
    )
    best = changes.select_related("ladder", "player").order_by("-mu_after", "finished_at").first()
    if best is None:
        return None
    holders = list(get_user_model().objects.filter(pk=best.player_id, is_active=True))
    title = ladder_title(best.ladder.game, best.ladder.mode)
    told = changes_of([best.match], club_owner(club.pk))[best.match]
    reached = next(one for one in told if one.player == best.player_id)
    found = ClubRecord(gettext(BEST), reached.rating, holders, title, reached.provisional)
    return found if holders else None


def _most(title: str, counted: QuerySet[Any, Any]) -> ClubRecord | None:
    """Return the person with the highest count, or all of them if several tie."""
    most = counted.aggregate(most=Max("n"))["most"]
    if not most:
        return None
    people = get_user_model().objects.filter(pk__in=counted.filter(n=most).values("user"))
    holders = list(people.filter(is_active=True).order_by("username"))
    return ClubRecord(gettext(title), most, holders) if holders else None
