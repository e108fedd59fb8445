"""No POST of tables, matches or accounts takes nonsense: a 4xx, nothing changed, nothing logged.

The routes come from the URL conf, so one that is added is tried by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.support.clubs import make_club
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db

OURS = ("games.matches.", "accounts.", "allauth.")
FIELDS = ["action", "action_id", "bot", "choice", "code", "contribution", "email", "game", "kind",
          "language", "login", "name", "number", "on", "password", "password1", "password2",
          "reason", "role", "season", "seat", "seat_commitment", "seats", "shown_to", "text",
          "title", "turn_seconds", "user", "username", "version", "visibility"]  # fmt: skip
NONSENSE: tuple[dict[str, str], ...] = (
    {},
    dict.fromkeys(FIELDS, "\0"),
    dict.fromkeys(FIELDS, "9" * 5000),
    dict.fromkeys(FIELDS, "[{"),
)
# A POST to these has no input that could be bad: they do what their name says.
# Of a note about somebody any text is good, and tests/people says what is refused.
NO_INPUT = {
    "account_logout", "play_now", "clubs:join", "people:note", "people:read", "usersessions_list"
}  # fmt: skip
# These lead to another page, where it is said why nothing happened.
LED_ELSEWHERE = {
    "account_change_password",  # who has no password is led to setting one
    "account_complete_password_reset",
    "account_confirm_login_code",
    "account_confirm_password_reset_code",
    "account_email",  # allauth tells the refusal in a message
    "account_email_verification_sent",
    "account_login",  # these two: somebody is signed in already
    "account_signup",
    "mfa_activate_totp",  # these two: one has to show again who one is
    "mfa_add_webauthn",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "people:show",
    "people:tie",
    "devices:remove",  # these two: the list it leads to shows that there is no such thing
    "tokens:withdraw",
    "set_language",  # an unknown language is no choice; Django leads back
}
SAID = ('role="alert"', "errorlist", 'aria-invalid="true"', "<h1")


def routes(
    patterns: Sequence[Any], namespace: str = "", outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and the arguments of every route of these apps."""
    for one in patterns:
        arguments = (*outer, *one.pattern.converters)
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from routes(one.url_patterns, inner, arguments)
        elif isinstance(one, URLPattern) and one.name and one.callback.__module__.startswith(OURS):
            yield namespace + one.name, arguments


@pytest.fixture
def values() -> dict[str, object]:
    """What the arguments of addresses stand for; chen, who will post, has no part in any of it."""
    ada, bo = make_user("ada"), make_user("bo")
    return {
        "code": make_running(ada, bo).code,
        "game": "deadline_99",
        "key": "deadline_99",
        "one": str(ada.pk),
        "other": str(bo.pk),
        "pk": 1,
        "slug": make_club(ada).slug,
        "token": "nonsense",
        "username": "bo",
    }


def everything() -> dict[str, list[Any]]:
    """Every row there is, but for sessions, which any request may touch."""
    models = (model for model in apps.get_models() if "session" not in model._meta.app_label)
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values()) for model in models
    }


def post_nonsense(client: Client, values: dict[str, object]) -> Iterator[tuple[str, Any]]:
    """Post every nonsense to every route; yield the route's name and the answer."""
    for name, arguments in routes(get_resolver().url_patterns):
        if name in NO_INPUT:
            continue
        url = reverse(name, kwargs={argument: values[argument] for argument in arguments})
        for data in NONSENSE:
            yield name, client.post(url, data)


def test_nonsense_is_refused_with_a_sentence(
    client: Client, values: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    chen = make_user("chen")
    chen.emailaddress_set.create(email=chen.email, verified=True, primary=True)
    client.force_login(chen)
    before = everything()
    wrong = []
    for name, answer in post_nonsense(client, values):
        said = answer.status_code == 405 or any(one in answer.text for one in SAID)
        refused = 400 <= answer.status_code < 500 and said
        if not refused and not (name in LED_ELSEWHERE and answer.status_code == 302):
            wrong.append((name, answer.status_code))
    assert wrong == []
    assert everything() == before
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_nothing_is_taken_from_somebody_signed_out(
    client: Client, values: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    before = everything()
    wrong = [
        (name, answer.status_code)
        for name, answer in post_nonsense(client, values)
        if not (answer.status_code == 302 or 400 <= answer.status_code < 500)
    ]
    assert wrong == []
    assert everything() == before
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
