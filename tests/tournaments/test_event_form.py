"""The form of an event as it is drawn: what few events need is folded away, and nothing is lost."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.registry import all_rules, current_rules
from games.tournaments.direct.config import Config
from games.tournaments.forms.event import EventForm, values_of
from games.tournaments.forms.field_uses import FORMATS
from games.tournaments.models import Tournament
from games.tournaments.rank.points import UNIT
from tests.support.event_pages import filled

pytestmark = pytest.mark.django_db


def drawn(form: EventForm) -> str:
    """Return the form's fields as a page shows them."""
    return render_to_string("tournaments/_create_fields.html", {"form": form})


def unfolded(form: EventForm) -> list[str]:
    """Return the parts that are open."""
    return re.findall(r'<details id="fold-(\w+)" class="fold" open>', drawn(form))


def told(form: EventForm) -> str:
    """Return what the folded parts say stands in them."""
    return " ".join(fold.summary for fold in form.folds())


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("game", all_rules())
def test_each_field_stands_in_the_form_once(game: str, format: str) -> None:
    form = EventForm(current_rules(game), initial={"format": format})
    names = re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', drawn(form))
    assert sorted(name for name, _ in groupby(names)) == sorted(form.fields)  # boxes in a row


@pytest.mark.parametrize("format", FORMATS)
def test_a_new_event_shows_what_everybody_decides(format: str) -> None:
    form = EventForm(current_rules("deadline_99"), initial={"format": format})
    assert unfolded(form) == []
    lasts = ["minutes"] if format == "arena" else []
    assert [field.name for field in form.first()] == ["format", "starts_at", *lasts]


def test_a_games_length_is_among_what_everybody_decides() -> None:
    form = EventForm(current_rules("zombie_rummy"))
    assert [field.name for field in form.first()] == ["format", "starts_at", "length"]
    assert "options" in [fold.key for fold in form.folds()]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"bye": "half"}, "A bye counts as: half a win"),
        ({"points": "win"}, "Points: Five for a win, one for a shared win"),
        ({"first_round": "seed"}, "First round: by seed"),
        ({"fixed_schedule": True}, "Pair all rounds at the start"),
        ({"half_byes": 0}, "Half byes: 0"),
        ({"forbidden": ["4", "5"]}, "Never tables of: 4, 5"),
        ({"rounds": "4"}, "Rounds: 4"),
        ({"prizes": "A pie"}, "Prizes"),
        ({"tie_breaks": "own"}, "Tie-breaks: an order of your own"),
    ],
)
def test_what_was_chosen_stands_in_the_head_of_its_part(chosen: dict[str, Any], said: str) -> None:
    rules = current_rules("deadline_99")
    assert said not in told(EventForm(rules, initial={"format": "pods"}))
    assert said in told(EventForm(rules, initial={"format": "pods", **chosen}))


@pytest.mark.parametrize(
    ("wrong", "part"), [({"embargo_until": "soon"}, "told"), ({"points": ""}, "rare")]
)
def test_what_was_refused_is_in_sight(wrong: dict[str, str], part: str) -> None:
    rules = current_rules("deadline_99")
    data = filled(EventForm(rules, initial={"format": "pods"}), name="Friday", **wrong)
    form = EventForm(rules, data)
    assert set(form.errors) == set(wrong)
    assert unfolded(form) == [part]


def test_short_tables_go_round_where_it_is_asked_for() -> None:
    rules = current_rules("deadline_99")
    for asked in ({}, {"short_in_turn": "on"}):
        data = filled(EventForm(rules, initial={"format": "pods"}), name="Friday", **asked)
        form = EventForm(rules, data)
        assert form.is_valid()
        assert form.config().short_in_turn is bool(asked)


def configured(format: str, base: Config | None = None, **changes: Any) -> Config:
    """Return the settings of a form that was drawn and sent with these choices."""
    rules = current_rules("zombie_rummy")
    drawn = EventForm(rules, initial={"format": format, **changes})
    form = EventForm(rules, filled(drawn, name="Friday", **changes))
    assert form.is_valid(), form.errors
    return form.config(base)


def test_what_was_built_for_events_can_be_chosen() -> None:
    chosen = configured("pods", half_byes="3", forbidden=["5"], clubs_apart="on")
    assert (chosen.half_byes, chosen.clubs_apart) == (3, True)
    assert chosen.sizes.allowed == (3, 4)
    assert (configured("pods").pab, configured("swiss").pab) == (UNIT // 2, None)
    assert configured("pods", bye="full").pab is None


def test_tie_breaks_come_in_a_known_order_or_in_an_own_one() -> None:
    assert configured("swiss").criteria == ()
    known = configured("swiss", tie_breaks="round_robin")
    assert known.criteria == ("direct", "sonneborn_berger", "wins", "koya", "lot")
    own = {"tie_breaks": "own", "tie_break_1": "wins", "tie_break_2": "lot", "tie_break_3": ""}
    rest = {f"tie_break_{at}": "" for at in range(4, 8)}
    assert configured("swiss", **own, **rest).criteria == ("wins", "lot")
    assert configured("swiss", known).criteria == ()


@pytest.mark.parametrize(
    ("format", "changes", "said"),
    [
        (
            "pods",
            {"forbidden": ["3", "4", "5"]},
            "Every table size is ruled out. Allow at least one.",
        ),
        ("swiss", {"tie_breaks": "own", "tie_break_1": "lot"}, "must be the last tie-break"),
        ("swiss", {"tie_breaks": "own", "tie_break_2": "direct"}, "is listed twice"),
        ("round_robin", {"tie_breaks": "own", "tie_break_1": "buchholz"}, "Select a valid choice"),
        ("pods", {"tie_breaks": "own", "tie_break_1": ""}, "This field is required."),
        ("pods", {"half_byes": "51"}, "less than or equal to 50"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    format: str, changes: dict[str, Any], said: str
) -> None:
    rules = current_rules("zombie_rummy")
    form = EventForm(rules, filled(EventForm(rules, initial={"format": format, **changes})))
    data = {**form.data, "name": "Friday", **changes}
    assert said in str(EventForm(rules, data).errors)


def test_the_form_of_an_event_shows_what_was_chosen() -> None:
    own = ("wins", "direct", "lot")
    chosen = configured("pods", half_byes="0", forbidden=["4"], clubs_apart="on")
    event = Tournament(game="zombie_rummy", options={})
    drawn = EventForm(current_rules("zombie_rummy"), initial=values_of(event, chosen))
    assert (drawn["half_byes"].value(), drawn["clubs_apart"].value()) == (0, True)
    assert (drawn["forbidden"].value(), drawn["bye"].value()) == ([4], "usual")
    old = Config("pods", "-", criteria=own)
    drawn = EventForm(current_rules("zombie_rummy"), initial=values_of(event, old))
    places = [drawn[f"tie_break_{at}"].value() for at in range(1, 8)]
    assert places == [*own, "", "", "", ""]
    assert drawn["bye"].value() == "full"
