"""What fragments are compiled to writes and calls as Jinja2 would."""

from __future__ import annotations

import pytest
from django.template import engines
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe
from jinja2 import Environment
from markupsafe import Markup

from config.compiled import written

PLAIN = Environment(autoescape=True)


def fragment(text, **context):
    """Draw a fragment."""
    return engines["fragments"].from_string(text).render(context)


@pytest.mark.parametrize(
    "value",
    [
        "<a b=\"1\" c='2'>&",
        "",
        Markup("<b>"),
        mark_safe("<b>"),
        lazystr("<i>"),
        7,
        None,
        True,
        ["<"],
    ],
)
def test_a_value_is_written_as_jinja_writes_it(value):
    assert written(value) == PLAIN.from_string("{{ value }}").render(value=value)
    assert fragment("{{ value }}", value=value) == written(value)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ('{% for n in (1, 2) %}{% set x = "<" %}{{ _("Log") }}{{ x }}{% endfor %}', "Log&lt;" * 2),
        ('{% with part="mine", _="own" %}{{ part }} {{ _ }}{% endwith %}', "mine own"),
        ("{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}{{ twice('<') }}", "&lt;&lt;"),
        ("{{ range(2)|join }}{{ no.where }}", "01"),
    ],
)
def test_own_names_go_before_those_that_all_fragments_have(text, drawn):
    assert fragment(text) == drawn


def test_what_is_included_knows_what_is_set_round_it():
    text = '{% set name = "ada" %}{% include "partials/avatar.jinja" %}'
    assert ">A</span>" in fragment(text)
