"""The names of people without an account: beside the journal, so they can change and go.

The event's row is locked while they are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from accounts.names import normal_name, validate_name
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import DirectorAction, GuestName, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.store import load_state

LONGEST = GuestName._meta.get_field("name").max_length or 0
BETWEEN = re.compile(r"['’]|\.(?= |$)")
"""Signs that names of people have and names of accounts do not: O’Hara, J. R."""


def guest_name(text: str) -> str:
    """Return a name in normal form; refuse one that could pass for another, or for markup."""
    name = " ".join(normal_name(text).split())
    try:
        validate_name(BETWEEN.sub("", name).replace(" ", ""))
    except ValidationError:
        raise refuse("guest_name") from None
    if len(name) > LONGEST:
        raise refuse("guest_name")
    return name


def guests_name(tournament: Tournament, entry: Entry, names: Sequence[str]) -> None:
    """Keep the names of a new entry's guests, in order."""
    state = load_state(tournament)
    for player, name in zip(entry.guests, names, strict=True):
        _check_free(tournament, state, name, but=player)
        GuestName.objects.create(tournament=tournament, player=player, name=name)


@transaction.atomic
def guest_rename(*, tournament: Tournament, player: int, name: str) -> None:
    """Correct the name of a guest; an empty one is forgotten. Refuses a name that is taken."""
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    tournament.guests.filter(player=player).delete()
    if name.strip():
        kept = guest_name(name)
        _check_free(tournament, load_state(tournament), kept, but=player)
        GuestName.objects.create(tournament=tournament, player=player, name=kept)


def _check_free(tournament: Tournament, state: State, name: str, *, but: int) -> None:
    """Refuse the name of another guest who is still in the event."""
    there = [
        number
        for entry in state.entries.values()
        if entry.status != "left"
        for number in entry.unclaimed
        if number != but
    ]
    if tournament.guests.filter(player__in=there, name__iexact=name).exists():
        raise refuse("guest_name_taken")


def guest_names_forget(user: User) -> None:
    """Delete the names under which somebody played before they had the account they give up."""
    for row in DirectorAction.objects.filter(kind="claim", payload__user=user.pk):
        guest, state = row.payload["guest"], load_state(row.tournament)
        if state.entries[row.payload["entry"]].claims.get(guest) == user.pk:
            GuestName.objects.filter(tournament=row.tournament, player=guest).delete()
