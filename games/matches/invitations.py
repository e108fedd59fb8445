"""Notify people of invitations, and withdraw these when there is no table to come to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.urls import reverse

from accounts.people.models import Notice
from accounts.people.services.notices import notice_send, notices_send, notices_withdraw
from games.engine.text import gettext_noop
from games.matches.access import MatchNotFound, access_match
from games.matches.models import Match

INVITATION, TABLE, LOOKING = "invitation", "table", "looking"
"""The kinds of notices: somebody asks you to come, your own table has news, somebody you know
looks for players. The last stay on the site: they are for people who are online."""
INVITES = gettext_noop("%(name)s invited you to a %(game)s table.")
CALLS = gettext_noop("%(event)s: your table is waiting for you.")
WAITS = gettext_noop("%(event)s, round %(round)s: your table is waiting for you.")
REMATCH = gettext_noop("%(name)s wants a rematch of %(game)s.")
AWAITED = gettext_noop("Everyone else at your %(game)s table is ready.")
SILENT = gettext_noop(
    "You were away while everyone waited at a %(game)s table, so your seat was freed."
)
CHECK_MISSED = gettext_noop(
    "You weren’t ready at a %(game)s table that was looking for players, so your seat was freed."
)
LOOKS = gettext_noop("%(name)s is looking for players: %(game)s.")
OFFERS = gettext_noop("You can take over a seat at %(name)s’s %(game)s table.")
OFFERED = gettext_noop("You’re asked to take over a seat at a %(game)s table.")
TAKEN_OVER = gettext_noop("%(name)s took over your seat in a %(game)s match.")
GIVEN_UP = gettext_noop(
    "Your %(game)s match ended without a result because of a fault on our side."
)
FREED = gettext_noop("%(name)s freed your seat at a %(game)s table.")


def invitation_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that they are invited to an open table."""
    _tell(match, to, INVITES, name=by.username)


def rematch_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that their opponents would like to play again."""
    _tell(match, to, REMATCH, name=by.username)


def awaited_tell(match: Match, *, to: Any) -> None:
    """Tell an absent person that their table is waiting only for them.

    Sent once, so that getting ready repeatedly cannot send repeated notifications and mails.
    """
    if not to.notices.filter(subject=_subject(match), text=AWAITED).exists():
        _tell(match, to, AWAITED)


def silent_tell(match: Match, *, to: Any) -> None:
    """Tell somebody that their seat was freed because they were away too long."""
    _tell(match, to, SILENT)


def check_missed_tell(match: Match, *, to: Any) -> None:
    """Tell somebody that they missed a ready check; the notice outlives the table's start."""
    notice_send(
        user=to,
        kind=TABLE,
        subject="search",
        text=CHECK_MISSED,
        args={"game": {"translate": match.rules.meta.title}},
        url=reverse("find_players", args=[match.game]),
    )


def looking_tell(match: Match, *, by: Any, to: Collection[Any], text: str = LOOKS) -> None:
    """Tell people online that somebody they know looks for players, if they know of no other."""
    told = Notice.objects.filter(user__in=to, kind=LOOKING).values_list("user_id", flat=True)
    known = set(told)
    notices_send(
        users=[one for one in to if one.pk not in known],
        kind=LOOKING,
        subject=_subject(match),
        text=text,
        args={"name": by.username, "game": {"translate": match.rules.meta.title}},
        url=reverse("matches:match", args=[match.code]),
    )


def looking_withdraw(match: Match) -> None:
    """Withdraw the notices that somebody looks for players: the table is full."""
    notices_withdraw(subject=_subject(match), kind=LOOKING)


def offer_tell(match: Match, *, by: Any, to: Collection[Any]) -> None:
    """Tell people online that a seat is free in the match of somebody they know."""
    looking_tell(match, by=by, to=to, text=OFFERS)


def offered_tell(match: Match, *, to: Any) -> None:
    """Tell the one person to whom a director offers a seat."""
    _tell(match, to, OFFERED)


def offers_withdraw(match: Match) -> None:
    """Withdraw what people were told of a seat on offer: it is taken, or its player is back."""
    looking_withdraw(match)
    notices_withdraw(subject=_subject(match), text=OFFERED)


def taken_over_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that a substitute has taken over their seat."""
    if to is not None:
        _tell(match, to, TAKEN_OVER, name=by.username)


def given_up_tell(match: Match, *, to: Any) -> None:
    """Tell somebody that their match ended without a result, through no fault of theirs."""
    _tell(match, to, GIVEN_UP)


def freed_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that the owner of a table has freed their seat.

    If they can no longer see the table without it, the notice links to the other tables.
    """
    try:
        access_match(to, match.code)
    except MatchNotFound:
        _tell(match, to, FREED, reverse("lobby"), name=by.username)
    else:
        _tell(match, to, FREED, name=by.username)


def event_table_tell(match: Match, *, to: Any, event: str, round_number: int | None) -> None:
    """Tell somebody that an event has given them a seat, and that the table waits for them.

    `round_number` is None if the event has no rounds.
    """
    notice_send(
        user=to,
        kind=TABLE,
        subject=_subject(match),
        text=CALLS if round_number is None else WAITS,
        args={"event": event, **({} if round_number is None else {"round": round_number})},
        url=reverse("matches:match", args=[match.code]),
    )


def invitations_withdraw(match: Match, *, to: Any = None) -> None:
    """Withdraw invitations to a table because it has begun or closed, or because `to` has come."""
    notices_withdraw(subject=_subject(match), user=to)


def _subject(match: Match) -> str:
    return f"table:{match.code}"


def _tell(match: Match, to: Any, text: str, url: str = "", **args: str) -> None:
    notice_send(
        user=to,
        kind=INVITATION if text in (INVITES, REMATCH) else TABLE,
        subject=_subject(match),
        text=text,
        args={**args, "game": {"translate": match.rules.meta.title}},
        url=url or reverse("matches:match", args=[match.code]),
    )
