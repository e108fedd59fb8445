"""How bots are called: in the reader's language on every page, in English in what is kept."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from games.matches.export import record_json
from games.matches.labels import LABELS, bot_face, bot_name, bot_title, roman, shown_name
from games.registry import all_rules
from tests.replays.factories import stored_match
from tests.support.tables import make_table, make_user

OTTO = {"en": "Otto", "zh-hant": "奧托", "zh-hans": "奥托"}


def test_every_kind_of_bot_of_every_game_has_a_name_of_its_own() -> None:
    kinds = {bot for rules in all_rules().values() for bot in rules.bots}
    assert kinds <= set(LABELS)


@pytest.mark.parametrize("language", OTTO)
def test_a_bots_stored_name_is_shown_in_the_readers_language(language: str) -> None:
    with override(language):
        stored = bot_name("deadline_99", "club", 3)
        assert stored == "Otto III"
        assert shown_name("deadline_99", "club", stored) == f"{OTTO[language]} III"
        assert shown_name("deadline_99", "club", bot_name("deadline_99", "club")) == OTTO[language]
        assert shown_name("deadline_99", "novice", "Ada") == "Ada"


@pytest.mark.parametrize(
    ("older", "now"), [("Club 1", "Otto"), ("Club 4", "Otto IV"), ("Bot 12", "Otto XII")]
)
def test_bots_of_older_matches_have_the_characters_names(older: str, now: str) -> None:
    assert shown_name("deadline_99", "club", older) == now


def test_a_bot_without_a_character_is_called_by_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = all_rules()["deadline_99"].bots
    monkeypatch.setitem(bots, "club", replace(bots["club"], character=None))  # type: ignore[arg-type]
    assert bot_name("deadline_99", "club", 2) == "Club II"
    assert shown_name("deadline_99", "club", "Club II") == "Bot · Club II"
    assert bot_title("deadline_99", "club") == "Bot · Club"
    assert bot_face("deadline_99", "club") == "ui-bot"


def test_numerals_are_roman_as_far_as_anybody_reads_them() -> None:
    assert [roman(n) for n in (4, 9, 14, 40, 90, 399, 400)] == [
        *("IV", "IX", "XIV", "XL", "XC", "CCCXCIX", "400")
    ]


@pytest.mark.django_db
def test_a_bot_that_comes_back_takes_the_free_name() -> None:
    match = make_table(make_user("ada"), seats=4, bots=["club", "club", "club"])
    names = [seat.name for seat in match.seats.exclude(bot="")]
    assert names == ["Otto", "Otto II", "Otto III"]


@pytest.mark.django_db
def test_pages_show_a_bots_name_in_the_readers_language_and_the_record_does_not(
    client: Client,
) -> None:
    match = stored_match("deadline_99", 0)
    bot = match.seats.get(number=1)
    bot.name = f"{all_rules()['deadline_99'].bots[bot.bot].character.name} II"  # type: ignore[union-attr]
    bot.save()
    client.cookies["django_language"] = "zh-hant"
    with override("zh-hant"):
        shown = bot.shown_name
    assert shown != bot.name
    for page in (f"/matches/{match.code}/", f"/replays/{match.code}/", "/replays/"):
        text = client.get(page).content.decode()
        assert shown in text, page
        assert bot.name not in text, page
    with override("zh-hant"):
        assert record_json(match)["seats"][1] == bot.name


@pytest.mark.django_db
def test_a_free_seat_says_that_its_choices_add_a_bot(client: Client) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    html = client.get(f"/matches/{make_table(ada, seats=2).code}/").content.decode()
    buttons = re.findall(r"<button.*?</button>", html, re.DOTALL)
    words = [" ".join(strip_tags(one).split()) for one in buttons]
    assert "Add a bot: Pip · Novice (Seat 2)" in words
    assert "Add a bot: Otto · Club (Seat 2)" in words
    seen = re.sub(r'<span class="visually-hidden">.*?</span>', "", html)
    assert "Add a bot:" in strip_tags(seen)
