"""How bots are called: in the reader's language on every page, in English in what is kept."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override, pgettext

from games.matches.export import record_json
from games.matches.labels import LABELS, bot_name, shown_name
from games.registry import all_rules
from tests.replays.factories import stored_match
from tests.support.tables import make_table, make_user

LANGUAGES = ["en", "zh-hant", "zh-hans"]


def test_every_kind_of_bot_of_every_game_has_a_name_of_its_own() -> None:
    kinds = {bot for rules in all_rules().values() for bot in rules.bots}
    assert kinds <= set(LABELS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bots_stored_name_is_shown_in_the_readers_language(language: str) -> None:
    with override(language):
        assert shown_name("club", bot_name("club", 2)) == f"{pgettext('kind of bot', 'Club')} 3"
        assert shown_name("novice", "Ada") == "Ada"
        assert shown_name("novice", "Bot 4") == {"en": "Bot 4", "zh-hant": "機器人 4"}.get(
            language, "机器人 4"
        )


@pytest.mark.django_db
def test_pages_show_a_bots_name_in_the_readers_language_and_the_record_does_not(
    client: Client,
) -> None:
    match = stored_match("deadline_99", 0)
    match.seats.filter(number=1).update(name="Bot 4")
    client.cookies["django_language"] = "zh-hant"
    for page in (f"/matches/{match.code}/", f"/replays/{match.code}/", "/replays/"):
        text = client.get(page).content.decode()
        assert "機器人 4" in text, page
        assert "Bot 4" not in text, page
    with override("zh-hant"):
        assert record_json(match)["seats"][1] == "Bot 4"


@pytest.mark.django_db
def test_a_free_seat_says_that_its_choices_add_a_bot(client: Client) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    html = client.get(f"/matches/{make_table(ada, seats=2).code}/").content.decode()
    buttons = re.findall(r"<button.*?</button>", html, re.DOTALL)
    words = [" ".join(strip_tags(one).split()) for one in buttons]
    assert "Add a bot: Novice (Seat 2)" in words
    assert "Add a bot: Club (Seat 2)" in words
    seen = re.sub(r'<span class="visually-hidden">.*?</span>', "", html)
    assert "Add a bot:" in strip_tags(seen)
