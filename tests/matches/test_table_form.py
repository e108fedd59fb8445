"""The form that opens a table: drawn from a game's options, judged by its rules, remembered."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.services.ties import tie_set
from games.matches.clock import iso
from games.matches.forms import TableForm
from games.matches.models import Match
from games.matches.services.table_create import DAY
from games.registry import all_rules, current_rules
from tests.support.tables import make_running, make_user

URL = "/tables/new/deadline_99/"
CHOICES = {
    "seats": "5",
    "option-decks": "2",
    "option-mode": '"factions"',
    "option-free_agents": "1",
    "option-angel_reaper": "true",
    "option-allow_negative": "false",
    "turn_seconds": "30",
    "reserve_seconds": "60",
    "on_absence": "stand_in",
    "visibility": "unlisted",
    "rated": "no",
    "bots": "3",
    "bot": "novice",
}


@pytest.mark.parametrize(
    ("game", "seats"), [("deadline_99", 4), ("death_frontline", 2), ("zombie_rummy", 4)]
)
def test_a_new_table_has_as_many_seats_as_the_game_usually_has(game, seats):
    form = TableForm(current_rules(game))
    assert form.fields["seats"].initial == seats
    assert form.seat_count == seats


def test_a_valid_form_opens_exactly_that_table(as_ada):
    answer = as_ada.post(URL, CHOICES)
    match = Match.objects.get()
    assert answer["Location"] == reverse("matches:match", args=[match.code])
    assert match.seat_count == 5
    assert match.options == {
        "decks": 2,
        "mode": "factions",
        "free_agents": 1,
        "angel_reaper": True,
        "allow_negative": False,
    }
    assert (match.turn_seconds, match.reserve_seconds, match.visibility) == (30, 60, "unlisted")
    assert not match.rated
    assert match.on_absence == "stand_in"
    assert [seat.bot for seat in match.seats.all()] == ["", "novice", "novice", "novice", ""]


def test_a_match_of_days_may_have_a_reserve_for_holidays(as_ada, ada):
    form = TableForm(current_rules("deadline_99"))
    assert "3 days" in dict(form.fields["turn_seconds"].choices).values()
    assert "7 days" in dict(form.fields["reserve_seconds"].choices).values()
    match = make_running(ada, make_user("bo"), turn_seconds=3 * DAY, reserve_seconds=7 * DAY)
    assert match.deadline_at - match.turn_started_at == timedelta(days=10)
    page = as_ada.get(f"/matches/{match.code}/").content.decode()
    assert iso(match.turn_started_at + timedelta(days=3)) in page


@pytest.mark.parametrize(("choice", "rated"), [({"rated": "yes"}, True), ({}, True)])
def test_a_table_is_rated_unless_somebody_chose_otherwise(as_ada, choice, rated):
    form = {key: value for key, value in CHOICES.items() if key != "rated"}
    as_ada.post(URL, form | choice)
    assert Match.objects.get().rated is rated


def test_the_last_choices_come_back(as_ada):
    as_ada.post(URL, CHOICES)
    form = as_ada.get(URL).context["form"]
    shown = {name: form[name].value() for name in CHOICES}
    assert {name: str(value) for name, value in shown.items()} == CHOICES


def test_an_option_that_depends_on_others_is_drawn_anew(as_ada):
    classic = as_ada.get(URL, {"seats": "5"}, headers={"HX-Request": "true"})
    assert b"option-free_agents" not in classic.content
    chosen = {"seats": "5", "option-mode": '"factions"'}
    factions = as_ada.get(URL, chosen, headers={"HX-Request": "true"})
    assert b"option-free_agents" in factions.content
    assert b"<html" not in factions.content


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"option-free_agents": "2"}, "isn’t a valid value for the option “Free agents”"),
        ({"option-mode": '"classic"'}, "The option “Free agents” doesn’t apply here"),
        ({"option-decks": "9"}, "“9” isn’t a valid value for the option “Packs”"),
        ({"option-decks": "true"}, "isn’t a valid value for the option “Packs”"),
        ({"option-decks": "2.0"}, "isn’t a valid value for the option “Packs”"),
        ({"option-decks": "["}, "That value isn’t valid"),
        ({"option-decks": '"\\ud800"'}, "That value isn’t valid"),
        ({"option-decks": "NaN"}, "That value isn’t valid"),
        ({"option-decks": "[" * 50_000}, "That value isn’t valid"),
        ({"option-colour": "1"}, "This game has no option “colour”"),
        ({"seats": "11"}, "Select a valid choice"),
        ({"seats": "\0"}, "Select a valid choice"),
        ({"bots": "5"}, "That’s too many bots"),
        ({"bot": "no such bot"}, "Select a valid choice"),
        ({"on_absence": "die"}, "Select a valid choice"),
        ({"turn_seconds": "1"}, "Select a valid choice"),
        ({"visibility": "secret"}, "Select a valid choice"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(as_ada, caplog, changes, sentence):
    answer = as_ada.post(URL, {**CHOICES, **changes})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_an_empty_form_is_refused(as_ada):
    assert as_ada.post(URL, {}).status_code == 422
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_the_usual_choices_of_every_game_are_valid(game):
    rules = current_rules(game)
    for seats in rules.meta.allowed_seats():
        drawn = TableForm(rules, initial={"seats": str(seats)})
        posted = {name: str(drawn[name].value()) for name in drawn.fields}
        form = TableForm(rules, posted)
        assert form.is_valid(), form.errors


def redrawn(form, **changes):
    """Return the form as it is drawn anew when what it shows is changed."""
    shown = {name: form[name].value() for name in form.fields}
    return TableForm(form.rules, initial={**shown, **changes})


def test_what_is_usual_follows_the_seats_and_what_was_chosen_stays():
    few = TableForm(current_rules("deadline_99"), initial={"seats": "4"})
    assert few["option-decks"].value() == "2"
    many = redrawn(few, seats="7")
    assert many["option-decks"].value() == "3"
    chosen = redrawn(many, **{"option-decks": "2"})
    assert redrawn(chosen, turn_seconds="30")["option-decks"].value() == "2"
    assert redrawn(chosen, seats="8")["option-decks"].value() == "2"


ZOMBIE_URL = "/tables/new/zombie_rummy/"


def test_a_number_among_many_is_typed_and_one_of_a_few_is_chosen(as_ada):
    shown = as_ada.get(ZOMBIE_URL, {"length": "printed"})
    target = shown.context["form"]["option-target"].as_widget()
    assert re.search(r'<input type="number" [^>]*value="100" min="20" max="500"', target)
    rounds = as_ada.get(ZOMBIE_URL, {"option-end": '"rounds"'}).context["form"]
    assert rounds["option-target"].as_widget().count("<option") == 9


def as_printed():
    return TableForm(current_rules("zombie_rummy"), initial={"length": "printed"})


@pytest.mark.parametrize(
    ("typed", "drawn"), [("80", "80"), ("1000", "500"), ("1", "20"), ("", "100"), ("ten", "100")]
)
def test_a_number_that_was_typed_is_drawn_as_the_nearest_that_fits(typed, drawn):
    form = redrawn(as_printed(), **{"option-target": typed})
    assert form["option-target"].value() == drawn


def test_a_typed_number_of_points_is_no_number_of_rounds():
    points = redrawn(as_printed(), **{"option-target": "80"})
    rounds = redrawn(points, **{"option-end": '"rounds"'})
    assert rounds["option-target"].value() == "5"
    assert redrawn(rounds, **{"option-end": '"score"'})["option-target"].value() == "100"


def test_a_typed_number_opens_that_table_and_one_out_of_range_is_refused(as_ada):
    chosen = {name: value for name, value in CHOICES.items() if not name.startswith("option-")} | {
        "seats": "4",
        "option-end": '"score"',
    }
    refused = as_ada.post(ZOMBIE_URL, chosen | {"option-target": "501"})
    assert "“501” isn’t a valid value for the option “Target”" in refused.content.decode()
    as_ada.post(ZOMBIE_URL, chosen | {"option-target": "250"})
    assert Match.objects.get().options == {"end": "score", "target": 250}


def test_a_choice_that_fits_no_longer_is_drawn_as_the_usual_one():
    rules = current_rules("deadline_99")
    form = TableForm(rules, initial={"seats": "4", "option-decks": "9"})
    assert form["option-decks"].value() == "2"


def test_whom_an_address_names_is_invited_to_the_new_table(as_ada):
    bo = make_user("bo")
    as_ada.post(URL, CHOICES)
    form = as_ada.get(URL, {"invite": "bo"}).context["form"]
    assert (form["invite"].value(), form["seats"].value()) == ("bo", "5")
    as_ada.post(URL, {**CHOICES, "invite": "bo"})
    match = Match.objects.order_by("-pk").first()
    assert [one.user for one in match.invitations.all()] == [bo]
    assert Notice.objects.get(user=bo).url == reverse("matches:match", args=[match.code])
    assert not as_ada.get(URL).context["form"]["invite"].value()


def test_no_table_is_opened_for_somebody_who_cannot_be_invited(as_ada):
    answer = as_ada.post(URL, {**CHOICES, "invite": "nobody"})
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_persons_page_offers_my_tables_and_new_ones(as_ada):
    bo, ada = make_user("bo"), User.objects.get(username="ada")
    as_ada.post(URL, CHOICES)
    match = Match.objects.get()
    page = as_ada.get(bo.get_absolute_url()).content.decode()
    assert f"/matches/{match.code}/invite" in page
    assert "/tables/new/zombie_rummy/?invite=bo" in page
    assert "?invite=" not in as_ada.get(ada.get_absolute_url()).content.decode()
    tie_set(owner=bo, other=ada, kind="block", on=True)
    assert "?invite=" not in as_ada.get(bo.get_absolute_url()).content.decode()
