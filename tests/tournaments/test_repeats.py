"""“The same next week”: one press makes the next event, with everything that was set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.models import Membership
from accounts.people.services.ties import tie_set
from games.engine.contract import Refusal
from games.tournaments.direct.config import config_to_json
from games.tournaments.models import Tournament
from games.tournaments.services.repeat import later, tournament_repeat, weeks_to_come
from games.tournaments.services.seasons import season_open, series_end, series_open
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.evenings import evening, open_evening
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
DUBLIN = ZoneInfo("Europe/Dublin")


@pytest.fixture
def club(ada):
    return make_club(ada)


def repeat(event, actor, **asked):
    event.refresh_from_db()
    return tournament_repeat(tournament=event, actor=actor, **asked)


def press(client, event, **data):
    data = {"request_id": "once", "zone": "Europe/Dublin", **data}
    return client.post(reverse("tournaments:repeat", args=[event.code]), data)


def test_one_press_makes_the_next_event_with_everything_that_was_set(ada, club):
    bo, chen = make_user("bo"), make_user("chen")
    tuesdays = series_open(club=club, actor=ada, name="Tuesdays", best_of=None)
    about = {
        "name": "Tuesday pods #9", "about": "Upstairs.", "prizes": "The goblet\nA pie",
        "game": "zombie_rummy", "turn_seconds": 30, "reserve_seconds": 60, "entry": "members",
        "series": tuesdays, "starts_at": timezone.now() - timedelta(hours=3),
    }  # fmt: skip
    old = open_evening(ada, club, ada, bo, config={"check_in": False, "capacity": 12}, **about)
    act(old, ada, "set_pace", round_minutes=45, break_minutes=7, no_show_minutes=4, enough="75")
    act(old, ada, "run_by_itself")
    act(old, ada, "name_judge", player=chen.pk)
    answer = press(browser(ada), old)
    new = Tournament.objects.exclude(pk=old.pk).get()
    assert answer["Location"] == reverse("tournaments:console", args=[new.code])
    assert (new.name, new.phase, new.entries) == ("Tuesday pods #10", "draft", 0)
    same = ("about", "prizes", "game", "options", "turn_seconds", "entry", "series", "club")
    assert all(getattr(new, field) == getattr(old, field) for field in same)
    assert new.starts_at == later(old.starts_at, 1, DUBLIN)
    before, after = load_state(old), load_state(new)
    told = config_to_json(after.config)
    changed = {key for key, one in config_to_json(before.config).items() if told[key] != one}
    assert changed == {"seed", "commitment"}
    assert (after.pace.round_minutes, after.pace.break_minutes, after.pace.enough) == (45, 7, 75)
    assert (after.pace.no_show_minutes, after.pace.is_automatic) == (4, True)
    assert list(after.judges) == [chen.pk]


def test_pressing_twice_makes_one_event(ada, club):
    old = evening(ada, club, ada, make_user("bo"))
    first, second = press(browser(ada), old), press(browser(ada), old)
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 2
    press(browser(ada), old, request_id="another")
    assert Tournament.objects.count() == 3


def test_an_id_of_somebody_elses_event_is_refused(ada, club):
    bo = make_user("bo")
    Membership.objects.create(club=club, user=bo, role=Membership.Role.DIRECTOR)
    old = evening(ada, club, ada, bo)
    press(browser(ada), old)
    assert press(browser(bo), old).status_code == 422
    assert Tournament.objects.count() == 2


def test_the_time_of_day_stays_when_clocks_change_and_the_week_is_one_to_come():
    autumn = datetime(2026, 10, 20, 18, 30, tzinfo=UTC)  # 19:30 in Dublin, summer time
    shifted = later(autumn, 1, DUBLIN)
    assert shifted.astimezone(UTC) == datetime(2026, 10, 27, 19, 30, tzinfo=UTC)
    assert (shifted.weekday(), shifted.hour) == (1, 19)
    for now, weeks in (
        (autumn, 1),
        (autumn + timedelta(days=7, minutes=30), 1),
        (autumn + timedelta(days=7, hours=2), 2),
        (autumn + timedelta(days=365), 53),
    ):
        assert weeks_to_come(autumn, DUBLIN, now) == weeks, now
    assert weeks_to_come(None, DUBLIN, autumn) == 0


def test_an_unknown_zone_is_taken_for_utc_and_without_a_time_there_is_none(ada, club):
    starts = timezone.now() - timedelta(days=1)
    old = evening(ada, club, ada, make_user("bo"), starts_at=starts)
    assert press(browser(ada), old, zone="../../etc/passwd").status_code == 302
    assert Tournament.objects.exclude(pk=old.pk).get().starts_at == starts + timedelta(days=7)
    timeless = evening(ada, club, ada, make_user("chen"))
    assert repeat(timeless, ada).starts_at is None


def test_it_counts_for_the_season_that_runs_and_for_no_series_that_ended(ada, club):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    series = series_open(club=club, actor=ada, name="Tuesdays", best_of=None)
    old = evening(ada, club, ada, make_user("bo"), season=autumn, series=series)
    winter = season_open(club=club, actor=ada, name="Winter", best_of=None, ends=autumn.pk)
    series_end(series=series, actor=ada, is_open=False)
    new = repeat(old, ada)
    assert (new.season, new.series) == (winter, None)
    alone = evening(ada, club, ada, make_user("chen"))
    assert repeat(alone, ada).season is None


def test_the_same_players_are_entered_except_who_may_not_be(ada, club):
    bo, chen, dora, eve = (make_user(name) for name in ("bo", "chen", "dora", "eve"))
    for one in (bo, chen, dora):
        Membership.objects.create(club=club, user=one)
    old = make_event(ada, club, format="swiss", entry="members", config={"rounds": 1})
    for one in (ada, bo, chen, dora, eve):
        act(old, ada, "register", players=[one.pk], by_organiser=True)
    act(old, ada, "register", players=[], guests=1, names=["Anna"], by_organiser=True)
    act(old, ada, "register", players=[], guests=1, names=["Ben"], by_organiser=True)
    enter_bots(old, ada, 1)
    begin(old, ada)
    tie_set(owner=ada, other=bo, kind="block", on=True)
    chen.is_active = False
    chen.save()
    act(old, ada, "exclude", entry=4, reason="rude")
    old.guests.get(name="Ben").delete()
    new = repeat(old, ada, with_entrants=True)
    state = load_state(new)
    entered = [(one.players, one.is_bot) for one in state.entries.values()]
    assert entered == [((ada.pk,), False), ((-1,), False), ((-2,), True)]
    assert list(new.guests.values_list("name", flat=True)) == ["Anna"]
    assert {one.status for one in state.entries.values()} == {"registered"}


def test_only_an_event_that_started_is_repeated_and_only_by_its_directors(ada, club):
    coming = make_event(ada, club)
    with pytest.raises(Refusal) as refused:
        repeat(coming, ada)
    assert refused.value.code == "not_started"
    old = evening(ada, club, ada, make_user("bo"))
    assert press(browser(make_user("stranger")), old).status_code == 403
    assert Tournament.objects.count() == 2
    console = browser(ada).get(reverse("tournaments:console", args=[old.code])).content.decode()
    assert reverse("tournaments:repeat", args=[old.code]) in console
    page = browser(ada).get(reverse("tournaments:new") + f"?club={club.slug}").content.decode()
    assert reverse("tournaments:repeat", args=[old.code]) in page
    assert reverse("tournaments:repeat", args=[coming.code]) not in page
