"""Pages of events as tests open them: a private club, its people, forms filled as browsers do."""

from __future__ import annotations

import uuid

from django.forms import MultipleChoiceField
from django.urls import reverse

from accounts.clubs.models import Membership
from games.tournaments.models import Season
from games.tournaments.store import load_state
from tests.support.events import act
from tests.support.tables import make_user


def make_people(club):
    people = {
        name: make_user(name) for name in ("outsider", "member", "judge", "director", "staff")
    }
    people["staff"].is_staff = True
    people["staff"].save()
    for name in ("member", "judge"):
        Membership.objects.create(club=club, user=people[name])
    Membership.objects.create(club=club, user=people["director"], role=Membership.Role.DIRECTOR)
    return people


def login(client, world, name):
    if name != "anonymous":
        client.force_login(world["people"][name])


def address(name, world, club=True):
    event, season = world["event"], Season.objects.get(name="Autumn")
    args = {
        "list": [], "new": [], "import": [], "create": ["deadline_99"], "season": [season.pk],
        "season_edit": [season.pk], "season_take_back": [season.pk],
        "season_new": [world["club"].slug], "paper": [event.code, "pairings"],
        "export": [event.code, "event.json"], "reasons": [event.code, 1],
        "why": [event.code, 1, 1], "why_bye": [event.code, 1, 1],
        "entry": [event.code, 1], "table": [event.code, 1, 1],
        "clock": [event.code, 1, 1], "deal": [event.code, 1],
        "arrive": [event.code, "1-guessed"], "door_key": [event.code, "guessed"],
    }.get(name, [event.code])  # fmt: skip
    query = f"?club={world['club'].slug}" if name in ("new", "import", "create") and club else ""
    return reverse(f"tournaments:{name}", args=args) + query


# What each person gets from each address of a private club's event: GET, or POST where it is one.


def post(client, event, **data):
    data = {"request_id": uuid.uuid4().hex, **data}
    return client.post(reverse("tournaments:act", args=[event.code]), data)


def enter(client, event, *names, **data):
    """Write names into a director's box, one to a line."""
    data = {"request_id": uuid.uuid4().hex, "names": "\n".join(names), "tab": "console", **data}
    return client.post(reverse("tournaments:enter", args=[event.code]), data)


def first_of(form, name):
    """Return what a browser would post of a field nobody has touched."""
    if isinstance(form.fields[name], MultipleChoiceField):  # boxes, of which none is ticked
        return form[name].value()
    choices = getattr(form.fields[name], "choices", None)
    return form[name].value() or (next(iter(choices))[0] if choices else "")


def filled(form, **changes):
    data = {name: first_of(form, name) for name in form.fields}
    data = {key: value for key, value in data.items() if value not in (False, None)}
    return {**data, "request_id": uuid.uuid4().hex, **changes}


def table_results(event, owner):
    """Let who was entered first win every table."""
    current = load_state(event).current
    for table in current.tables:
        results = [{"entry": one, "rank": at} for at, one in enumerate(sorted(table.seats), 1)]
        act(
            event, owner, "override_result", round=current.number, table=table.number,
            results=results, reason="by hand",
        )  # fmt: skip
