"""The refusals of challenge ladders: a code and a sentence each, some with figures and dates."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

from accounts.clubs.refusals import ClubRefusal

SENTENCES = {
    "closed": _("This ladder is closed."),
    "not_on_ladder": _("Join the ladder first."),
    "already_on_ladder": _("You’re already on this ladder."),
    "no_such_rung": _("This person isn’t on the ladder."),
    "yourself": _("This is your own place."),
    "below": _("Below you."),
    "cannot_sign_in": _("This player can’t sign in right now."),
    "blocked": _("One of you has blocked the other."),
    "pair_open": _("The two of you already have a challenge open."),
    "you_away": _("You’re away. End your absence first."),
    "away": _("Away until %(date)s."),
    "too_soon": _("Your last challenge ended on %(date)s. Again from %(again)s."),
    "no_such_challenge": _("That challenge doesn’t exist."),
    "not_yours": _("Only the player who was challenged can answer."),
    "answered": _("This challenge is no longer open."),
    "bad_answer": _("Accept the challenge or decline it."),
    "match_begun": _("The match has started. You can resign there."),
    "no_absence": _("This ladder has no absences."),
    "bad_date": _("Choose a day from today on."),
    "away_too_long": _("You can be away until %(date)s at most."),
    "away_again": _("Your last absence has only just ended. The next one can begin on %(date)s."),
    "away_with_open": _("You have a challenge open. Finish it before you go away."),
    "bad_place": _("Choose a place on the ladder."),
    "no_reason": _("Give a reason. Everyone on the ladder can read it."),
    "too_many_ladders": _("A club can have ten open challenge ladders. Close one first."),
    "seats_given": _("The seats at this table belong to the two players of the challenge."),
    "no_match_for_two": _("This game can’t be played by two."),
}
COUNTED: dict[str, Any] = {
    "too_far": ngettext_lazy(
        "More than %(n)s place above you.", "More than %(n)s places above you.", "n"
    ),
    "you_have_open": ngettext_lazy(
        "You already have %(n)s challenge of your own open.",
        "You already have %(n)s challenges of your own open.",
        "n",
    ),
    "has_open": ngettext_lazy(
        "This player already has %(n)s challenge open.",
        "This player already has %(n)s challenges open.",
        "n",
    ),
}
"""Those whose sentence depends on the number `n`."""


class ChallengeRefusal(ClubRefusal):
    """A request about a challenge ladder was refused."""

    sentences = {**SENTENCES, **COUNTED}

    @property
    def sentence(self) -> str:
        """Return the reason, in the active language."""
        counted = COUNTED.get(self.code)
        return super().sentence if counted is None else str(counted % self.told)


def refuse(code: str, **args: Any) -> ChallengeRefusal:
    """Return the refusal with this code."""
    return ChallengeRefusal(code, **args)
