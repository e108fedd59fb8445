"""Pictures that a table has by the dozen are drawn once for each set of arguments."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.template import engines
from django.utils.safestring import mark_safe

from config import templating
from games.matches.models import Match


@dataclass(frozen=True)
class Listed:
    """Cannot change, but what it holds can."""

    things: list[int]


def kept():
    return len(templating._kept._values)


def draw(text, **context):
    return engines["django"].from_string(text).render(context)


ICON = '{% include "partials/icon.html" with name=name only %}'


def test_the_same_arguments_give_what_was_drawn_before():
    templating._kept.clear()
    first = draw(ICON, name="skull")
    assert "#skull" in first
    assert draw(ICON, name="skull") == first
    assert kept() == 1


def test_other_arguments_give_another_picture():
    assert "#skull" in draw(ICON, name="skull")
    assert "#ui-eye" in draw(ICON, name="ui-eye")


def test_text_is_escaped_although_it_was_drawn_unescaped_before():
    text = '{% include "partials/avatar.html" with name=name only %}'
    safe = draw("{% autoescape off %}" + text + "{% endautoescape %}", name="<b>")
    assert "&lt;" in draw(text, name="<b>")
    assert "&lt;" not in safe


def test_an_include_that_sees_everything_is_not_kept():
    templating._kept.clear()
    assert "#skull" in draw('{% include "partials/icon.html" %}', name="skull")
    assert kept() == 0


def test_a_part_is_given_its_arguments_only_and_kept_by_them():
    templating._kept.clear()
    text = '{% part "partials/icon.html" with name=face.icon title=words %}'
    first = draw(text, face={"icon": "skull"}, words="<b>", name="ui-eye")
    assert "#skull" in first
    assert "&lt;b&gt;" in first
    assert draw(text, face={"icon": "skull"}, words="<b>") == first
    assert kept() == 1


def test_keys_tell_apart_what_is_drawn_apart():
    frozen = templating.frozen
    assert frozen([1, {"a": None}]) == frozen((1, {"a": None}))
    assert frozen(1) != frozen(True)
    assert frozen("<b>") != frozen(mark_safe("<b>"))


@pytest.mark.parametrize("value", [object(), {1, 2}, Match(code="a"), [Listed([])]])
def test_what_may_change_makes_no_key(value):
    with pytest.raises(templating.NotPlain):
        templating.frozen(value)
