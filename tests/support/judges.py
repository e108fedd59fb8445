"""Judges of an event as tests meet them: named by a director, in a browser, with a ruling."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.support.event_pages import post


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def page(client, event, name="console", **query):
    return client.get(reverse(f"tournaments:{name}", args=[event.code]), query)


def name_judge(world, who):
    director = browser(world["people"]["director"])
    return post(director, world["event"], kind="name_judge", person=who)


def ruling(table):
    ranks = {f"rank-{entry}": str(at) for at, entry in enumerate(table.seats, 1)}
    return {"kind": "override_result", "round": 1, "table": table.number, "reason": "so", **ranks}
