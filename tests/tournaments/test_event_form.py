"""The form of an event as it is drawn: what few events need is folded away, and nothing is lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.registry import all_rules, current_rules
from games.tournaments.format_form import FORMATS
from games.tournaments.forms import EventForm
from tests.support.event_pages import filled

pytestmark = pytest.mark.django_db


def drawn(form: EventForm) -> str:
    """Return the form's fields as a page shows them."""
    return render_to_string("tournaments/_create_fields.html", {"form": form})


def is_unfolded(form: EventForm) -> bool:
    """Tell whether what few events need is in sight."""
    return '<details id="rare-fields" class="fold" open>' in drawn(form)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("game", all_rules())
def test_each_field_stands_in_the_form_once(game: str, format: str) -> None:
    form = EventForm(current_rules(game), initial={"format": format})
    names = re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', drawn(form))
    assert sorted(names) == sorted(form.fields)


@pytest.mark.parametrize("format", FORMATS)
def test_a_new_event_shows_what_everybody_decides(format: str) -> None:
    assert not is_unfolded(EventForm(current_rules("deadline_99"), initial={"format": format}))


@pytest.mark.parametrize(
    "chosen",
    [
        {"bye": "half"},
        {"points": "win"},
        {"first_round": "seed"},
        {"fixed_schedule": True},
        {"short_in_turn": True},
    ],
)
def test_what_was_chosen_is_in_sight(chosen: dict[str, Any]) -> None:
    assert is_unfolded(
        EventForm(current_rules("deadline_99"), initial={"format": "pods", **chosen})
    )


@pytest.mark.parametrize("wrong", [{"embargo_until": "soon"}, {"points": ""}])
def test_what_was_refused_is_in_sight(wrong: dict[str, str]) -> None:
    rules = current_rules("deadline_99")
    data = filled(EventForm(rules, initial={"format": "pods"}), name="Friday", **wrong)
    form = EventForm(rules, data)
    assert set(form.errors) == set(wrong)
    assert is_unfolded(form)


def test_short_tables_go_round_where_it_is_asked_for() -> None:
    rules = rules_for("deadline_99")
    for asked in ({}, {"short_in_turn": "on"}):
        data = filled(EventForm(rules, initial={"format": "pods"}), name="Friday", **asked)
        form = EventForm(rules, data)
        assert form.is_valid()
        assert form.config().short_in_turn is bool(asked)
