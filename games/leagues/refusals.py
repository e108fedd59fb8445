"""The refusals of leagues: a code and a sentence each, some with a figure."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.clubs.refusals import ClubRefusal

SENTENCES = {
    "closed": _("This league is closed."),
    "not_in_league": _("This person isn’t in the league."),
    "already_in_league": _("Already in the league."),
    "no_such_person": _("The club has no member of that name."),
    "too_many_leagues": _("A club can have ten open leagues. Close one first."),
    "too_many": _("A league can have 300 players."),
    "too_few": _("A season needs at least %(n)s players."),
    "too_few_left": _("A final needs at least %(n)s players of division 1."),
    "season_begun": _("Someone else has started this season already."),
    "still_playing": _("The season isn’t over yet. Wait for the last matches, or end it."),
    "no_season": _("No season is being played."),
    "season_over": _("The season is over already."),
    "no_final": _("This league has no final, or it was already started."),
    "bad_start": _("Choose a time within the next year."),
    "division_too_large": _("At tables of two, a division can have up to %(n)s players."),
    "division_too_small": _("At such tables, a division needs at least %(n)s players."),
    "no_such_table": _("This game can’t be played at tables of that size."),
}


class LeagueRefusal(ClubRefusal):
    """A request about a league was refused."""

    sentences = SENTENCES


def refuse(code: str, **args: Any) -> LeagueRefusal:
    """Return the refusal with this code."""
    return LeagueRefusal(code, **args)
