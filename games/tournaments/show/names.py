"""The names of entries, sentences that contain them, and labels. Bots have negative numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth import get_user_model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.faces.drawn import BOT
from games.engine.text import Phrase, Term
from games.matches.labels import bot_name, duration_label, shown_name
from games.tournaments.direct.fold import KINDS
from games.tournaments.direct.refusals import SENTENCES as FOLD
from games.tournaments.direct.state import State
from games.tournaments.direct.text import EntryRef, PlayerRef, Seconds
from games.tournaments.models import Tournament
from games.tournaments.refusals import SENTENCES as WEB


def entry_names(tournament: Tournament, state: State) -> dict[int, str]:
    """Return every entry's name; partners of a pair side by side.

    People in an imported event keep the names from its file.
    """
    if tournament.imported:
        return {number: tournament.imported["names"][str(number)] for number in state.entries}
    players = {one for entry in state.entries.values() for one in entry.players}
    known = player_names(players, tournament) | guest_names(tournament, state)
    return {
        number: entry.name or " & ".join(known[one] for one in entry.players)
        for number, entry in state.entries.items()
    }


def entry_faces(state: State) -> dict[int, str]:
    """Return the face of every single player or bot that has one; pairs have none."""
    single = {one.players[0]: one.number for one in state.entries.values() if len(one.players) == 1}
    found = {number: BOT for number in single.values() if state.entries[number].is_bot}
    people = get_user_model().objects.filter(pk__in=single).exclude(face="")
    return found | {single[pk]: face for pk, face in people.values_list("pk", "face")}


def player_names(players: set[int], tournament: Tournament | None = None) -> dict[int, str]:
    """Return the names of people and of a tournament's bots by their number."""
    people = get_user_model().objects.filter(pk__in=[one for one in players if one > 0])
    found = {user.pk: user.get_username() for user in people}
    return {one: found.get(one) or _unnamed(one, tournament) for one in players}


def guest_names(tournament: Tournament, state: State) -> dict[int, str]:
    """Return the marked names of an event's people without an account, by number."""
    known = {one for entry in state.entries.values() for one in entry.guests}
    if not known:
        return {}
    named = dict(tournament.guests.values_list("player", "name"))
    return {one: guest_label(named.get(one, "")) for one in known}


def guest_label(name: str) -> str:
    """Return a name with the mark of people without an account; no account can have such a one."""
    return gettext("%(name)s (guest)") % {"name": name} if name else gettext("A guest")


def _unnamed(player: int, tournament: Tournament | None) -> str:
    """Return the name of a bot, or a placeholder for a person no longer on the site."""
    if player > 0:
        return gettext("a former member")
    if tournament is None or not tournament.bot:
        return gettext("Bot %(number)s") % {"number": -player}
    name = bot_name(tournament.game, tournament.bot, -player)
    return shown_name(tournament.game, tournament.bot, name)


def sentence(phrase: Phrase, names: Mapping[int, str]) -> str:
    """Return a sentence about entries in the active language, unescaped."""
    return sentences([phrase], names)[0]


def sentences(phrases: Sequence[Phrase], names: Mapping[int, str]) -> list[str]:
    """Return several sentences; people named who need not be entered are looked up together."""
    values = [value for phrase in phrases for value in phrase.args.values()]
    people = player_names({int(value) for value in values if isinstance(value, PlayerRef)})
    return [_worded(phrase, names, people) for phrase in phrases]


def _worded(phrase: Phrase, names: Mapping[int, str], people: Mapping[int, str]) -> str:
    """Return a sentence with the names of its entries and people filled in, times in words."""
    args: dict[str, object] = {}
    for key, value in phrase.args.items():
        if isinstance(value, EntryRef):
            args[key] = names.get(int(value), gettext("Entry %(number)s") % {"number": int(value)})
        elif isinstance(value, PlayerRef):
            args[key] = people[int(value)]
        elif isinstance(value, Seconds):
            args[key] = duration_label(int(value))
        else:
            args[key] = gettext(value.message) if isinstance(value, Term) else value
    return gettext(phrase.key) % args


WITHOUT_CHECK_IN = _("Close registration")
NOTES = {"wrong_people": _("This match was played by different players than the table lists.")}


def kind_label(kind: str) -> str:
    """Return the label of an action kind's button."""
    button = KINDS[kind].button
    return kind if button is None else gettext(button.label)


def note_text(code: str) -> str:
    """Return why a match's result was not accepted."""
    if code in NOTES:
        return str(NOTES[code])
    return gettext(FOLD.get(code) or WEB.get(code) or code) if code else ""
