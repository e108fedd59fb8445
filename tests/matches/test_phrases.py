"""Phrases of the rules become sentences in the reader's language."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.engine.text import CardRef, Phrase, SeatRef
from games.matches.phrases import listing, phrase_html, phrase_text
from games.registry import current_rules

RULES = current_rules("deadline_99")
DEALT = Phrase(
    "%(seat)s is dealt %(count)s card.",
    {"seat": SeatRef(0), "count": 5},
    plural="%(seat)s is dealt %(count)s cards.",
)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada is dealt 5 cards."),
        ("zh-hant", "Ada 起手拿到 5 張牌。"),
        ("zh-hans", "Ada 起手拿到 5 张牌。"),
    ],
)
def test_a_counted_phrase_is_said_in_every_language(language, sentence):
    with override(language):
        assert phrase_text(DEALT, RULES, ["Ada"]) == sentence


def test_a_name_cannot_bring_markup_into_the_log():
    phrase = Phrase("%(seat)s discards %(card)s.", {"seat": SeatRef(0), "card": CardRef("3S")})
    html = phrase_html(phrase, RULES, ["<img src=x onerror=alert(1)>"])
    assert "<img" not in html
    assert "&lt;img" in html


@pytest.mark.parametrize(("language", "told"), [("en", "<i>, bo"), ("zh-hans", "<i>、bo")])
def test_names_are_parted_as_the_language_parts_what_it_lists(language, told):
    shown = "{% load match_tags %}{{ names|listing }}"
    with override(language):
        assert listing(["<i>", "bo"]) == told
        drawn = Template(shown).render(Context({"names": ["<i>", "bo"]}))
    assert drawn == told.replace("<i>", "&lt;i&gt;")
