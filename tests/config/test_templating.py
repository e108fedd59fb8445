"""Pictures that a table has by the dozen are drawn once for each set of arguments."""

from __future__ import annotations

from django.template import engines

from config import templating


def draw(text, **context):
    return engines["django"].from_string(text).render(context)


ICON = '{% include "partials/icon.html" with name=name only %}'


def test_the_same_arguments_give_what_was_drawn_before():
    templating._kept.clear()
    first = draw(ICON, name="skull")
    assert "#skull" in first
    assert draw(ICON, name="skull") == first
    assert len(templating._kept) == 1


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
    assert templating._kept == {}
