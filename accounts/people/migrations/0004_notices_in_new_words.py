"""Give stored notices the keys of today's sentences, so that they're shown and translated."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Case, Value, When

NEW = {
    "%(name)s follows you now.": "%(name)s now follows you.",
    "%(name)s asks to join “%(club)s”.": "%(name)s asked to join “%(club)s”.",
    "“%(club)s”, news: %(title)s": "New announcement in “%(club)s”: %(title)s",
    "You are a member of “%(club)s” now.": "You’re now a member of “%(club)s”.",
    "“%(club)s” has declined your request to join.": "“%(club)s” declined your request to join.",
    "You are a director of “%(club)s” now.": "You’re now a director of “%(club)s”.",
    "You are an owner of “%(club)s” now.": "You’re now an owner of “%(club)s”.",
    "The moderators warn you. Their reason: %(reason)s": (
        "The moderators have warned you. Reason: %(reason)s"
    ),
    "The moderators have muted you. Their reason: %(reason)s": (
        "The moderators have muted you. Reason: %(reason)s"
    ),
    "The moderators gave you another name. Their reason: %(reason)s": (
        "The moderators have changed your name. Reason: %(reason)s"
    ),
    "The moderators have lifted what they had decided. Their reason: %(reason)s": (
        "The moderators have lifted their decision. Reason: %(reason)s"
    ),
    "Your appeal is granted. The reason: %(reason)s": "Your appeal was granted. Reason: %(reason)s",
    "Your appeal is refused. The reason: %(reason)s": "Your appeal was denied. Reason: %(reason)s",
    "The moderators have looked at your report about %(name)s and decided. Thank you.": (
        "The moderators have reviewed your report about %(name)s and made a decision. Thank you."
    ),
    "%(name)s invites you to a table of %(game)s.": "%(name)s invited you to a %(game)s table.",
    "%(event)s: your table waits for you.": "%(event)s: your table is waiting for you.",
    "%(event)s, round %(round)s: your table waits for you.": (
        "%(event)s, round %(round)s: your table is waiting for you."
    ),
    "%(name)s offers a rematch of %(game)s.": "%(name)s wants a rematch of %(game)s.",
    "At your table of %(game)s everybody is ready but you.": (
        "Everyone else at your %(game)s table is ready."
    ),
    "At a table of %(game)s everybody waited for you while you were away: "
    "your seat is free again.": (
        "You were away while everyone waited at a %(game)s table, so your seat was freed."
    ),
    "Your match of %(game)s ended without a result: a fault of this site kept it from going on.": (
        "Your %(game)s match ended without a result because of a fault on our side."
    ),
    "%(name)s has freed your seat at a table of %(game)s.": (
        "%(name)s freed your seat at a %(game)s table."
    ),
    "“%(club)s”: you can enter “%(event)s” now.": "“%(club)s”: you can now enter “%(event)s”.",
    "“%(event)s”: check in now, or you will have no table.": (
        "“%(event)s”: check in now to get a table."
    ),
    "“%(event)s” begins within an hour.": "“%(event)s” starts within the hour.",
    "%(name)s has entered “%(event)s” with you as partner.": (
        "%(name)s entered “%(event)s” with you as their partner."
    ),
    "Your pair is out of “%(event)s”: one of you left it, or was taken off.": (
        "Your pair is out of “%(event)s”: one of you left or was removed."
    ),
    "You are a judge of “%(event)s”.": "You’re now a judge of “%(event)s”.",
}


def rename(apps: Any, schema_editor: Any) -> None:
    """Replace each old key by its new one, in one statement."""
    to_new = Case(*(When(text=old, then=Value(new)) for old, new in NEW.items()))
    apps.get_model("people", "Notice").objects.filter(text__in=NEW).update(text=to_new)


class Migration(migrations.Migration):
    dependencies = [("people", "0003_mailed")]
    operations = [migrations.RunPython(rename, migrations.RunPython.noop, elidable=True)]
