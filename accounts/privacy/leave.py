"""Leaving the site: the person goes, everybody else's matches, chains and ratings stay.

Rows that are theirs alone go with them; the log of matches holds seats only, and the log of
ratings numbers only. An AppConfig may carry `leaving = "dotted.path"`: a function that is called
with the person first, takes their name out of what stays, and may raise LeaveRefused.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.utils.module_loading import import_string

from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.people.sessions import sessions_end


@transaction.atomic
def person_leave(*, user: User) -> None:
    """Remove a person for good; raises LeaveRefused, and then nothing has changed."""
    if user.is_superuser and not User.objects.filter(is_superuser=True).exclude(pk=user.pk):
        raise LeaveRefused("last_superuser")
    hooks = (getattr(app, "leaving", "") for app in apps.get_app_configs())
    for path in filter(None, hooks):
        import_string(path)(user)
    sessions_end(user)
    LogEntry.objects.filter(content_type__model="user", object_id=str(user.pk)).delete()
    user.delete()
