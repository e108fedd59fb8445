"""Read tables and matches for pages and sockets; nothing here writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString

from accounts.people.models import Tie
from accounts.people.selectors import here_among, tied
from games.engine.contract import Action, JsonObject, Rules
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.teaching import advice_for
from games.matches import store
from games.matches.access import Access, in_the_open, shown_again
from games.matches.clock import iso, told_now
from games.matches.generic import choices
from games.matches.models import Invitation, Match, Seat
from games.matches.phrases import phrase_html
from games.matches.presenters import promises, seat_names
from games.matches.talk.selectors import lasts_of_all
from games.registry import all_rulesets

MOST_FRIENDS = 12
CLOCKS = 500
UNFINISHED = ["open", "starting", "running"]
CALLED_OFF = ["closed", "void"]


def open_tables(user: Any) -> QuerySet[Match]:
    """Return the tables that `user` may join: public ones, and those they are invited to.

    Tables of an event are offered only to the people seated there.
    """
    listed = in_the_open() & Q(arranged=False)
    if user.is_authenticated:
        invited = Invitation.objects.filter(user_id=user.pk).values("match")
        listed |= Q(pk__in=invited, arranged=False) | _own(user)
    return _with_seats(Match.objects.filter(listed, status__in=["open", "starting"]))


def running_matches(user: Any) -> QuerySet[Match]:
    """Return the public running matches, and the user's own."""
    return _with_seats(Match.objects.filter(_or_own(in_the_open(), user), status="running"))


def finished_matches(user: Any) -> QuerySet[Match]:
    """Return finished matches that anybody may replay and the user's own, latest first.

    Not those whose deal others still play: there is nothing to show yet.
    """
    ended = Q(status="finished", deal_open=False, finished_at__isnull=False)
    finished = Match.objects.filter(_or_own(shown_again(), user), ended)
    return _with_seats(finished).order_by("-finished_at", "-pk")


def own_matches(user: Any) -> QuerySet[Match]:
    """Return the unfinished tables and matches at which `user` sits."""
    return _with_seats(Match.objects.filter(seats__user=user, status__in=UNFINISHED))


def searches_of(user: Any) -> QuerySet[Match]:
    """Return the searches at which `user` sits and which have not begun: at most one."""
    waiting = Match.objects.filter(is_search=True, status__in=["open", "starting"])
    return waiting.filter(seats__user=user)


def has_tables_of_own(user: Any) -> bool:
    """Tell whether the lists of tables and matches differ for `user` from everybody else's.

    They do for anyone seated at an unfinished one or invited to a table.
    """
    if not user.is_authenticated:
        return False
    invited = Q(pk__in=Invitation.objects.filter(user_id=user.pk).values("match"))
    return Match.objects.filter(_own(user) | invited, status__in=UNFINISHED).exists()


def of_known_rules(prefix: str = "") -> Q:
    """Return a filter for matches whose rules are installed; the others cannot continue.

    `prefix` is the lookup path to the match from another model.
    """
    known = Q(pk__in=[])
    for game, rulesets in all_rulesets().items():
        known |= Q((f"{prefix}game", game), (f"{prefix}ruleset__in", list(rulesets)))
    return known


def _or_own(shown: Q, user: Any) -> Q:
    """Return a filter for matches that are `shown` or at which `user` sits."""
    return shown | _own(user) if user.is_authenticated else shown


def _own(user: Any) -> Q:
    """Return a filter for matches at which `user` sits, without a join that repeats rows."""
    return Q(pk__in=Seat.objects.filter(user_id=user.pk).values("match"))


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.prefetch_related("seats__user").order_by("-created_at")


def rematch_shown(access: Access) -> Match | None:
    """Return the rematch of a finished match, if this person may see it.

    Its invited players see it while it waits for them; others see it if anybody may watch it.
    """
    match, me = access.match, access.seat
    if match.status != Match.Status.FINISHED:
        return None
    tables = Match.objects.filter(rematch_of=match).select_related("owner")
    if me is None:
        return tables.filter(in_the_open()).exclude(status__in=CALLED_OFF).first()
    return tables.filter(status=Match.Status.OPEN, invitations__user=me.user_id).first()


def plays(match: Match, me: Seat | None) -> bool:
    """Tell whether this seat may act here now, when its turn comes."""
    is_running = match.status == Match.Status.RUNNING and match.paused_at is None
    return is_running and me is not None and not me.stand_in


def position_shown(access: Access) -> tuple[JsonObject, list[Action]]:
    """Return the observation of a started match, and the actions now open to this person."""
    match, me = access.match, access.seat
    rules, state = match.rules, store.load_position(match).state
    legal = rules.legal_actions(state, me.number) if me and plays(match, me) else []
    return snapshot(rules, state, match.ply, access.viewer), legal


def help_shown(access: Access) -> dict[str, Any] | None:
    """Return the help panel's content for a player of a running match; None for others."""
    match, me = access.match, access.seat
    if me is None or not plays(match, me):
        return None
    state = store.load_position(match).state
    return help_context(match.rules, state, me.number, seat_names(access.seats))


def clock_context(match: Match) -> dict[str, str] | None:
    """Return what a page needs to count down the turn, or None if nobody has to act."""
    if (
        match.without_clock
        or match.paused_at
        or match.deadline_at is None
        or match.turn_started_at is None
    ):
        return None
    return _times(match.turn_started_at, match.turn_seconds, match.deadline_at)


@lru_cache(maxsize=CLOCKS)
def _times(started: datetime, seconds: int, deadline: datetime) -> dict[str, str]:
    """Return a turn's times; cached and shared by all viewers, so do not modify it."""
    return {
        "started": iso(started),
        "turn_ends": iso(started + timedelta(seconds=seconds)),
        "deadline": iso(deadline),
    }


def open_table_context(access: Access) -> dict[str, Any]:
    """Return the context of a table's fragments before the first deal."""
    match, me = access.match, access.seat
    is_owner = me is not None and match.owner_id == me.user_id and not match.is_search
    invited = [row.user for row in _invitations(match)] if is_owner else []
    return {
        "match": match,
        "user": access.user,
        "now": told_now(),
        "rules": match.rules,
        "seats": access.seats,
        "me": me,
        "is_owner": is_owner,
        "invited": [person.get_username() for person in invited],
        "friends": _friends(access, invited) if is_owner and match.status == "open" else [],
        "free": sum(not seat.is_taken for seat in access.seats),
        "check": _check(access),
        "may_sit": _may_sit(access),
        "waiting": [seat for seat in access.seats if seat.is_taken and not seat.is_ready],
        "is_held_up": _is_held_up(match, access.seats),
        "revealed": bool(me and me.contribution),
        "promises": promises(access.seats),
    }


def _may_sit(access: Access) -> bool:
    """Tell whether this person may take a free seat; in a search one keeps one's own."""
    match, user = access.match, access.user
    if match.status != Match.Status.OPEN or not user.is_authenticated:
        return False
    return (not user.is_guest or match.guests_may_join) and not _check(access)


def _check(access: Access) -> str:
    """Return "waits" to a searcher whose table has free seats, "full" during the ready check."""
    if not access.match.is_search or access.seat is None or access.match.status != "open":
        return ""
    return "full" if all(seat.is_taken for seat in access.seats) else "waits"


def _is_held_up(match: Match, seats: list[Seat]) -> bool:
    """Tell whether a full table is waiting for an absent person (`services/table_free.py`)."""
    is_full = all(seat.is_taken for seat in seats)
    ready = any(seat.user_id and seat.is_ready for seat in seats)
    waits = any(seat.is_away and not seat.is_ready for seat in seats)
    unwatched = match.arranged or match.is_search
    return match.status == Match.Status.OPEN and not unwatched and is_full and ready and waits


def _friends(access: Access, invited: list[Any]) -> list[tuple[Any, bool]]:
    """Return people the owner follows and might invite, each with whether they are here now.

    Those who are here come first.
    """
    asked = {person.pk for person in invited} | {seat.user_id for seat in access.seats}
    people = [one for one in tied(access.user, Tie.Kind.FOLLOW) if one.pk not in asked]
    here = here_among(access.user, people) if people else set()
    people.sort(key=lambda one: one.pk not in here)
    return [(one, one.pk in here) for one in people[:MOST_FRIENDS]]


def _invitations(match: Match) -> QuerySet[Invitation]:
    """Return the invitations to a table, in order."""
    return match.invitations.select_related("user").order_by("created_at")


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


MOST_TRIED = 3
"""How many examples of what one cannot do a reason has."""


def help_context(rules: Rules, state: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return `can`: every legal action, and `cannot`: reasons with some actions they rule out."""
    to_act = rules.to_act(state)
    if seat != to_act:
        waits = [] if to_act is None else [names[to_act]]
        return {"can": [], "cannot": [], "waits_for": waits, "seat": seat}
    if rules.teaching.offers is None:
        legal = sorted_actions(rules.legal_actions(state, seat))
        can = [choice.text for choice in choices(legal, rules)]
        return {"can": can, "cannot": [], "waits_for": [], "seat": seat}
    advice = advice_for(rules, state, seat)
    reasons: dict[SafeString, list[SafeString]] = {}
    for label, reason in advice.cannot:
        labels = reasons.setdefault(phrase_html(reason, rules, names), [])
        if len(labels) < MOST_TRIED:
            labels.append(phrase_html(label, rules, names))
    told = [phrase_html(label, rules, names) for label in advice.can]
    return {"can": told, "cannot": list(reasons.items()), "waits_for": [], "seat": seat}
