"""Every button of a challenge ladder."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.clubs.views.gate import say
from games.challenges.forms import AwayForm
from games.challenges.models import Challenge, ChallengeLadder
from games.challenges.refusals import refuse
from games.challenges.services.challenge import (
    challenge_answer,
    challenge_give_up,
    challenge_make,
    challenge_void,
)
from games.challenges.services.ladder import ladder_close, rung_remove
from games.challenges.services.leave import ladder_leave
from games.challenges.services.places import ladder_join, rung_away, rung_place
from games.challenges.views.gate import ladder_post, posted

NO_CHALLENGE, NO_RUNG = "no_such_challenge", "no_such_rung"


@ladder_post
def join(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Take the last place."""
    ladder_join(ladder=ladder, user=request.user)
    say(request, _("You’re on the ladder."))


@ladder_post
def leave(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Leave the ladder."""
    ladder_leave(ladder=ladder, user=request.user)
    say(request, _("You’ve left the ladder."))


@ladder_post
def challenge(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Challenge somebody."""
    challenge_make(ladder=ladder, user=request.user, other_id=posted(request, "user", NO_RUNG))
    say(request, _("Challenge sent."))


@ladder_post
def answer(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Accept a challenge or decline it."""
    done = challenge_answer(
        ladder=ladder,
        user=request.user,
        pk=posted(request, "challenge", NO_CHALLENGE),
        answer=request.POST.get("answer", ""),
    )
    if done.status == Challenge.Status.ACCEPTED:
        say(request, _("Challenge accepted. Your table is open."))
    else:
        say(request, _("Challenge declined."))


@ladder_post
def give_up(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Withdraw a challenge, or lose an accepted one by default."""
    challenge_give_up(
        ladder=ladder, user=request.user, pk=posted(request, "challenge", NO_CHALLENGE)
    )
    say(request, _("Done."))


@ladder_post
def away(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Be away until a day (`until`), or back."""
    until = None
    if "back" not in request.POST:
        form = AwayForm(request.POST)
        if not form.is_valid():
            raise refuse("bad_date")
        until = form.cleaned_data["until"]
    rung_away(ladder=ladder, user=request.user, until=until)
    say(request, _("Saved."))


@ladder_post
def place(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Correct somebody's place, or take them off the ladder, with a reason; directors only."""
    user_id = posted(request, "user", NO_RUNG)
    reason = request.POST.get("reason", "").replace("\0", "")
    if "remove" in request.POST:
        rung_remove(ladder=ladder, actor=request.user, user_id=user_id, reason=reason)
    else:
        to = posted(request, "place", "bad_place")
        rung_place(ladder=ladder, actor=request.user, user_id=user_id, place=to, reason=reason)
    say(request, _("Saved."))


@ladder_post
def void(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Cancel a challenge; directors only."""
    challenge_void(ladder=ladder, actor=request.user, pk=posted(request, "challenge", NO_CHALLENGE))
    say(request, _("Challenge cancelled."))


@ladder_post
def close(request: HttpRequest, ladder: ChallengeLadder) -> None:
    """Close the ladder; directors only."""
    ladder_close(ladder=ladder, actor=request.user)
    say(request, _("Ladder closed."))
