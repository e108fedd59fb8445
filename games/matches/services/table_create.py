"""Open a table, or a rematch with the same people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction

from accounts.clubs.models import Club
from accounts.locking import lock_person
from accounts.people.selectors import is_blocked
from games.engine.contract import Rules
from games.engine.options import complete_options, fitting_options, length_options
from games.matches.invitations import rematch_tell
from games.matches.models import Invitation, Match, Seat
from games.matches.notify import announce
from games.matches.refusals import refuse
from games.matches.selectors import CALLED_OFF
from games.matches.services.locking import lock_match, seat_of, seats_of
from games.matches.services.secret import Deal, deal_share, secret_draw
from games.matches.services.table_seats import (
    seat_give_bot,
    seat_give_user,
    table_invite,
    table_sit,
)
from games.registry import UnknownGame, current_rules

DAY = 86400
TURN_SECONDS = (15, 30, 60, 120, 300, DAY, 3 * DAY)
RESERVE_SECONDS = (0, 60, 120, 300, 600, DAY, 7 * DAY)
"""The week's reserve covers nights and holidays in correspondence matches."""

MOST_OPEN, MOST_UNFINISHED = 40, 100
"""Limits per person: fewer than the lobby lists, and too few to keep the bots busy."""
MOST_OF_A_GUEST = 5


@transaction.atomic
def own_table_open(*, owner: Any, invite: str = "", **wanted: Any) -> Match:
    """Open a person's own table, `wanted` as for `table_create`, unless they have too many.

    `invite` names a person to invite; if the invitation is refused, no table is opened.
    """
    lock_person(owner)
    _check_count(owner)
    match = table_create(owner=owner, **wanted)
    if invite:
        table_invite(code=match.code, user=owner, username=invite)
    return match


def _check_count(owner: Any) -> None:
    """Refuse another table to somebody who has too many, not counting events and practice."""
    own = Match.objects.filter(owner=owner, practice=False, arranged=False)
    at_tables = own.filter(status__in=[Match.Status.OPEN, Match.Status.STARTING]).count()
    running = own.filter(status=Match.Status.RUNNING).count()
    most = MOST_OF_A_GUEST if owner.is_guest else MOST_UNFINISHED
    if at_tables >= MOST_OPEN or at_tables + running >= most:
        raise refuse("too_many")


class Terms(TypedDict, total=False):
    """A table's settings and visibility, named as the match's columns; defaults for the rest.

    A club's match counts for the club's ladders too; its season keys sort chronologically.
    A table that lets guests in is casual. An arranged table waits for the people of its event: no
    list offers it, and it never expires.
    """

    visibility: str
    turn_seconds: int
    reserve_seconds: int
    on_absence: str
    steady_only: bool
    without_clock: bool
    guests_may_join: bool
    rated: bool
    club: Club | None
    club_season: str
    arranged: bool
    is_search: bool
    embargo_until: datetime | None


@transaction.atomic
def table_create(
    *,
    owner: Any,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    length: str = "",
    bots: Sequence[str] = (),
    deal: Deal | None = None,
    **terms: Unpack[Terms],
) -> Match:
    """Open a table: `owner` in seat 0, bots in the next seats; a `deal` is shared with others.

    `length` names one of the game's lengths; `options` go before the options it sets. Raises
    MatchRefusal for an unknown game, clock or bot, or too many bots; raises OptionError for
    options the game refuses.
    """
    rules = game_rules(game)
    preset = length_options(rules.meta, seats, length) if length else {}
    match = Match(
        game=game,
        ruleset=rules.meta.ruleset,
        options=complete_options(rules.meta, seats, {**preset, **options}),
        seat_count=seats,
        owner=owner,
        **terms,
    )
    if match.guests_may_join:
        match.rated = False
    _check_terms(match)
    match.save()
    _commit_to(match, deal)
    _seats_make(match, owner, bots)
    announce(match, lobby=True)
    return match


def _commit_to(match: Match, deal: Deal | None) -> None:
    """Draw the match's secret, or share that of a deal, and store the commitment to it."""
    if deal is None:
        secret_draw(match)
    else:
        deal_share(match, deal)
    match.save(update_fields=["commitment", "deal_open"])


def game_rules(game: str) -> Rules:
    """Return the newest rules of a game that a client named, refusing an unknown one."""
    try:
        return current_rules(game)
    except UnknownGame:
        raise refuse("unknown_game") from None


def _check_terms(match: Match) -> None:
    if match.turn_seconds not in TURN_SECONDS or match.reserve_seconds not in RESERVE_SECONDS:
        raise refuse("bad_clock")
    if match.on_absence not in Match.Absence.values:
        raise refuse("bad_absence")


def _seats_make(match: Match, owner: Any, bots: Sequence[str]) -> None:
    """Create the seats; the owner takes the first, bots the next ones."""
    Seat.objects.bulk_create(Seat(match=match, number=n) for n in range(match.seat_count))
    places = seats_of(match)
    if owner is not None:
        seat_give_user(places[0], owner)
    free = places[1:] if owner is not None else places
    if len(bots) > len(free):
        raise refuse("too_many_bots")
    for seat, bot in zip(free, bots, strict=False):
        seat_give_bot(match, seat, bot)


@transaction.atomic
def table_rematch(*, code: str, user: Any) -> Match:
    """Open a table with the same game, options, people and bots, or return the existing one.

    The first to ask owns it; each person who asks is seated one seat further round. Raises
    MatchRefusal unless `user` sat in the finished match, or if they have too many tables.
    """
    lock_person(user)
    match = lock_match(code)
    seats = seats_of(match)
    seat_of(seats, user)
    if match.status != Match.Status.FINISHED:
        raise refuse("not_finished")
    rematch = Match.objects.filter(rematch_of=match).first()
    if rematch is None or _given_up(rematch):
        rematch = _rematch_open(match, seats, user)
    elif rematch.status == Match.Status.OPEN and _has_room_for(user, rematch):
        rematch = table_sit(code=rematch.code, user=user)
    return rematch


def _has_room_for(user: Any, table: Match) -> bool:
    """Tell whether a seat is free and `user` has none yet."""
    seats = seats_of(table)
    return any(not seat.is_taken for seat in seats) and all(
        seat.user_id != user.pk for seat in seats
    )


def _given_up(rematch: Match) -> bool:
    """Tell whether a rematch was closed or ended void, so that another may replace it."""
    if rematch.status not in CALLED_OFF:
        return False
    rematch.rematch_of = None
    rematch.save(update_fields=["rematch_of"])
    return True


def _rematch_open(match: Match, seats: list[Seat], user: Any) -> Match:
    """Open a rematch table under the current rules; the first seat moves round by one.

    People separated from `user` by a block are not notified; their seats stay free. A rematch does
    not belong to the club, so if the club hid the match, the table is by invitation only.
    """
    _check_count(user)
    rematch = table_create(
        owner=None,
        game=match.game,
        seats=match.seat_count,
        options=fitting_options(current_rules(match.game).meta, match.seat_count, match.options),
        visibility=Match.Visibility.PRIVATE if match.is_private else match.visibility,
        turn_seconds=match.turn_seconds,
        reserve_seconds=match.reserve_seconds,
        rated=match.rated,
        on_absence=match.on_absence,
        steady_only=match.steady_only,
    )
    rematch.owner = user
    rematch.rematch_of = match
    rematch.save(update_fields=["owner", "rematch_of"])
    places = seats_of(rematch)
    for seat in seats:
        place = places[(seat.number - 1) % len(places)]
        if seat.bot:
            seat_give_bot(rematch, place, seat.bot)
        elif seat.user_id == user.pk:
            seat_give_user(place, user)
        elif seat.user is not None and not is_blocked(user, seat.user):
            Invitation.objects.create(match=rematch, user=seat.user)
            rematch_tell(rematch, by=user, to=seat.user)
    match.revision += 1
    match.save(update_fields=["revision"])
    announce(match)
    return rematch
