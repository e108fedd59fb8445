"""The list of tables as HTML: for the front page, the lobby and the lobby's sockets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext

from accounts.registry import Hook, Panel
from games.engine.contract import GameMeta, Rules
from games.engine.options import (
    complete_options,
    length_of,
    length_options,
    lengths_for,
    minutes_of,
)
from games.matches.labels import (
    duration_label,
    length_label,
    minutes_label,
    option_lines,
    usual_seats,
)
from games.matches.models import Match, Seat
from games.matches.phrases import listing
from games.matches.rendering import Rendered
from games.matches.selectors import (
    finished_matches,
    open_tables,
    own_matches,
    running_matches,
)
from games.matches.tv import best_first
from games.registry import all_rules, ruleset_names

home_panels: Hook[[Any], Panel | None] = Hook()
"""Return a card for the front page, as seen by this person, or None."""
MAX_LISTED = 50
MAX_LATEST = 6
MAX_NAMED = 3
WORTH_SHOWING = 20  # plies: the middle of a shorter match has little to show


@dataclass(frozen=True)
class GameCard:
    """A game as the front page shows it; its folder may provide its own picture."""

    key: str
    meta: GameMeta
    seats: str
    length: str
    lengths: list[tuple[str, str]]
    art: list[str]
    lesson: bool


def game_cards() -> list[GameCard]:
    """Return a card for every game; its length is that of the table which “Play now” opens."""
    return [
        GameCard(
            key=key,
            meta=rules.meta,
            seats=seats_label(rules.meta),
            length=_quick_label(rules.meta),
            lengths=length_choices(rules.meta),
            art=_art(key),
            lesson=rules.teaching.lesson is not None,
        )
        for key, rules in all_rules().items()
    ]


def _quick_label(meta: GameMeta) -> str:
    """Return how long a quick match with the usual number of players takes."""
    seats = usual_seats(meta)
    options = complete_options(meta, seats, length_options(meta, seats, "quick"))
    minutes = minutes_of(meta, seats, options)
    return minutes_label(minutes) if minutes else ""


def length_choices(meta: GameMeta) -> list[tuple[str, str]]:
    """Return the lengths for which one may look for players, each as key and label."""
    seats = usual_seats(meta)
    found = [
        (key, length_label(meta, seats, complete_options(meta, seats, one.options(seats))))
        for key, one in lengths_for(meta, seats).items()
    ]
    return found or [("quick", "")]


def _art(key: str) -> list[str]:
    return [f"games/{key}/art.html", "games/_generic/art.html"]


def seats_label(meta: GameMeta) -> str:
    """Return the possible numbers of players: “2–10 players”, “2 or 4 players”."""
    counts = meta.allowed_seats()
    if len(counts) == 1:
        return ngettext("%d player", "%d players", counts[0]) % counts[0]
    if counts == tuple(range(counts[0], counts[-1] + 1)):
        return gettext("%(least)d–%(most)d players") % {"least": counts[0], "most": counts[-1]}
    some = listing(map(str, counts[:-1]))
    return gettext("%(some)s or %(last)d players") % {"some": some, "last": counts[-1]}


def lobby_context(user: Any) -> dict[str, Any]:
    """Return the context of the table lists for one person.

    Their own tables come first, running ones on top, however many newer tables others have.
    """
    tables = listed_matches(open_tables(user)[:MAX_LISTED], user)
    running = listed_matches(running_matches(user)[:MAX_LISTED], user)
    return {
        "own": _own(user) if user.is_authenticated else [],
        "tables": [listed for listed in tables if not listed.is_mine],
        "running": [listed for listed in running if not listed.is_mine],
        "games": game_cards(),
        "user": user,
        "heartbeat_seconds": settings.HEARTBEAT_SECONDS,
    }


def _own(user: Any) -> list[Listed]:
    """Return the tables and matches at which `user` sits: running or waiting for them first."""
    own = listed_matches(own_matches(user)[:MAX_LISTED], user)
    return sorted(own, key=lambda listed: listed.match.is_table and not listed.awaits_me)


def home_context(user: Any) -> dict[str, Any]:
    """Return the context of the front page: the lists, and the latest finished matches.

    One is to be `shown` at once: the best of those being played by others, else the newest replay
    of some length.
    """
    lists = lobby_context(user)
    latest = listed_matches(finished_matches(user)[:MAX_LATEST], user)
    live = listed_matches(best_first(user)[:1], user)
    long = (listed for listed in latest if listed.match.ply >= WORTH_SHOWING)
    panels = [panel for panel in home_panels(user) if panel is not None]
    shown = next(iter(live), None) or next(long, None)
    return {**lists, "latest": latest, "shown": shown, "panels": panels}


@dataclass(frozen=True)
class Listed:
    """A table or match as one line of a list."""

    match: Match
    meta: GameMeta
    seats: list[Seat]
    is_mine: bool
    is_my_turn: bool
    awaits_me: bool
    unusual: list[tuple[str, str]]

    @property
    def free(self) -> int:
        """Return how many seats are empty."""
        return sum(not seat.is_taken for seat in self.seats)

    @property
    def first_names(self) -> list[str]:
        """Return the names of some who sit here, people first; all names if they are few."""
        seats = sorted(self.seats, key=lambda seat: (bool(seat.bot), seat.number))
        return [seat.shown_name for seat in seats[:MAX_NAMED]]

    @property
    def are_all_named(self) -> bool:
        """Tell whether `first_names` names everybody."""
        return len(self.seats) <= MAX_NAMED

    @property
    def is_live(self) -> bool:
        """Tell whether it is being played."""
        return self.match.status == Match.Status.RUNNING

    @property
    def halfway(self) -> int:
        """Return the ply in the middle of the match so far."""
        return self.match.ply // 2

    @property
    def card(self) -> dict[str, Any]:
        """Return the card's content as plain data, so that viewers who see the same share one."""
        match = self.match
        is_public = match.visibility == Match.Visibility.PUBLIC
        return {
            "code": match.code,
            "title": self.meta.title,
            "is_table": match.is_table,
            "is_mine": self.is_mine,
            "is_search": match.is_table and match.is_search and self.free > 0,
            "is_steady": match.is_table and match.steady_only,
            "free": self.free,
            "visibility": "" if is_public else str(match.get_visibility_display()),
            "clock": self.clock,
            "length": length_label(self.meta, match.seat_count, match.options),
            "unusual": [[str(label), str(value)] for label, value in self.unusual],
            "seats": [_sitter(seat, match.is_table) for seat in self.seats],
        }

    @property
    def clock(self) -> str:
        """Return the time for a turn in words."""
        if self.match.without_clock:
            return gettext("No clock")
        return duration_label(self.match.turn_seconds)


def _sitter(seat: Seat, is_table: bool) -> dict[str, Any] | None:
    """Return who sits there, and at a table whether they are ready; None for a free seat."""
    if not seat.is_taken:
        return None
    is_ready = is_table and seat.is_ready
    return {"name": str(seat.shown_name), "bot": seat.bot, "face": seat.face, "is_ready": is_ready}


def listed_matches(matches: Iterable[Match], user: Any) -> list[Listed]:
    """Return matches as lines of a list, leaving out those whose rules are gone."""
    known = ruleset_names()
    return [
        _listed(match, match.rules, user)
        for match in matches
        if f"{match.game}/{match.ruleset}" in known
    ]


def _listed(match: Match, rules: Rules, user: Any) -> Listed:
    seats = list(match.seats.all())
    own = [seat for seat in seats if user.is_authenticated and seat.user_id == user.pk]
    return Listed(
        match=match,
        meta=rules.meta,
        seats=seats,
        is_mine=bool(own),
        is_my_turn=match.paused_at is None and match.to_act in {seat.number for seat in own},
        awaits_me=_is_full(match, seats) and any(not seat.is_ready for seat in own),
        unusual=_unusual_options(rules, match),
    )


def _is_full(match: Match, seats: Iterable[Seat]) -> bool:
    """Tell whether a table has all its players and only waits for them to get ready."""
    return match.is_table and all(seat.is_taken for seat in seats)


def _unusual_options(rules: Rules, match: Match) -> list[tuple[str, str]]:
    """Return the options that differ from their length's and defaults; a list shows only these."""
    length = length_of(rules.meta, match.seat_count, match.options)
    preset = length.options(match.seat_count) if length else {}
    usual = complete_options(rules.meta, match.seat_count, preset)
    differing = {key: v for key, v in match.options.items() if usual.get(key) != v}
    return option_lines(rules, differing)


def render_lobby(user: Any) -> Rendered:
    """Return the table lists to morph into the lobby page."""
    html = render_to_string("matches/_tables.html", {**lobby_context(user), "oob": True})
    return Rendered(0, "", html)
