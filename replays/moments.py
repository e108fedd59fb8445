"""A match's chapters and turning points, for the bar, the list of replays and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine.codec import decode_event, encode_event
from games.engine.contract import Event, JsonObject, Rules
from games.engine.text import Phrase, gettext_noop
from games.engine.viewer import OPEN_TABLE
from games.matches.access import Access
from games.matches.models import Match
from games.matches.phrases import phrase_html, phrase_text
from games.matches.presenters import holders_of
from replays.address import EVERYBODY, Address, seat_eyes
from replays.models import Analysis
from replays.timeline import Timeline

SCALE = 1000
TURN_LOST = gettext_noop("Watch losing turn")


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title, first ply and address, and its place on the bar (0 … SCALE)."""

    title: str
    ply: int
    url: str
    along: int
    is_here: bool


def chapters_of(timeline: Timeline, address: Address, upto: int) -> list[Chapter]:
    """Return the chapters that begin by ply `upto`; none if the game has at most one.

    `upto` keeps what lies ahead from visitors who have not asked for it.
    """
    found = [(ply, title) for ply, title in _titles(timeline) if ply <= upto]
    here = max((ply for ply, _ in found if ply <= address.ply), default=None)
    return [
        Chapter(
            title=title,
            ply=ply,
            url=address.at(ply=ply),
            along=round(SCALE * ply / max(1, upto)),
            is_here=ply == here,
        )
        for ply, title in found
    ]


def _titles(timeline: Timeline) -> Iterator[tuple[int, str]]:
    """Yield each chapter's first ply and title."""
    rules = timeline.rules
    title = rules.showing.chapter or _happening(rules)
    for one in timeline.log:
        phrase = title(one.event)
        if phrase is not None:
            yield one.ply, phrase_text(phrase, rules, timeline.holders.at(one.ply))


def _happening(rules: Rules) -> Callable[[Event], Phrase | None]:
    """Return the chapters of a game that declares none: what its matches can be searched for."""

    def title(event: Event) -> Phrase | None:
        _, _, data = encode_event(event)
        for one in rules.meta.happenings:
            if one.event == event.name and one.data.items() <= data.items():
                return Phrase(one.label)
        return None

    return title


def ending_moments(access: Access) -> JsonObject:
    """Return the turning points for the result of a finished match, as far as they are known.

    Nothing for who may not see all hands: an event may hold its replays back from them.
    """
    match = access.match
    if not access.viewer.sees_all:
        return {}
    analysis = Analysis.objects.filter(match=match).only("state", "moments", "kind").first()
    if analysis is None or (analysis.moments is None and analysis.state == "failed"):
        return {}
    if analysis.moments is None:
        return {"turns": {"state": "none" if analysis.kind == Analysis.Kind.IDLE else "soon"}}
    found: JsonObject = {"turns": {"state": "done", "found": turns_of(access, analysis.moments)}}
    number = None if access.seat is None else access.seat.number
    fell = analysis.moments["falls"].get(str(number))
    if fell is not None and access.seat is not None and (access.seat.rank or 0) > 1:
        found["watch"] = {"ply": fell, "label": TURN_LOST}
    return found


def turns_of(access: Access, moments: JsonObject) -> list[JsonObject]:
    """Return the turning points with addresses and sentences, as plain values."""
    match, holders = access.match, holders_of(access.seats)
    eyes = EVERYBODY if access.seat is None else seat_eyes(access.seat.number)
    return [
        {
            **{key: turn[key] for key in ("ply", "from", "before", "after")},
            "name": holders.at(turn["ply"])[turn["seat"]],
            "address": address_of(match, turn["from"], eyes.key),
            "lines": lines_of(match.rules, turn["events"], holders.at(turn["ply"])),
        }
        for turn in moments["turns"]
    ]


def address_of(match: Match, ply: int, eyes: str = EVERYBODY.key) -> str:
    """Return the address of a ply, for somebody who knows how the match ended."""
    base = reverse("replays:show", args=[match.code])
    return Address(base=base, ply=ply, eyes=eyes, open=True).url


def lines_of(rules: Rules, events: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return encoded events as everybody reads them afterwards, as plain strings of HTML."""
    seen = (decode_event(rules, *event).seen_by(OPEN_TABLE) for event in events)
    return [plain(phrase_html(phrase, rules, names)) for phrase in seen if phrase is not None]


def plain(html: SafeString | None) -> str:
    """Return HTML as a plain string, as regions' arguments hold it."""
    return "" if html is None else html + ""


def bar_turns(match: Match, timeline: Timeline, address: Address) -> list[JsonObject]:
    """Return the turning points of a match for the bar of its replay."""
    analysis = Analysis.objects.filter(match=match, moments__isnull=False).only("moments").first()
    turns = analysis.moments["turns"] if analysis else []
    return [
        {
            **{key: turn[key] for key in ("ply", "before", "after")},
            "name": timeline.holders.at(turn["ply"])[turn["seat"]],
            "url": address.at(ply=turn["ply"]),
            "along": round(SCALE * turn["ply"] / max(1, timeline.last)),
            "is_here": turn["ply"] == address.ply,
        }
        for turn in turns
    ]


def turns_by_match(matches: Iterable[Match]) -> dict[int, list[JsonObject]]:
    """Return the turning points of each match that has any, with their addresses."""
    by_pk = {match.pk: match for match in matches}
    found = Analysis.objects.filter(match__in=by_pk, moments__isnull=False)
    return {
        one.match_id: [
            {**turn, "url": address_of(by_pk[one.match_id], turn["ply"])}
            for turn in one.moments["turns"]
        ]
        for one in found.only("match_id", "moments")
    }
