"""A migration leaves the version before able to run: what that reads is there, and what it leaves
out is filled.

That is so while processes are restarted one after the other, and where an operator goes back. It is
judged by columns alone: that what the old version writes keeps to a new constraint, nothing here
can tell. A migration that cannot hold this is told of in CHANGELOG.md, and here.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.fields import NOT_PROVIDED

NOT_FOR_RUNNING_SITES: set[tuple[str, str]] = set()
BEFORE = {"accounts": "0003", "clubs": "0003", "matches": "0007", "tournaments": "0003"}
"""The last of each app that was written before this was held. Of clubs, 0004 made it good."""
GONE = (
    operations.RemoveField,
    operations.RenameField,
    operations.DeleteModel,
    operations.RenameModel,
    operations.AlterModelTable,
)


def may_be_left_out(field: models.Field) -> bool:
    """Tell whether a row can be written by who does not know of this field."""
    filled = field.db_default is not NOT_PROVIDED or isinstance(field, models.GeneratedField)
    return field.null or field.many_to_many or filled


def hinders(step: Operation, state: ProjectState, app: str) -> bool:
    """Tell whether the version before cannot run on what this step leaves."""
    if isinstance(step, operations.AddField):
        return not may_be_left_out(step.field)
    if isinstance(step, operations.AlterField):
        old = state.models[app, step.model_name_lower].fields[step.name]
        return old.null and not step.field.null
    return isinstance(step, GONE)


def ours() -> Iterator[tuple[Migration, ProjectState]]:
    """Yield the migrations of our apps that the rule holds for, and what each one finds."""
    loader = MigrationLoader(None)
    for app in apps.get_app_configs():
        if str(settings.BASE_DIR) not in app.path or "site-packages" in app.path:
            continue
        for (label, name), migration in sorted(loader.disk_migrations.items()):
            known = label != app.label or name[:4] <= BEFORE.get(label, "0000")
            if not known and (label, name) not in NOT_FOR_RUNNING_SITES:
                yield migration, loader.project_state((label, name), at_end=False)


def test_the_version_before_runs_on_what_each_migration_leaves() -> None:
    held, hindering = 0, []
    for migration, state in ours():
        held += 1
        for step in migration.operations:
            if hinders(step, state, migration.app_label):
                hindering.append(f"{migration}: {step.describe()}")
            step.state_forwards(migration.app_label, state)
    assert held
    assert hindering == []


NUMBER = models.IntegerField()
STATE = ProjectState()
ONE = operations.CreateModel("one", [("had", models.IntegerField(null=True))])
ONE.state_forwards("app", STATE)


@pytest.mark.parametrize(
    ("step", "hindering"),
    [
        (operations.AddField("one", "new", models.IntegerField(default=0)), True),
        (operations.AddField("one", "new", models.IntegerField(default=0, db_default=0)), False),
        (operations.AddField("one", "new", models.IntegerField(null=True)), False),
        (operations.AddField("one", "new", models.ManyToManyField("app.one")), False),
        (operations.AlterField("one", "had", NUMBER), True),
        (operations.AlterField("one", "had", models.BigIntegerField(null=True)), False),
        (operations.RemoveField("one", "had"), True),
        (operations.RenameField("one", "had", "has"), True),
        (operations.DeleteModel("one"), True),
        (operations.CreateModel("two", [("new", NUMBER)]), False),
    ],
    ids=lambda step: step.describe() if isinstance(step, Operation) else "",
)
def test_what_hinders_the_version_before(step: Operation, hindering: bool) -> None:
    assert hinders(step, STATE, "app") is hindering
