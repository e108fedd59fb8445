"""Make every study room one of a single chapter, which belongs to its leader."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def fill(apps: Any, schema_editor: Any) -> None:
    """Give each room without chapters one about its match, and its leader as owner."""
    study_model = apps.get_model("replays", "Study")
    chapter_model = apps.get_model("replays", "StudyChapter")
    for study in study_model.objects.filter(chapters=None).iterator():
        study.chapter = chapter_model.objects.create(
            study=study, number=1, match_id=study.match_id, ply=study.ply, eyes=study.eyes
        )
        study.owner_id = study.leader_id
        study.save(update_fields=["chapter", "owner"])


class Migration(migrations.Migration):

    dependencies = [("replays", "0011_study_chapters")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
