"""Write down the final places of the events that were over before this was kept."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from games.tournaments.direct.actions import Action
from games.tournaments.direct.board import final_places, played
from games.tournaments.direct.fold import fold


def fill(apps: Any, schema_editor: Any) -> None:
    """Fold each finished event once."""
    model = apps.get_model("tournaments", "FinalPlace")
    events = apps.get_model("tournaments", "Tournament").objects.order_by("pk")
    for event in events.filter(phase__in=("finished", "archived"), finished_at__isnull=False):
        rows = event.actions.order_by("no")
        state = fold([Action(row.kind, row.payload, row.reason) for row in rows])
        came = played(state)
        rows = (
            model(
                tournament=event,
                entry=entry,
                player=player,
                user_id=player if player > 0 else None,
                is_guest=player in state.entries[entry].unclaimed,
                place=place,
                came=entry in came,
            )
            for entry, place in final_places(state).items()
            for player in state.entries[entry].players
            if state.rounds
        )
        # journals older than the rule may hold a person twice: the better place stands
        model.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_series_and_places")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
