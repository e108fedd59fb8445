"""The regions that every table has beside the game's own, built from rows and an observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from accounts.registry import Hook
from games.engine.contract import JsonObject, Rules
from games.engine.showing import Region, Scene, SeatFacts
from games.engine.text import Phrase, gettext_noop
from games.matches.access import Access
from games.matches.agreement import Agreement, Motion
from games.matches.clock import iso
from games.matches.labels import reason_label
from games.matches.models import Match
from games.matches.phrases import phrase_html, signed
from games.ratings.eligibility import SENTENCES
from games.ratings.selectors import ShownChange, changes_of, rated_ranks, why_not_rated

TITLES = {
    "drawn": gettext_noop("A draw"),
    "won": gettext_noop("You won"),
    "lost": gettext_noop("You lost"),
    "over": gettext_noop("The match is over"),
}
RESIGNED = gettext_noop("You resigned")
LAST_TURN = gettext_noop("Watch last turn")
LEAVERS = gettext_noop("For ratings, players who left rank below everyone who stayed.")

ending_parts: Hook[[Access], JsonObject] = Hook()
"""Return more arguments for the result of a finished match: turning points, the event's next round.

They are plain values, and hold only what this person may see.
"""


def head(
    match: Match,
    me: int | None,
    agreement: Agreement | None,
    offers: Sequence[JsonObject] = (),
) -> Region:
    """Return the top row of a match that has begun, with the seats on offer."""
    watching = me is None and match.status == Match.Status.RUNNING
    arguments = {
        "title": match.rules.meta.title,
        "practice": match.practice,
        "past_rules": match.has_past_rules,
        "watching": watching,
        "agreement": _agreement(match, me, agreement),
        "has_menu": me is not None and agreement is not None and agreement.may,
        "offers": list(offers),
        "code": match.code,
        "me": me,
    }
    return Region("head", "matches/_head.jinja", arguments)


def _agreement(match: Match, me: int | None, agreement: Agreement | None) -> JsonObject | None:
    """Return what the table has agreed to or is being asked; None if nothing."""
    about = {"code": match.code, "has_replay": me is not None and not match.deal_open}
    if match.status == Match.Status.VOID:
        return {"void": True, "given_up": match.was_given_up, **about}
    if agreement is None or not (match.paused_at or match.is_failing or agreement.motions):
        return None
    shown = [one for one in agreement.motions if one.kind == "void" or not match.paused_at]
    return {
        **about,
        "failing": match.is_failing and match.paused_at is None,
        "paused_until": match.paused_at and match.deadline_at and iso(match.deadline_at),
        "may": agreement.may,
        "away": _plain(agreement.away),
        "others_away": agreement.others_away,
        "motions": [_motion(motion) for motion in shown],
    }


def _motion(motion: Motion) -> JsonObject:
    agreed, missing = _plain(motion.agreed), _plain(motion.missing)
    return {"kind": motion.kind, "agreed": agreed, "missing": missing, "mine": motion.mine}


def _plain(texts: Sequence[Any]) -> list[str]:
    return [str(text) for text in texts]


def menu(match: Match, agreement: Agreement, offers: JsonObject) -> Region:
    """Return what a voter may ask for beside the play: a pause, an end without a result, resigning.

    Nobody resigns during a pause. `offers` are the seats that this player may offer.
    """
    arguments = {
        "paused": match.paused_at is not None,
        "asked_pause": bool(agreement.pause.mine),
        "asked_void": bool(agreement.void.mine),
        "arranged": match.arranged,
        "may_resign": match.paused_at is None,
        "code": match.code,
        "offers": offers,
    }
    return Region("menu", "matches/_menu.jinja", arguments)


def cue(match: Match, scene: Scene, sounds: Mapping[str, str]) -> Region:
    """Return the sound cue of the newest position for this viewer; `sounds` are the game's own."""
    if scene.is_over:
        key, sound = "over", "win" if outcome_of(scene) == "won" else "out"
    else:
        key, sound = str(match.version), _sound(scene, sounds)
    return Region("cue", "matches/_sound_cue.jinja", {"key": key, "sound": sound})


def _sound(scene: Scene, sounds: Mapping[str, str]) -> str:
    """Return what the latest ply sounds like, and that it is the viewer's turn."""
    latest = scene.latest
    names = latest.names if latest.ply else ()
    own = next((sound for name, sound in sounds.items() if name in names), "")
    if scene.legal and latest.seat != scene.me:
        return f"{own} turn".strip()
    return own or ("play" if latest.ply else "deal")


def chain_head(match: Match) -> list[Region]:
    """Return the head of the hash chain over all actions, both short and in full."""
    template = "matches/_chain_head.jinja"
    return [
        Region("short-head", template, {"id": "short-head", "head": match.head[:12]}),
        Region("whole-head", template, {"id": "whole-head", "head": match.head}),
    ]


def result(
    rules: Rules, scene: Scene, access: Access | None = None, rematch: Match | None = None
) -> Region:
    """Return how a finished match ended; a file or a lesson has no `access` to a match."""
    rating = None if access is None else match_rating(access.match)
    ranked = sorted(scene.seats, key=lambda seat: (seat.rank or 0, seat.number))
    arguments = {
        "outcome": outcome_of(scene),
        "title": _title(scene),
        "lines": [_line(rules, scene, seat, rating) for seat in ranked],
        "why": rating and rating.why,
        **(_of_match(access, scene, rematch) if access else {}),
        "game": rules.meta.title,
    }
    return Region("result", "matches/_result.jinja", arguments)


def ending(rules: Rules, scene: Scene, told: Sequence[Phrase]) -> Region:
    """Return the story of how a finished match ended, or its reason where a game tells none."""
    names = [seat.name for seat in scene.seats]
    lines = [phrase_html(phrase, rules, names) + "" for phrase in told]
    reason = reason_label(scene.view["result"]["reason"], scene.view["game"])
    return Region("ending", "matches/_ending.jinja", {"lines": lines, "reason": reason})


def outcome_of(scene: Scene) -> str:
    """Return how a finished match ended for who sits at the bottom: won, lost, drawn or over."""
    ranks = scene.view["result"]["ranks"]
    if max(ranks) == 1:
        return "drawn"
    if scene.me is None:
        return "over"
    return "won" if ranks[scene.me] == 1 else "lost"


def _title(scene: Scene) -> str:
    if scene.me is not None and scene.seats[scene.me].resigned:
        return RESIGNED
    return TITLES[outcome_of(scene)]


def _line(rules: Rules, scene: Scene, seat: SeatFacts, rating: MatchRating | None) -> JsonObject:
    change = rating and rating.changes.get(seat.user_id or 0)
    is_signed = seat.score is not None and rules.meta.scores == "signed"
    return {
        "place": (seat.number - (scene.me or 0)) % len(scene.seats),
        "rank": seat.rank,
        "name": seat.began or seat.name,
        "face": seat.began_face if seat.began else seat.face,
        "substitute": seat.name if seat.began else None,
        "from": (seat.taken_over_after or 0) + 1,
        "is_winner": seat.is_winner,
        "is_me": seat.number == scene.me,
        "bot": seat.bot,
        "resigned": seat.resigned,
        "stood_in": seat.stood_in,
        "score": signed(seat.score or 0) if is_signed else seat.score,
        "rating": change
        and {
            "value": change.rating,
            "before": change.rating - change.change,
            "provisional": change.provisional,
            "sign": change.sign,
            "size": change.size,
        },
    }


def _of_match(access: Access, scene: Scene, rematch: Match | None) -> JsonObject:
    """Return what a match's own page offers besides, and what the apps above know of its end."""
    match = access.match
    owner = None if rematch is None or rematch.owner is None else rematch.owner.get_username()
    lost = outcome_of(scene) == "lost"
    found: JsonObject = {
        "code": match.code,
        "arranged": match.arranged,
        "me": scene.me,
        "plays": scene.me is not None,
        "is_guest": scene.me is not None and getattr(access.user, "is_guest", False),
        "rematch": rematch and {"code": rematch.code, "owner": owner or gettext("Guest")},
        "watch": {"ply": max(0, match.ply - 1), "label": LAST_TURN} if lost else None,
        "has_replay": not match.deal_open,
    }
    for part in ending_parts(access):
        found |= part
    return found


@dataclass(frozen=True)
class MatchRating:
    """The changes by player, and a sentence if there are none or if they do not fit the ranks."""

    changes: dict[int, ShownChange]
    why: str


def match_rating(match: Match | None) -> MatchRating | None:
    """Return a finished match's effect on ratings; None for a file or a running match."""
    if not isinstance(match, Match) or match.status != Match.Status.FINISHED:
        return None
    changes = {change.player: change for change in changes_of([match.code]).get(match.code, [])}
    why = _why_not_as_ranked(match, bool(changes))
    return MatchRating(changes, gettext(why) if why else "")


def _why_not_as_ranked(match: Match, is_rated: bool) -> str:
    if not is_rated:
        reason = why_not_rated(match.code)
        return SENTENCES[reason] if reason else ""
    rated = rated_ranks(match.code)
    places = [(seat.began_id or 0, seat.rank or 0) for seat in match.seats.all()]
    return LEAVERS if any(rated.get(user, 0) > rank for user, rank in places) else ""
