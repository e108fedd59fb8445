"""Tell analyses with the coach by a column of their own: a quick one may have it too."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

FIRST_COACHED, THOROUGH = 3, (1, 3)


def fill(apps: Any, schema_editor: Any) -> None:
    """Mark thorough analyses, which had the coach from the third method on."""
    analysis = apps.get_model("replays", "Analysis")
    coached = analysis.objects.filter(kind__in=THOROUGH, method__gte=FIRST_COACHED)
    coached.update(is_coached=True)


class Migration(migrations.Migration):

    dependencies = [("replays", "0013_coached_together")]

    operations = [
        migrations.AddField(
            model_name="analysis",
            name="is_coached",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="analysis",
            name="kind",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (0, "turning points, for people who wait"),
                    (1, "a thorough analysis"),
                    (2, "turning points, when there is time"),
                    (3, "turning points, one of several matches for the coach"),
                ],
                db_default=1,
                default=1,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
