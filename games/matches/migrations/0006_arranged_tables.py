"""Mark tables of events explicitly; until now they were recognized by having no owner."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def mark_arranged(apps: Any, schema_editor: Any) -> None:
    """Mark the open tables that have no owner and are not a rematch: those of events."""
    match = apps.get_model("matches", "Match")
    match.objects.filter(owner=None, rematch_of=None, status="open").update(arranged=True)


class Migration(migrations.Migration):
    dependencies = [("matches", "0005_club_ladders")]
    operations = [
        migrations.AddField(
            model_name="match",
            name="arranged",
            field=models.BooleanField(
                default=False,
                help_text="Its seats were given by an event: it waits for those people.",
            ),
        ),
        migrations.RunPython(mark_arranged, migrations.RunPython.noop, elidable=True),
    ]
