"""What is the newest of many matches, and what pages say that they show of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from games.matches.models import Match
from games.matches.talk.selectors import lasts_of_all


@dataclass(frozen=True, slots=True)
class Told:
    """What a page says that it shows: a revision, and how far the talk."""

    revision: int
    talk: int


@dataclass(frozen=True, slots=True)
class News:
    """The newest there is of a match: its revision (None: it is gone), and each room's last word.

    `is_live`: it runs and anybody may watch, so whoever shows the revision shows all there is.
    Never a club's match: who may see it can change without the match. Nor one that is over: its
    ratings may be corrected.
    """

    revision: int | None = None
    is_live: bool = False
    talk: Mapping[str, int] = field(default_factory=dict)


def news_of(codes: Collection[str]) -> dict[str, News]:
    """Return the news of each match, in two statements."""
    news, talk = dict.fromkeys(codes, News()), lasts_of_all(codes)
    rows = Match.objects.filter(code__in=codes)
    for code, revision, status, visibility, club in rows.values_list(
        "code", "revision", "status", "visibility", "club"
    ):
        is_open = visibility != Match.Visibility.PRIVATE and club is None
        is_live = is_open and status == Match.Status.RUNNING
        news[code] = News(revision, is_live, talk[code])
    return news
