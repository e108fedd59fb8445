"""What everybody sees of the lobby is drawn once for all; who sees more is drawn alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import translation

from games.matches.lobby import render_lobby
from games.websockets.handlers.pages import LobbyConsumer
from games.websockets.threads import Shared
from tests.support.sockets import open_page, scope_of
from tests.support.tables import make_running, make_table, make_user

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def pushed(user: object, shared: Shared, language: str = "en") -> str:
    """Return what one of those who are drawn in one go is pushed."""
    page = open_page(LobbyConsumer, scope_of() | {"user": user, "session": SessionStore()})
    page.language = language
    return page.render_in_language(shared).html


@pytest.fixture
def people():
    ada, bo, chen, dan = (make_user(name) for name in ("ada", "bo", "chen", "dan"))
    make_table(ada, seats=3)
    make_running(bo, make_user("eve"))
    make_table(ada, seats=3, visibility="private").invitations.create(user=chen)
    return ada, bo, chen, dan


def test_everybody_is_pushed_what_would_be_drawn_for_them_alone(people):
    for language in ("en", "zh-hant"):
        shared = {}
        for user in (NOBODY, *people):
            with translation.override(language):
                alone = render_lobby(user).html
            assert pushed(user, shared, language) == alone
    texts = [pushed(user, {}) for user in people]
    assert len(set(texts)) == 4


def test_lists_that_are_the_same_for_all_are_drawn_once_a_language(
    people, django_assert_num_queries
):
    *_, dan = people
    shared = {}
    pushed(NOBODY, shared)
    with django_assert_num_queries(0):
        pushed(NOBODY, shared)
    with django_assert_num_queries(1):  # whether there is anything of their own
        pushed(dan, shared)
    assert "空位" in pushed(dan, shared, "zh-hant")
