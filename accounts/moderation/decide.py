"""Moderators' decisions. Each one writes a row to the audit log in the same transaction.

Decisions about one person are serialized by locking that person's row.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.clubs.journal import ABOUT_PEOPLE
from accounts.clubs.models import JournalEntry
from accounts.faces.services import picture_remove
from accounts.models import User
from accounts.moderation.models import Decision, Report, Sanction
from accounts.moderation.refusals import ModerationRefused
from accounts.people.models import Notice
from accounts.people.services.notices import notice_send
from accounts.registry import person_barred, person_renamed

Verb = Decision.Verb
DAYS = (1, 3, 7, 30, 0)  # 0: for good
MOST_WORDS = 500
TOLD = {
    Verb.WARN: _("The moderators have warned you. Reason: %(reason)s"),
    Verb.MUTE: _("The moderators have muted you. Reason: %(reason)s"),
    Verb.RENAME: _("The moderators have changed your name. Reason: %(reason)s"),
    Verb.PICTURE: _("The moderators removed your picture. Their reason: %(reason)s"),
    Verb.LIFT: _("The moderators have lifted their decision. Reason: %(reason)s"),
    Verb.GRANT: _("Your appeal was granted. Reason: %(reason)s"),
    Verb.REFUSE: _("Your appeal was denied. Reason: %(reason)s"),
}
ANSWERED = _(
    "The moderators have reviewed your report about %(name)s and made a decision. Thank you."
)
MEASURES = {
    Verb.DISMISS: _("Dismiss report"),
    Verb.UPHOLD: _("Uphold, no action"),
    Verb.WARN: _("Warn"),
    Verb.MUTE: _("Mute at all tables"),
    Verb.BAN: _("Ban from the site"),
    Verb.RENAME: _("Change their name"),
    Verb.PICTURE: _("Remove the picture"),
}


@transaction.atomic
def report_decide(
    *, report_id: int, moderator: User, measure: str, reason: str, days: int = 0
) -> Decision:
    """Decide an open report; raises ModerationRefused and changes nothing if it cannot."""
    report = Report.objects.select_for_update().get(pk=report_id)
    reason = _checked(reason)
    if report.status != Report.Status.OPEN:
        raise ModerationRefused("already_decided")
    if moderator.pk in (report.reporter_id, report.subject_id):
        raise ModerationRefused("own_case")
    if measure not in MEASURES or days not in DAYS:
        raise ModerationRefused("no_such_measure")
    subject = _held(report.subject_id)
    upheld = measure != Verb.DISMISS
    report.status = Report.Status.UPHELD if upheld else Report.Status.DISMISSED
    report.save(update_fields=["status"])
    until = timezone.now() + timedelta(days=days) if days else None
    decision = _carry_out(report, subject, moderator, Verb(measure), reason, until)
    _answer(report)
    return decision


def _answer(report: Report) -> None:
    """Tell the reporter that it is decided; only the reported person learns the decision."""
    if report.reporter is not None and report.subject is not None:
        notice_send(
            user=report.reporter,
            kind="moderation",
            subject=f"report.{report.pk}",
            text=ANSWERED,
            args={"name": report.subject.get_username()},
        )


def _carry_out(
    report: Report | None,
    subject: User | None,
    moderator: User | None,
    verb: Decision.Verb,
    reason: str,
    until: Any = None,
) -> Decision:
    """Apply a verb, tell the person, and write the audit row."""
    if verb in (Verb.WARN, Verb.MUTE, Verb.BAN, Verb.RENAME, Verb.PICTURE):
        if subject is None:
            raise ModerationRefused("nobody_left")
        if subject.is_staff:
            raise ModerationRefused("staff")
    if verb in (Verb.MUTE, Verb.BAN) and subject is not None:
        _impose(subject, Sanction.Kind(verb.value), reason, until, moderator)
    if verb == Verb.RENAME and subject is not None:
        person_rename(subject)
    if verb == Verb.PICTURE and subject is not None and not picture_remove(subject):
        raise ModerationRefused("no_picture")
    decision = Decision.objects.create(
        report=report, subject=subject, moderator=moderator, verb=verb, reason=reason, until=until
    )
    if subject is not None and verb in TOLD:
        notice_send(
            user=subject, kind="moderation", subject=f"decision.{decision.pk}",
            text=TOLD[verb], args={"reason": reason}, url="/accounts/standing/",
        )  # fmt: skip
    return decision


def _impose(
    subject: User, kind: Sanction.Kind, reason: str, until: Any, moderator: User | None
) -> None:
    """Impose a sanction, replacing an earlier one of its kind."""
    fresh = {
        "reason": reason, "until": until, "decided_by": moderator, "appeal": "",
        "appealed_at": None, "appeal_refused": False, "created_at": Now(),
    }  # fmt: skip
    Sanction.objects.update_or_create(user=subject, kind=kind, defaults=fresh)
    if kind == Sanction.Kind.BAN:
        subject.is_active = False
        subject.save(update_fields=["is_active"])  # this also closes all their pages
        person_barred(subject, until)


@transaction.atomic
def sanction_lift(*, sanction_id: int, moderator: User, reason: str) -> Decision:
    """Lift a sanction; nobody may lift their own."""
    sanction = _locked(sanction_id)
    reason = _checked(reason)
    _check_others_case(sanction, moderator)
    _end(sanction)
    return _carry_out(None, sanction.user, moderator, Verb.LIFT, reason)


@transaction.atomic
def appeal_make(*, user: User, sanction_id: int, text: str) -> None:
    """Ask once for another moderator's review."""
    sanction = _locked(sanction_id)
    text = text.replace("\0", "").strip()[:2000]
    if sanction.user_id != user.pk:
        raise ModerationRefused("no_such_sanction")
    if not sanction.may_appeal:
        raise ModerationRefused("already_appealed")
    if not text:
        raise ModerationRefused("no_words")
    sanction.appeal, sanction.appealed_at = text, timezone.now()
    sanction.save(update_fields=["appeal", "appealed_at"])


@transaction.atomic
def appeal_decide(*, sanction_id: int, moderator: User, granted: bool, reason: str) -> Decision:
    """Answer an appeal; the original moderator may only if there is no other."""
    sanction = _locked(sanction_id)
    reason = _checked(reason)
    _check_others_case(sanction, moderator)
    if sanction.appealed_at is None or sanction.appeal_refused:
        raise ModerationRefused("already_decided")
    others = User.objects.filter(is_staff=True, is_active=True).exclude(pk=moderator.pk)
    if sanction.decided_by_id == moderator.pk and others.exists():
        raise ModerationRefused("own_decision")
    if granted:
        _end(sanction)
    else:
        sanction.appeal_refused = True
        sanction.save(update_fields=["appeal_refused"])
    verb = Verb.GRANT if granted else Verb.REFUSE
    return _carry_out(None, sanction.user, moderator, verb, reason)


def sanctions_expire() -> int:
    """End every expired sanction; a periodic job."""
    ended, over = 0, Sanction.objects.filter(until__lte=Now())
    for pk, user in over.values_list("pk", "user"):
        with transaction.atomic():  # it may have been lifted or extended meanwhile
            _held(user)
            sanction = over.filter(pk=pk).first()
            if sanction is not None:
                _end(sanction)
                _carry_out(None, sanction.user, None, Verb.EXPIRE, "-")
                ended += 1
    return ended


def _end(sanction: Sanction) -> None:
    """Let the person speak, or log in, again."""
    if sanction.kind == Sanction.Kind.BAN:
        User.objects.filter(pk=sanction.user_id).update(is_active=True)
    Sanction.objects.filter(pk=sanction.pk).delete()


def _held(user_id: int | None) -> User | None:
    """Return the person of a case, reread with their row locked; None if they have left.

    Lock order: report, person, sanction.
    """
    rows = User.objects.select_for_update(no_key=True)
    return None if user_id is None else rows.filter(pk=user_id).first()


def _locked(sanction_id: int) -> Sanction:
    """Return a sanction to change, with the row of its person locked."""
    rows = Sanction.objects.filter(pk=sanction_id)
    _held(rows.values_list("user", flat=True).first())
    found = rows.first()
    if found is None:
        raise ModerationRefused("no_such_sanction")
    return found


def _check_others_case(sanction: Sanction, moderator: User) -> None:
    """Refuse to let a moderator decide their own case: they may have become staff since."""
    if sanction.user_id == moderator.pk:
        raise ModerationRefused("own_case")


def _checked(reason: str) -> str:
    """Return the reason; refuse an empty one."""
    reason = reason.replace("\0", "").strip()[:MOST_WORDS]
    if not reason:
        raise ModerationRefused("no_reason")
    return reason


def person_rename(user: User) -> None:
    """Give a person a neutral name; the apps replace the old one where they stored it."""
    old = user.username
    user.username = f"player-{secrets.token_hex(4)}"
    user.save(update_fields=["username"])
    person_renamed(user, old)
    told = JournalEntry.objects.filter(verb__in=ABOUT_PEOPLE, about=old)
    told.update(about=user.username)
    _rename_in_notices(user, old)


def _rename_in_notices(user: User, old: str) -> None:
    """Replace the name in other people's notices, and in links to the person's page."""
    page = user.get_absolute_url()
    for notice in Notice.objects.filter(args__name=old).iterator():
        notice.args["name"] = user.username
        if notice.subject == f"person:{user.pk}":
            notice.url = page
        notice.save(update_fields=["args", "url"])
