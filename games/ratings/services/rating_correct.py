"""Correct the log: take matches out of the ratings together, put them back, change a result.

The log is append-only: a correction is a row of its own, with a new log row for each match, and the
ladders are replayed from the earliest of them on. All in one transaction, under the locks of the
ladders: a match that ends meanwhile is rated after it. Who and why stays (`RatingCorrection`), and
what it did to everybody's rating (`RatingShift`); the players of the matches get a notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.people.services.notices import notice_send
from games.engine.text import gettext_noop as _
from games.ratings.log import Team
from games.ratings.models import Ladder, RatingCorrection, RatingLog, RatingShift
from games.ratings.refusals import CorrectionRefused
from games.ratings.selectors import ratings_on
from games.ratings.services.ladders import ladders_lock, ladders_replay
from games.ratings.services.rating_apply import logged_teams

MOST_MATCHES = 500
KEPT = (
    "match", "game", "mode", "finished_at", "kind", "teams", "players", "ladders", "why",
    "version", "void",
)  # fmt: skip
"""What a correction leaves as it was; the version too, so that the match's own rules rate it."""
VOIDED = _("The moderators took matches of yours out of the ratings: %(count)s. Reason: %(reason)s")
RESTORED = _(
    "The moderators undid a rating correction of matches of yours: %(count)s. Reason: %(reason)s"
)
RERANKED = _("The moderators changed how your matches are rated: %(count)s. Reason: %(reason)s")


class WrongRanks(Exception):
    """The ranks are not one number of 1 or more per team; carries the number of teams."""


@transaction.atomic
def ratings_void(
    *, matches: Sequence[str], reason: str, moderator: User | None = None
) -> RatingCorrection:
    """Take matches out of all ladders; raises CorrectionRefused, and then changes none.

    It refuses matches that don't count (any more), and the moderator's own.
    """
    reason = _checked(reason)
    wanted = sorted(set(matches))
    if not 0 < len(wanted) <= MOST_MATCHES:
        raise CorrectionRefused("too_many_matches" if wanted else "no_matches")
    _lock(wanted)
    current = _current(wanted)
    if len(current) < len(wanted):
        raise CorrectionRefused("not_logged")
    if any(one.void or one.why for one in current):
        raise CorrectionRefused("changed_meanwhile")
    return _correct(
        current, lambda held: {"void": True}, reason=reason, moderator=moderator, said=VOIDED
    )


@transaction.atomic
def correction_undo(
    *, correction: RatingCorrection, reason: str, moderator: User | None = None
) -> RatingCorrection:
    """Make the matches of a correction count as before it; raises CorrectionRefused.

    Matches that were corrected once more since then stay as they are.
    """
    reason = _checked(reason)
    _lock(list(correction.lines.values_list("match", flat=True)))
    if RatingCorrection.objects.filter(undoes=correction).exists():
        raise CorrectionRefused("already_undone")
    lines = list(correction.lines.filter(superseded_by=None).select_related("supersedes"))
    if not lines:
        raise CorrectionRefused("changed_meanwhile")
    before = {line.pk: _fields(line.supersedes) for line in lines}
    return _correct(
        lines,
        lambda held: before[held.pk],
        reason=reason,
        moderator=moderator,
        said=RESTORED,
        undoes=correction,
    )


@transaction.atomic
def rating_replace(*, match: str, teams: tuple[Team, ...], note: str, why: str = "") -> RatingLog:
    """Change a match's result (or the reason why it is unrated); raises CorrectionRefused."""
    _lock([match])
    current = _current([match])
    if not current:
        raise CorrectionRefused("not_logged")
    changes = {**logged_teams(teams), "why": why, "void": False}
    made = _correct(current, lambda held: changes, reason=_checked(note), said=RERANKED)
    return made.lines.get()


@transaction.atomic
def rating_rerank(*, match: str, ranks: Sequence[int], note: str) -> RatingLog:
    """Set the ranks of a match's teams (1 best, equal is tied), in the log's team order.

    The match counts from now on, even if it did not before. Raises CorrectionRefused, WrongRanks.
    """
    held = _current([match])
    if not held:
        raise CorrectionRefused("not_logged")
    teams = held[0].row.teams
    if len(ranks) != len(teams) or min(ranks) < 1:
        raise WrongRanks(len(teams))
    changed = tuple(replace(team, rank=rank) for team, rank in zip(teams, ranks, strict=True))
    return rating_replace(match=match, teams=changed, note=note)


def _correct(
    current: list[RatingLog],
    changes: Callable[[RatingLog], dict[str, Any]],
    *,
    reason: str,
    said: str,
    moderator: User | None = None,
    undoes: RatingCorrection | None = None,
) -> RatingCorrection:
    """Append rows that supersede these, replay their ladders, and tell the players."""
    if moderator is not None and any(moderator.pk in line.players for line in current):
        raise CorrectionRefused("own_matches")
    ladders = list(ladders_lock({key for line in current for key in line.row.ladders}).values())
    before = ratings_on(ladders)
    made = RatingCorrection.objects.create(moderator=moderator, reason=reason, undoes=undoes)
    lines = [
        RatingLog.objects.create(
            **_fields(held) | changes(held) | {"note": reason},
            supersedes=held,
            correction=made,
        )
        for held in current
    ]
    ladders_replay(line.row for line in lines)
    _note_shifts(made, ladders, before)
    _tell(made, current, said)
    return made


def _fields(line: RatingLog | None) -> dict[str, Any]:
    return {name: getattr(line, name) for name in KEPT}


def _note_shifts(
    made: RatingCorrection, ladders: list[Ladder], before: dict[tuple[int, int], int]
) -> None:
    """Store whose shown rating the correction changed, in every ladder."""
    after = ratings_on(ladders)
    RatingShift.objects.bulk_create(
        RatingShift(
            correction=made,
            ladder_id=ladder,
            player_id=player,
            before=before.get((ladder, player)),
            after=after.get((ladder, player)),
        )
        for ladder, player in sorted(before.keys() | after.keys())
        if before.get((ladder, player)) != after.get((ladder, player))
    )


def _tell(made: RatingCorrection, lines: list[RatingLog], said: str) -> None:
    """Send a notice to everybody who played in one of the matches."""
    counts = Counter(player for line in lines for player in line.players)
    for user in User.objects.filter(pk__in=counts, is_active=True):
        notice_send(
            user=user,
            kind="moderation",
            subject=f"ratings.{made.pk}",
            text=said,
            args={"count": counts[user.pk], "reason": made.reason},
            url=f"{user.get_absolute_url()}#ratings-title",
        )


def _lock(matches: list[str]) -> None:
    """Lock the ladders of these matches; this also serialises corrections of one match."""
    first = RatingLog.objects.filter(match__in=matches, supersedes=None)
    ladders_lock({key for line in first for key in line.row.ladders})


def _current(matches: list[str]) -> list[RatingLog]:
    """Return the current rows of these matches, as far as they are logged."""
    return list(RatingLog.objects.filter(match__in=matches, superseded_by=None).order_by("match"))


def _checked(reason: str) -> str:
    """Return the reason, as long as the log keeps it; refuse an empty one."""
    reason = reason.replace("\0", "").strip()[:200]
    if not reason:
        raise CorrectionRefused("no_reason")
    return reason
