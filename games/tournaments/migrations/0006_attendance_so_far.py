"""Write down who came to the rounds that were played before this was kept."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from games.tournaments.direct.actions import Action
from games.tournaments.direct.attendance import changes
from games.tournaments.direct.fold import BLANK, apply


def fill(apps: Any, schema_editor: Any) -> None:
    """Fold each event once, as its actions did it one by one."""
    users = set(apps.get_model("accounts", "User").objects.values_list("pk", flat=True))
    model = apps.get_model("tournaments", "Attendance")
    for event in apps.get_model("tournaments", "Tournament").objects.order_by("pk"):
        rows = event.actions.order_by("no")
        model.objects.bulk_create(
            model(tournament=event, user_id=player, round=number, **told)
            for (player, number), told in so_far(rows).items()
            if player in users
        )


def so_far(rows: Any) -> dict[tuple[int, int], dict[str, Any]]:
    """Return what an event's actions tell, by (player, round)."""
    state, published, found = BLANK, {}, {}
    for row in rows:
        action = Action(row.kind, row.payload, row.reason)
        after = apply(state, action)
        if row.kind == "publish_round":
            published[row.payload["round"]] = row.at
        for key, came in changes(state, action, after).items():
            found.pop(key, None)
            if came is not None:
                found[key] = {"came": came, "began_at": published[key[1]], "at": row.at}
        state = after
    return found


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_attendance")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
