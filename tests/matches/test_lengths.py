"""Named lengths: on the form with and without a script, in lists, in “Play now” and the API."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games.engine.options import complete_options, minutes_of
from games.matches.forms import TableForm
from games.matches.labels import length_label
from games.matches.models import Match
from games.matches.services.table_create import table_rematch
from games.registry import current_rules
from games.rules.zombie_rummy.lengths import QUICK_ROUNDS, USUAL_ROUNDS
from games.tournaments.forms.event import EventForm
from tests.api.program import Program
from tests.support.tables import act_for, make_running, make_table

pytestmark = pytest.mark.django_db

URL = "/tables/new/zombie_rummy/"
PRINTED = {"end": "score", "target": 100}


def drawn(game="zombie_rummy", **initial):
    return TableForm(current_rules(game), initial=initial)


def values(form):
    """Return what a browser would send of the form as it is drawn."""
    shown = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in shown.items()}


def posted(form, **changes):
    """Return the options of the table that the form opens when sent with these changes."""
    sent = TableForm(form.rules, {**values(form), **changes})
    assert sent.is_valid(), sent.errors
    return sent.cleaned_data["options"]


def rounds(number):
    return {"end": "rounds", "target": number}


def minutes(seats, game="zombie_rummy", **options):
    return minutes_of(current_rules(game).meta, seats, options)


def test_a_new_table_is_quick_and_its_options_are_filled_in():
    form = drawn()
    assert form["length"].value() == "quick"
    assert form["option-end"].value() == '"rounds"'
    assert form["option-target"].value() == str(QUICK_ROUNDS[4])
    assert posted(form) == rounds(QUICK_ROUNDS[4])
    assert not form.is_length_open()


def test_picking_a_length_fills_its_options_in_without_a_script_too():
    form = drawn()
    assert posted(form, length="printed") == PRINTED
    assert posted(form, length="usual") == rounds(USUAL_ROUNDS[4])
    again = drawn(**{**values(form), "length": "printed"})
    assert (again["option-end"].value(), again["option-target"].value()) == ('"score"', "100")


def test_a_length_follows_the_number_of_players_without_a_script_too():
    form = drawn()
    assert posted(form, seats="6") == rounds(QUICK_ROUNDS[6])
    usual = drawn(length="usual")
    again = drawn(**{**values(usual), "seats": "2"})
    assert (again["length"].value(), posted(again)) == ("usual", rounds(USUAL_ROUNDS[2]))


def test_who_changes_an_option_by_hand_has_left_the_length():
    form = drawn()
    assert posted(form, **{"option-target": "8"}) == rounds(8)
    again = drawn(**{**values(form), "option-target": "8"})
    assert (again["length"].value(), again["option-target"].value()) == ("custom", "8")
    assert again.is_length_open()


def test_who_chooses_their_own_options_begins_with_those_of_the_length():
    form = drawn(**{**values(drawn()), "length": "custom"})
    assert form["length"].value() == "custom"
    assert posted(form) == rounds(QUICK_ROUNDS[4])
    assert form.is_length_open()


def test_options_sent_without_a_length_are_taken_as_they_are():
    form = TableForm(current_rules("zombie_rummy"), {"seats": "4", "option-end": '"wins"'})
    assert not form.choice.preset
    assert drawn(**{"option-end": '"score"', "option-target": "100"})["length"].value() == "printed"
    assert drawn(**{"option-end": '"score"', "option-target": "90"})["length"].value() == "custom"


def test_a_game_without_shorter_options_offers_no_choice_but_says_the_time():
    form = drawn("deadline_99")
    assert "length" not in form.fields
    assert form.time == f"about {minutes(4, game='deadline_99', mode='classic')} min"
    factions = drawn("deadline_99", **{"option-mode": '"factions"'})
    assert factions.time == f"about {minutes(4, game='deadline_99', mode='factions')} min"


def test_lengths_that_are_the_same_are_one_choice():
    duel, teams = drawn("death_frontline"), drawn("death_frontline", seats="4")
    assert [key for key, _ in duel.fields["length"].choices] == ["printed", "custom"]
    assert [key for key, _ in teams.fields["length"].choices] == ["quick", "printed", "custom"]
    assert posted(duel, length="usual")["max_rounds"] == 30


def test_the_form_says_how_long_each_length_takes(as_ada):
    page = unescape(as_ada.get(URL).content.decode())
    labels = re.findall(r'name="length"[^>]*>\s*([^<]+)<', page)
    assert [label.strip() for label in labels] == [
        f"Quick · about {minutes(4, **rounds(QUICK_ROUNDS[4]))} min",
        f"Usual · about {minutes(4, **rounds(USUAL_ROUNDS[4]))} min",
        f"As printed · about {minutes(4, **PRINTED)} min",
        "Your own",
    ]


def test_play_now_and_invitations_begin_with_quick(as_ada):
    as_ada.post(reverse("play_now", args=["zombie_rummy"]))
    assert Match.objects.get().options == rounds(QUICK_ROUNDS[4])
    as_ada.post(URL, {**values(drawn(length="printed")), "visibility": "private"})
    assert as_ada.get(URL).context["form"]["length"].value() == "printed"
    invited = as_ada.get(URL, {"invite": "bo"}).context["form"]
    assert (invited["length"].value(), invited["visibility"].value()) == ("quick", "private")
    assert posted(invited) == rounds(QUICK_ROUNDS[4])


def test_an_event_begins_with_the_usual_length_and_may_choose(as_ada, ada):
    form = EventForm(current_rules("zombie_rummy"), initial={"seats": "4"})
    assert form["length"].value() == "usual"
    assert form["option-target"].value() == str(USUAL_ROUNDS[4])
    printed = {**form.initial, "length": "printed"}
    again = EventForm(current_rules("zombie_rummy"), initial=printed)
    assert again["option-end"].value() == '"score"'
    stored = {"seats": "4", "option-end": '"score"', "option-target": "100"}
    of_event = EventForm(current_rules("zombie_rummy"), initial=stored)
    assert of_event["length"].value() == "printed"


def test_a_rematch_keeps_the_length(ada, bo):
    match = make_running(ada, bo, game="zombie_rummy", length="usual")
    act_for(match, bo, {"type": "resign"})
    assert table_rematch(code=match.code, user=ada).options == rounds(USUAL_ROUNDS[2])


@pytest.mark.parametrize(
    ("choices", "length", "own"),
    [
        ({"length": "quick"}, "Quick · about", ""),
        ({"options": PRINTED}, "As printed · about", ""),
        ({"options": {"end": "wins"}}, "", "The match ends: after a number of rounds won"),
        ({"length": "quick", "options": {"target": 2}}, "", "Target: 2"),
    ],
)
def test_the_lobby_and_the_table_tell_the_length(client, ada, choices, length, own):
    match = make_table(ada, game="zombie_rummy", seats=2, **choices)
    card = client.get("/lobby/").content.decode().split("table-card__options")[1].split("</ul>")[0]
    assert length in card
    assert own in card
    assert ("The match ends" in card) is not bool(length)
    assert length in client.get(f"/matches/{match.code}/").content.decode()


def test_the_name_is_left_out_where_there_is_one_length():
    meta = current_rules("deadline_99").meta
    options = complete_options(meta, 4, {})
    bare = length_label(meta, 4, options)
    assert bare == f"about {minutes(4, game='deadline_99', mode='classic')} min"
    assert length_label(meta, 4, options, named=True) == f"As printed · {bare}"


def test_a_game_says_on_its_card_how_long_play_now_takes(client):
    page = client.get("/").content.decode()
    assert f"2–6 players · about {minutes(4, **rounds(QUICK_ROUNDS[4]))} min" in page


def test_a_program_may_name_a_length_and_its_options_go_first(ada):
    wanted = {"game": "zombie_rummy", "seats": 4, "length": "usual"}
    assert Program(ada).post("/tables", **wanted).json()["options"] == rounds(USUAL_ROUNDS[4])
    own = Program(ada).post("/tables", **wanted, options={"target": 2}).json()
    assert own["options"] == rounds(2)
    bare = Program(ada).post("/tables", game="zombie_rummy", seats=4).json()
    assert bare["options"] == PRINTED
    assert Program(ada).post("/tables", **{**wanted, "length": "endless"}).status_code == 422


def test_programs_are_told_the_lengths():
    games = {one["key"]: one for one in Program().get("/games").json()}
    zombies = [one for one in games["zombie_rummy"]["lengths"] if one["seats"] == 4]
    assert [one["length"] for one in zombies] == ["quick", "usual", "printed"]
    assert zombies[0] == {
        "length": "quick",
        "seats": 4,
        "options": rounds(QUICK_ROUNDS[4]),
        "minutes": minutes(4, **rounds(QUICK_ROUNDS[4])),
    }
    assert {one["length"] for one in games["deadline_99"]["lengths"]} == {"printed"}
