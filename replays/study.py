"""Read study rooms for their pages; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse

from games.matches.models import Match
from games.matches.presenters import seat_names
from games.matches.rendering import Rendered
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.address import Address, read_eyes
from replays.models import Study, StudyMember
from replays.presenters import eyes_sentence


@dataclass(frozen=True)
class StudyAccess:
    """A room that somebody may enter because they may see its match."""

    study: Study
    replay: ReplayAccess

    @property
    def base(self) -> str:
        """Return the room's address."""
        return reverse("replays:study", args=[self.study.code])


def access_study(user: Any, code: str) -> StudyAccess:
    """Return the room `code` for `user`; raises ReplayNotFound, and what `access_replay` raises."""
    study = Study.objects.filter(code=code).select_related("match", "leader").first()
    if study is None:
        raise ReplayNotFound(code)
    return StudyAccess(study, access_finished(user, study.match.code))


def room_address(match: Match, code: str) -> str:
    """Return the address of a match's room, empty if it has no room of that code."""
    is_code = code.isalnum()  # anything else may contain characters that Postgres rejects
    known = is_code and Study.objects.filter(match=match, code=code).exists()
    return reverse("replays:study", args=[code]) if known else ""


def present(study: Study) -> QuerySet[StudyMember]:
    """Return the members whose page has been seen recently."""
    patience = timedelta(seconds=3 * settings.HEARTBEAT_SECONDS)
    return study.members.filter(seen_at__gt=Now() - patience)


def study_context(access: StudyAccess, user: Any) -> dict[str, Any]:
    """Return the context of `replays/_study.html` for one person."""
    study, seats = access.study, access.replay.seats
    here = [member.user for member in present(study).select_related("user").order_by("pk")]
    leads = user.is_authenticated and study.leader_id == user.pk
    address = Address(base=access.base, ply=study.ply, eyes=study.eyes)
    return {
        "study": study,
        "study_address": address,
        "study_eyes": eyes_sentence(read_eyes(study.eyes, len(seats)), seat_names(seats)),
        "leads": leads,
        "leader_here": any(person.pk == study.leader_id for person in here),
        "people": [person for person in here if person.pk != study.leader_id],
        "user": user,
    }


def render_study(user: Any, code: str) -> Rendered:
    """Return the room's strip to push to one person."""
    access = access_study(user, code)
    context = {**study_context(access, user), "oob": True}
    html = render_to_string("replays/_study.html", context)
    return Rendered(access.study.revision, "", html)
