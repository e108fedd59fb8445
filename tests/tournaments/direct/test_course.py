"""The course of a tournament from draft to archive (tournaments 5.1)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.actions import Action
from games.tournaments.direct.config import Config, config_from_json, config_to_json
from games.tournaments.direct.fold import BLANK, KINDS, act, decide, fold, may
from games.tournaments.direct.kinds.start import could_be_round_robin
from games.tournaments.direct.problems import config_problems
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import VECTORS, Scoring
from tests.tournaments.direct.support import Event, config, event, refused


def test_a_tournament_runs_from_draft_to_archive():
    held = Event(config(rounds=1))
    phases = [held.state.phase]
    for kind in ("open_registration", "close_registration"):
        held.do(kind)
        phases.append(held.state.phase)
    for number in (1, 2):
        held.do("register", players=[number], by_organiser=True)
    held.do("start")
    held.play_round()
    phases.append(held.state.phase)
    for kind in ("finish", "archive"):
        held.do(kind)
        phases.append(held.state.phase)
    assert phases == ["draft", "registration", "check_in", "running", "finished", "archived"]
    held.do("reopen")
    held.do("reopen")
    assert held.state.phase == "running"
    held.check()


def test_an_event_put_away_before_its_start_is_prepared_again():
    held = Event(config()).with_players(4)
    held.do("archive")
    held.do("reopen")
    assert held.state.phase == "draft"
    held.do("open_registration")
    held.do("start")
    assert held.publish().tables
    held.check()


@pytest.mark.parametrize(
    ("players", "more", "offered"),
    [
        (6, {"rounds": 5}, True),
        (7, {"rounds": 5}, False),
        (3, {}, True),
        (2, {"rounds": 1}, False),
        (13, {"rounds": 12}, False),
        (6, {"rounds": 5, "cut": 2}, False),
        (6, {"rounds": 5, "format": "pods"}, False),
    ],
)
def test_a_round_robin_is_offered_before_a_swiss_with_rounds_enough(players, more, offered):
    held = Event(config(**more)).with_players(players)
    assert could_be_round_robin(held.state) is offered
    held.do("start")
    assert not could_be_round_robin(held.state)


def test_reopening_as_it_was_stored_before_still_folds():
    held = event(4, rounds=1)
    held.play_round()
    held.do("finish")
    old = (*held.actions, Action("reopen", {}, "as before"))
    assert fold(old).phase == "running"


def test_an_unknown_action_and_a_missing_tournament_are_refused():
    with pytest.raises(TournamentRefusal) as found:
        decide(BLANK, "dance", {})
    assert found.value.code == "unknown_action"
    with pytest.raises(TournamentRefusal) as found:
        decide(BLANK, "start", {})
    assert found.value.code == "not_created"
    assert refused(Event(config()), "create", config=config_to_json(config())) == "created_twice"


def test_actions_that_need_a_reason_are_refused_without_one():
    held = event(4, rounds=3)
    held.play_round()
    assert refused(held, "finish", reason=" ") == "reason_needed"
    assert refused(held, "penalty", reason="", entry=1, points=0) == "reason_needed"
    held.do("finish", "the hall closes")
    assert held.actions[-1].reason == "the hall closes"


def test_settings_may_change_until_the_start_but_the_seed_stays():
    held = Event(config(rounds=3))
    held.do("configure", config=config_to_json(config(rounds=5, seed="other")))
    assert (held.state.config.rounds, held.state.config.seed) == (5, "abc")
    held.started(4)
    assert refused(held, "configure", config=config_to_json(config())) == "wrong_phase"


def test_an_event_stored_before_short_tables_were_a_choice_keeps_the_schedule_it_began_with():
    held = event(9, format="pods", rounds=2, fixed_schedule=True, short_in_turn=True)
    held.play_round()
    created, *rest = held.actions
    settings = dict(created.payload["config"])
    del settings["short_in_turn"]
    old = fold([Action("create", {"config": settings}), *rest])
    assert (old.schedule, old.rounds) == (held.state.schedule, held.state.rounds)
    assert act(old, "propose_round")[1].rounds == act(held.state, "propose_round")[1].rounds


def test_settings_survive_json():
    held = Config(
        "pods",
        "seed",
        scoring=Scoring("vector", VECTORS["hig"], {("red", 5): 7000}),
        criteria=("wins", "lot"),
        sizes=SizeRule(3, 5, 4, frozenset({5}), True),
    )
    assert config_from_json(config_to_json(held)) == held
    assert config_from_json({"format": "swiss", "seed": "x"}) == Config("swiss", "x")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seed": ""}, "seed"),
        ({"rounds": 0}, "rounds"),
        ({"team_size": 3}, "team_size"),
        ({"format": "pods", "team_size": 2}, "team_format"),
        ({"sizes": SizeRule(3, 11, 4)}, "sizes"),
        ({"sizes": SizeRule(3, 3, 3, frozenset({3}))}, "no_sizes"),
        ({"capacity": 1}, "capacity"),
        ({"criteria": ("wins", "luck")}, "criterion"),
        ({"criteria": ("wins", "wins")}, "criterion_twice"),
        ({"format": "round_robin", "criteria": ("buchholz",)}, "no_buchholz"),
        ({"criteria": ("lot", "wins")}, "lot_last"),
        ({"scoring": Scoring("raw")}, "scores"),
        ({"criteria": ("relative",), "scores": "signed"}, "relative"),
        ({"scoring": Scoring("vector")}, "vectors"),
        ({"scoring": Scoring("vector", {3: (3, 2)})}, "vector_length"),
        ({"scoring": Scoring("vector", {2: (1, 2)})}, "vector_order"),
        ({"pab": -1}, "bye_points"),
        ({"cycles": 3}, "cycles"),
    ],
)
def test_settings_that_do_not_fit_are_named(changes, code):
    assert code in [problem.code for problem in config_problems(config(**changes))]


@pytest.mark.parametrize("format_", ["swiss", "pods", "round_robin", "knockout", "partners"])
def test_every_format_has_settings_that_fit(format_):
    assert config_problems(config(format=format_)) == []


def test_the_number_of_rounds_follows_from_the_format():
    assert event(9).state.planned == 5
    assert event(9, rounds=3).state.planned == 3
    assert event(5, format="round_robin").state.planned == 5
    assert event(4, format="round_robin", cycles=2).state.planned == 6
    assert event(9, format="knockout").state.planned == 4
    assert event(9, format="pods").state.planned == 4


def test_more_rounds_may_be_planned_but_not_fewer_than_were_played():
    held = event(4, rounds=1)
    held.play_round()
    assert refused(held, "propose_round") == "no_more_rounds"
    held.do("plan_rounds", rounds=2)
    held.play_round()
    assert refused(held, "plan_rounds", rounds=1) == "bad_request"
    assert refused(held, "plan_rounds", rounds=51) == "bad_settings"
    assert refused(event(4, format="knockout"), "plan_rounds", rounds=3) == "fixed_by_format"


def test_too_few_entries_cannot_start_and_a_round_robin_has_twelve_at_most():
    held = Event(config(format="pods")).with_players(2)
    assert refused(held, "start") == "too_few"
    held = Event(config(format="round_robin")).with_players(13)
    assert refused(held, "start") == "too_many"


def test_seeds_go_by_strength_then_by_registration():
    held = Event(config())
    held.do("open_registration")
    for player, strength in ((1, 1500), (2, None), (3, 1700), (4, 1500)):
        held.do("register", players=[player], strength=strength)
    held.do("start")
    assert [one.players[0] for one in held.state.listed()] == [3, 1, 4, 2]


def test_a_fixed_field_may_be_drawn_by_lot():
    drawn = [
        [
            one.number
            for one in event(8, format="knockout", first_round="random", seed=seed).state.listed()
        ]
        for seed in ("a", "a", "b")
    ]
    assert drawn[0] == drawn[1] != drawn[2]


def test_side_weights_are_fixed_at_the_start():
    held = Event(config(format="pods", scoring=Scoring("side"))).with_players(4)
    held.do("start", weights=[["red", 4, 2520]])
    assert held.state.config.scoring.weights == {("red", 4): 2520}
    assert fold(held.actions) == held.state


def test_finishing_early_needs_no_open_round():
    held = event(4, rounds=2)
    held.publish()
    assert refused(held, "finish") == "round_open"


def test_roles_may_what_the_spec_gives_them():
    assert may("organiser", "publish_round")
    assert may("judge", "set_result")
    assert may("judge", "no_show")
    assert may("player", "register")
    for kind in ("publish_round", "give_bye", "late_entry", "exclude", "finish"):
        assert not may("judge", kind)
        assert not may("player", kind)
    for kind in ("set_result", "override_result", "penalty"):
        assert not may("player", kind)
    not_theirs = {"report_result", "claim", "tell_result"}
    assert all(may("organiser", kind) for kind in KINDS if kind not in not_theirs)
    assert all(may("player", kind) for kind in ("claim", "tell_result"))
    assert not may("organiser", "dance")


def test_the_size_of_entries_cannot_change_once_there_are_some():
    held = Event(config()).with_players(2)
    changed = config_to_json(config(team_size=2))
    assert refused(held, "configure", config=changed) == "team_size"


def test_settings_are_refused_with_the_sentence_that_says_why():
    with pytest.raises(TournamentRefusal) as found:
        Event(config(rounds=99))
    assert found.value.phrase.key == "An event can have 1 to 50 rounds."
