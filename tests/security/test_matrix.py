"""Every address, for every role: the one table of who gets what (matrix.txt)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.security.matrix import Row, ask, rows, site_routes, told
from tests.security.world import ROLES, World, fingerprint, make_world
from tests.support.tables import make_user

DONE = ("200", "204", "back", "shown")  # every other answer is a refusal


def test_the_table_names_every_address_and_every_socket() -> None:
    assert {row.route for row in rows()} == site_routes()


@pytest.mark.timeout(400)  # a hundred and more pages, and the machine may be busy
@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_each_role_as_the_table_says(role: str) -> None:
    world = make_world()
    client = world.client(role)
    before = fingerprint()
    pages = [row for row in rows() if row.method != "WS"]
    answers = {row.name: answer_of(client, row, world, before) for row in pages}
    assert answers == {row.name: row.expected[ROLES.index(role)] for row in pages}


def answer_of(client: Client, row: Row, world: World, before: object) -> str:
    """Return what a role is answered; whatever it did is undone, and a refusal did nothing."""
    cache.clear()
    cookies = client.cookies.copy()
    with transaction.atomic():
        answer = told(ask(client, row, world))
        if row.method == "POST" and answer not in DONE:
            assert fingerprint() == before, f"{row.name} refused ({answer}) and yet did something"
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


@pytest.mark.timeout(400)
@pytest.mark.django_db
def test_head_is_answered_wherever_get_is() -> None:
    world = make_world()
    clients = {role: world.client(role) for role in ROLES}
    for row in rows():
        if row.method == "GET" and "200" in row.expected:
            client = clients[ROLES[row.expected.index("200")]]
            assert answer_of(client, replace(row, method="HEAD"), world, None) == "200", row.name


@pytest.mark.django_db
def test_the_admin_is_closed_to_everybody_but_staff() -> None:
    member = Client()
    member.force_login(make_user("member"))
    models = [
        f"{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry
    ]
    for client in (Client(), member):
        for page in ("", *models, *(f"{model}add/" for model in models)):
            answer = client.get(f"/admin/{page}")
            assert answer.status_code == 302, page
            assert "/login/" in answer["Location"]
