"""Rounds to come on an event's pages: planned, for everybody, before a director proposes them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.event_pages import table_results
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def everybody(ada):
    """Return a round robin of ada and four bots in its first round."""
    event = make_event(ada, format="round_robin", game="death_frontline")
    act(event, ada, "register", players=[ada.pk])
    enter_bots(event, ada, 4)
    begin(event, ada)
    return event


def page(client, event, name, **asked):
    return client.get(reverse(f"tournaments:{name}", args=[event.code]), asked)


def test_who_looks_sees_every_round_to_come_marked_as_planned(client, everybody):
    shown = page(client, everybody, "rounds")
    assert (shown.context["numbers"], shown.context["coming"]) == ([1], [2, 3, 4, 5])
    assert shown.context["planned"] is None
    coming = page(client, everybody, "rounds", round=4)
    assert "planned</span></h2>" in coming.content.decode()
    planned = coming.context["planned"]
    assert sorted(len(table["seats"]) for table in planned["tables"]) == [2, 2]
    assert len(planned["resting"]) == 1


def test_a_proposed_round_is_planned_for_those_who_do_not_see_it(client, ada, everybody):
    table_results(everybody, ada)
    act(everybody, ada, "close_round")
    act(everybody, ada, "propose_round")
    assert page(client, everybody, "rounds").context["coming"] == [2, 3, 4, 5]
    ada.is_staff = True
    ada.save()
    client.force_login(ada)
    shown = page(client, everybody, "rounds")
    assert (shown.context["numbers"], shown.context["coming"]) == ([1, 2], [3, 4, 5])


def test_before_the_first_round_the_first_planned_one_is_shown(client, ada):
    event = make_event(ada, format="round_robin", game="death_frontline")
    enter_bots(event, ada, 4)
    assert page(client, event, "rounds").context["planned"] is None
    act(event, ada, "start")
    shown = page(client, event, "rounds")
    assert shown.context["planned"]["number"] == 1
    assert "No rounds yet" not in shown.content.decode()


def test_a_player_reads_all_rounds_and_who_will_not_come(client, ada, everybody):
    client.force_login(ada)
    before = page(client, everybody, "schedule").context["lines"]
    assert [line["round"] for line in before] == [1, 2, 3, 4, 5]
    assert [line.get("planned", False) for line in before] == [False, True, True, True, True]
    assert sum(line.get("rests", False) for line in before) == 1
    met = [name for line in before for name in line.get("others", [])]
    assert sorted(met) == ["Bot 1", "Bot 2", "Bot 3", "Bot 4"]
    last = met[-1]
    act(everybody, ada, "withdraw", entry=1 + int(last.removeprefix("Bot ")))
    shown = page(client, everybody, "schedule")
    gone = [line["gone"] for line in shown.context["lines"] if line.get("gone")]
    assert gone == [[last]]
    assert f"<s>{last}</s>" in shown.content.decode()


def test_whoever_plays_finds_themselves_in_the_rounds_to_come(client, ada, everybody):
    client.force_login(ada)
    for number in (2, 3, 4, 5):
        planned = page(client, everybody, "rounds", round=number).context["planned"]
        mine = [table for table in planned["tables"] if table["is_mine"]]
        seats = [seat for table in planned["tables"] for seat in table["seats"]]
        assert len(mine) == (0 if "ada" in planned["resting"] else 1)
        assert [seat["name"] for seat in seats if seat["is_me"]] == ["ada"] * len(mine)


def test_who_is_out_has_no_rounds_to_come(client, ada, everybody):
    act(everybody, ada, "withdraw", entry=1)
    lines = page(client, everybody, "schedule", entry=1).context["lines"]
    assert [line["round"] for line in lines] == [1]


def test_who_is_excused_from_a_round_to_come_reads_so(client, ada, everybody):
    lines = page(client, everybody, "schedule", entry=1).context["lines"]
    number = next(line["round"] for line in lines if line.get("gone") is not None)
    act(everybody, ada, "absent", entry=1, round=number)
    shown = page(client, everybody, "schedule", entry=1)
    assert shown.context["lines"][number - 1]["kind"] == "req"
    assert "sitting out or withdrawn" in shown.content.decode()


def test_all_rounds_stand_on_one_paper(client, everybody):
    plan = page_of(client, everybody).context["plan"]
    assert [(one["number"], one["planned"]) for one in plan] == [
        (1, False), (2, True), (3, True), (4, True), (5, True),
    ]  # fmt: skip
    for one in plan:
        names = [seat["name"] for table in one["tables"] for seat in table["seats"]]
        assert sorted([*names, *one["resting"]]) == ["Bot 1", "Bot 2", "Bot 3", "Bot 4", "ada"]


def page_of(client, event):
    return client.get(reverse("tournaments:paper", args=[event.code, "plan"]))


def test_of_other_formats_no_round_is_promised(client, ada):
    event = make_event(ada, format="swiss", game="death_frontline")
    for user in (ada, make_user("bo")):
        act(event, ada, "register", players=[user.pk])
    begin(event, ada)
    assert page(client, event, "rounds").context["coming"] == []
    assert [one["planned"] for one in page_of(client, event).context["plan"]] == [False]
