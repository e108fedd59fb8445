"""Fragments escape what they show; parts are drawn once for each set of arguments."""

from __future__ import annotations

from datetime import date

import pytest
from django.template import engines
from django.utils import translation
from django.utils.safestring import mark_safe

from config.fragments.environment import render_part
from games.engine.showing import Region
from games.matches.fragments import RenderedRegion, cached_part, fill_slots
from games.matches.models import Match

ICON = "partials/icon.jinja"


@pytest.fixture(autouse=True)
def nothing_kept():
    cached_part.cache_clear()


def kept():
    return cached_part.cache_info().currsize


def page(text, **context):
    """Draw a page's template."""
    return engines["django"].from_string(text).render(context)


def fragment(text, **context):
    """Draw a fragment in the active language."""
    speaking = engines["fragments"].env.speaking(translation.get_language())
    return speaking.from_string(text).render(context)


def part(**arguments):
    """Draw a part in English."""
    return render_part("en", ICON, **arguments)


def test_the_same_arguments_give_what_was_drawn_before():
    first = part(name="skull")
    assert "#skull" in first
    assert part(name="skull") is first
    assert kept() == 1


def test_other_arguments_give_another_picture():
    assert "#skull" in part(name="skull")
    assert "#ui-eye" in part(name="ui-eye")


def test_a_part_is_given_its_arguments_only_and_kept_by_them():
    text = '{% part "partials/icon.jinja" with name=face.icon title=words %}'
    first = page(text, face={"icon": "skull"}, words="<b>", name="ui-eye", **{"class": "secret"})
    assert "#skull" in first
    assert "&lt;b&gt;" in first
    assert "secret" not in first
    assert page(text, face={"icon": "skull"}, words="<b>") == first
    assert kept() == 1


def test_a_part_in_a_fragment_is_that_of_a_page_and_sees_none_of_what_is_round_it():
    text = '{{ part("partials/icon.jinja", name=face.icon) }}'
    drawn = fragment(text, face={"icon": "skull"}, title="secret")
    assert drawn == page('{% part "partials/icon.jinja" with name="skull" %}')
    assert "secret" not in drawn


def test_an_argument_that_is_not_there_is_none():
    assert fragment('{{ part("partials/icon.jinja", name="skull", title=no.where) }}') == fragment(
        '{{ sprite("skull") }}'
    )
    assert kept() == 1


def test_what_is_drawn_apart_is_kept_apart():
    for value in (1, True, "1", 1.0):
        part(name="skull", title=value)
    render_part("zh-hant", ICON, name="skull", title=1)
    assert kept() == 5
    part(name="skull", title=["a", {"b": None}])
    part(name="skull", title=["a", {"b": None}])
    assert kept() == 6


@pytest.mark.parametrize("value", [object(), Match(code="a"), mark_safe("<b>"), [object()]])
def test_what_may_change_is_drawn_and_not_kept(value):
    assert "<svg" in part(name="skull", title=value)
    assert kept() == 0


def test_a_region_stands_in_its_slot_and_regions_stand_within_regions():
    icon = RenderedRegion(Region("icon", ICON, {"name": "skull", "title": "<b>"}), "en")
    around = fragment('<p>{{ region("icon") }}{{ region("of-nobody") }}</p>')
    assert fill_slots(around, {"icon": icon}) == f"<p>{icon.html}</p>"
    assert 'aria-label="&lt;b&gt;"' in icon.html


@pytest.mark.parametrize("value", [object(), Match(code="a"), mark_safe("<b>"), date(2026, 1, 1)])
def test_a_region_is_made_of_plain_values_alone(value):
    with pytest.raises(TypeError):
        str(RenderedRegion(Region("icon", ICON, {"title": value}), "en").html)


def test_text_and_attributes_are_escaped():
    assert fragment("{{ name }}", name='<b a="1">') == "&lt;b a=&#34;1&#34;&gt;"
    assert fragment("{{ name }}", name=mark_safe("<b>")) == "<b>"
    said = fragment('{{ _("%(name)s is to play")|format(name=name) }}', name="<b>")
    assert said == "&lt;b&gt; is to play"


def test_entries_of_plain_data_go_before_what_a_dict_can_do():
    assert (
        fragment("{{ pile.items }} {{ pile.none }}{{ pile.none.deeper }}", pile={"items": 3})
        == "3 "
    )


def test_a_fragment_speaks_the_language_that_is_active():
    text = '{{ _("Log") }} {{ card_name("deadline_99", "3S") }}'
    english = fragment(text)
    with translation.override("zh-hant"):
        assert fragment(text) != english
    assert fragment(text) == english


def test_a_page_lends_a_fragment_all_it_has():
    text = '{% fragment "partials/avatar.jinja" class="big" %}'
    assert 'class="avatar big"' in page(text, name="ada")


def test_an_icon_of_text_that_is_marked_as_safe_is_not_that_of_the_same_text_unmarked():
    text = '{{ sprite("skull", title=words) }}'
    assert 'aria-label="<b>"' in fragment(text, words=mark_safe("<b>"))
    assert 'aria-label="&lt;b&gt;"' in fragment(text, words="<b>")
