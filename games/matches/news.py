"""The newest state of many matches, and what a page reports that it shows of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from games.matches.models import Match
from games.matches.talk.selectors import lasts_of_all


@dataclass(frozen=True, slots=True)
class Told:
    """What a page reports that it shows: a revision, and its last talk message."""

    revision: int
    talk: int


@dataclass(frozen=True, slots=True)
class News:
    """A match's newest revision (None if it is gone), and each room's last message number.

    `is_live`: the match is running and anybody may watch, so a page that shows the revision is up
    to date. Never true for a club's match, whose audience can change while the match does not, nor
    for a finished one, whose ratings may be corrected.
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
