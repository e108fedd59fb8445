"""The events of the world: each format, before, while and after it is played.

No bots: the server would play their tables while the pictures are taken.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.clubs.models import Club
from games.broadcasts.models import Broadcast, Drawing, Odds
from games.broadcasts.services.advance import broadcasts_advance
from games.broadcasts.services.broadcast import broadcast_end, broadcast_start, commentator_name
from games.tournaments.direct.state import State
from games.tournaments.export.whole import export_event
from games.tournaments.models import Season, Tournament
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import Scoring
from games.tournaments.rank.season import PointsRule
from games.tournaments.services.act import tournament_act
from games.tournaments.services.bring_in import event_import
from games.tournaments.services.champions import champion_add
from games.tournaments.services.seasons import series_end, series_open
from games.tournaments.store import actions_of, load_state
from replays.models import Comment
from tests.gallery.analysed import lucky
from tests.gallery.names import CHINESE, KEYED, LONGEST, ME, OTHERS
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.tables import make_user

People = dict[str, Any]
SMALL = (ME, LONGEST, CHINESE, *OTHERS)
LARGE = (ME, LONGEST, CHINESE, KEYED, *OTHERS)


def build_events(club: Club, season: Season, people: People) -> dict[str, Tournament]:
    """Return every event that a page is about, by what that page calls it."""
    _honours(club, people)
    found = _of_the_season(club, season, people)
    found["brought"] = _brought(club, people)
    found["knockout"] = _knockout(club, season, people)
    found["double"] = _double(club, people)
    found["everybody"] = _each_against_each(club, people)
    found["tables"] = _tables(club, people)
    found["cut"] = _cut(club, people)
    found["arena"] = _arena(club, people)
    found["paced"] = _paced(club, people)
    found["paper"] = _on_paper(club, people)
    found["teams"] = _teams(club, people)
    found["groups"] = _in_groups(club, people)
    found["teams-coming"] = make_event(
        people[ME], club, name="Club against club", format="swiss", config={"boards": 4}
    )
    found["duplicate"] = _duplicate(club, people)
    found["duplicate open"] = _duplicate_open(club, people)
    return found


def _of_the_season(club: Club, season: Season, people: People) -> dict[str, Tournament]:
    """Return an event before, while and after it is played."""
    me = people[ME]
    coming = make_event(me, club, name="Opening night at the Crooked Lamp")
    Tournament.objects.filter(pk=coming.pk).update(starts_at=timezone.now() + timedelta(days=3))
    enter(coming, me, people, LONGEST, CHINESE)
    running = make_event(me, club, season=season, turn_seconds=86400)
    enter(running, me, people, *LARGE)
    begin(running, me)
    act(running, me, "name_judge", player=people[CHINESE].pk)
    act(running, me, "announce", text="Pizza is here.\n\nThe menu: https://example.org/pizza")
    act(running, me, "announce", text="Round 2 begins ten minutes late; table 3 moves upstairs.")
    over = make_event(
        me, club, season=season, name="Duels", format="swiss", config={"rounds": 1}, prizes=PRIZES
    )
    enter(over, me, people, LONGEST, CHINESE, *OTHERS)
    settle(over, me, begin(over, me))
    act(over, me, "close_round")
    act(over, me, "finish")
    return {"coming": coming, "running": running, "over": over}


PRIZES = "The goblet, and your name on it\nA bottle of plum brandy\n\nThe wooden spoon"


def _honours(club: Club, people: People) -> None:
    """Give the club a series that is over, one that goes on, and champions from before."""
    me, rule = people[ME], PointsRule((25, 18, 15, 12, 10, 8, 6, 4, 2, 1), attendance=2)
    for name in ("Tuesdays in spring", "Tuesdays in autumn"):
        series = series_open(club=club, actor=me, name=name, best_of=3, rule=rule)
        config = {"rounds": 1, "first_round": "seed"}
        about = {"name": f"{name} #1", "format": "swiss", "prizes": PRIZES, "series": series}
        event = make_event(me, club, config=config, **about)
        enter(event, me, people, LONGEST, CHINESE, *OTHERS)
        settle(event, me, begin(event, me))
        act(event, me, "close_round")
        act(event, me, "finish")
    series_end(series=club.seasons.get(name="Tuesdays in spring"), actor=me, is_open=False)
    for year, name in ((2019, "Anna Müller"), (2018, "Maximilian Featherstone-Cholmondeley")):
        champion_add(club=club, actor=me, year=year, title="Crooked Lamp Open", name=name)


def _brought(club: Club, people: People) -> Tournament:
    """Return an event that was imported from the file of another one."""
    me = people[ME]
    away = make_event(me, None, name="Winter gathering", format="swiss", config={"rounds": 1})
    enter(away, me, people, LONGEST, CHINESE, *OTHERS)
    settle(away, me, begin(away, me))
    act(away, me, "close_round")
    act(away, me, "finish")
    names = {number: f"Player {number}" for number in load_state(away).entries}
    about = {"name": away.name, "game": away.game, "club": "Elsewhere"}
    file = export_event(actions_of(away), names, about)
    Tournament.objects.filter(pk=away.pk).update(name="Winter gathering (here)")
    return event_import(actor=me, club=club, data=json.dumps(file).encode())


def _knockout(club: Club, season: Season, people: People) -> Tournament:
    """Return a knockout whose first round is played."""
    me = people[ME]
    cup = make_event(me, club, season=season, name="Cup", format="knockout", turn_seconds=86400)
    enter(cup, me, people, *SMALL)
    begin(cup, me)
    return cup


def _double(club: Club, people: People) -> Tournament:
    """Return a double elimination after its first round."""
    me, config = people[ME], {"knockout_kind": "double"}
    double = make_event(me, club, name="Two lives", format="knockout", config=config)
    enter(double, me, people, *LARGE)
    settle(double, me, begin(double, me))
    act(double, me, "close_round")
    return double


def _each_against_each(club: Club, people: People) -> Tournament:
    """Return a round robin from which somebody has dropped out."""
    me = people[ME]
    everybody = make_event(
        me, club, name="Each against each", format="round_robin", game="death_frontline"
    )
    enter(everybody, me, people, *SMALL)
    begin(everybody, me)
    act(everybody, me, "withdraw", entry=2)
    return everybody


def _tables(club: Club, people: People) -> Tournament:
    """Return a knockout of tables whose first round has its results."""
    me = people[ME]
    tables = make_event(me, club, name="Masters", format="table_knockout", turn_seconds=86400)
    enter(tables, me, people, *LARGE)
    settle(tables, me, begin(tables, me))
    return tables


def _cut(club: Club, people: People) -> Tournament:
    """Return a Swiss before its final stage."""
    me, config = people[ME], {"rounds": 1, "cut": 2}
    cut = make_event(me, club, name="Night of Duels", format="swiss", config=config)
    enter(cut, me, people, *SMALL)
    settle(cut, me, begin(cut, me))
    return cut


DUPLICATE = {"scoring": Scoring("matchpoints"), "sizes": SizeRule(4, 4, 4)}


def _duplicate(club: Club, people: People) -> Tournament:
    """Return an evening of five tables whose first deal all bots have played."""
    me = people[ME]
    options = {"mode": "factions"}
    evening = make_event(
        me, club, name="The same for all", config=DUPLICATE, options=options, bot="club"
    )
    enter_bots(evening, me, 20)
    shown = broadcast_start(code=evening.code, actor=me, delay="rounds", amount=1)
    commentator_name(tournament=evening, username=CHINESE)
    begin(evening, me)
    broadcasts_advance()
    while evening.tables.filter(match__deal_open=True).exists():  # a running server plays as well
        play_bots(evening)
    act(evening, me, "close_round")
    act(evening, me, "finish", reason="One deal is enough for a picture.")
    for link in evening.tables.select_related("match"):
        lucky(link.match)
    _show(shown, people[CHINESE])
    return evening


def _show(shown: Broadcast, commentator: Any) -> None:
    """End a broadcast, so that all of it is on show, with something said and drawn at a table."""
    broadcast_end(tournament=shown.tournament)
    broadcasts_advance()
    show = shown.shows.order_by("table")[0]
    for ply, words in ((4, "Two kings in this hand, and the count is low."), (9, "Here it turns.")):
        Comment.objects.create(match=show.match, ply=ply, author=commentator, text=words)
    for places in ([["centre", 500, 500]], [["seat-1", 500, 500], ["discard-pile", 500, 500]]):
        Drawing.objects.create(show=show, ply=9, author=commentator, places=places)
    sums = {"rollouts": 40, "won": [18, 4, 11, 7], "squares": [18, 4, 11, 7]}
    Odds.objects.create(show=show, ply=9, **sums)


def _duplicate_open(club: Club, people: People) -> Tournament:
    """Return a duplicate event whose tables wait for players, to whom its rooms are closed."""
    me = people[ME]
    config = {**DUPLICATE, "sizes": SizeRule(3, 3, 3)}
    waiting = make_event(me, club, name="Same cards tonight", config=config, turn_seconds=86400)
    for name in ("viola", "feste", "maria", "orsino", "antonio", "curio"):
        act(waiting, me, "register", players=[make_user(name).pk], by_organiser=True)
    begin(waiting, me)
    return waiting


def _on_paper(club: Club, people: People) -> Tournament:
    """Return a Swiss whose first table is played on paper: one of the two has reported."""
    me = people[ME]
    paper = make_event(me, club, name="Night without batteries", format="swiss")
    for name in ("Anna Müller", "Maximilian Featherstone-Cholmondeley"):
        guest = {"players": [], "guests": 1, "names": [name], "by_organiser": True}
        act(paper, me, "register", **guest)
    begin(paper, me)
    results = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    told = {"entry": 2, "round": 1, "table": 1, "results": results}
    tournament_act(
        code=paper.code, actor=None, role="player", kind="tell_result", payload=told,
        request_id=f"address-{paper.code}",
    )  # fmt: skip
    paper.refresh_from_db()
    return paper


def _teams(club: Club, people: People) -> Tournament:
    """Return a round robin of three teams of two boards, whose first match is half done."""
    me, config = people[ME], {"boards": 2, "first_round": "seed", "bots_rank": True}
    teams = make_event(
        me, club, name="Derby", format="round_robin", game="death_frontline",
        turn_seconds=86400, config=config,
    )  # fmt: skip
    enter(teams, me, people, *SMALL)
    state = enter_guests(teams, me, 10 - len(SMALL))
    numbers = list(state.entries)
    for name, members in (
        ("Crooked Lamp", numbers[:4]),
        ("Foxes", numbers[4:7]),
        ("Owls", numbers[7:]),
    ):
        act(teams, me, "make_team", name=name, members=members, captain=members[0])
    begin(teams, me)
    table = load_state(teams).current.tables[0]
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    act(teams, me, "override_result", round=1, table=1, results=results, reason="seen")
    return teams


def _in_groups(club: Club, people: People) -> Tournament:
    """Return a round robin in two groups whose first round is played."""
    me, config = people[ME], {"groups": 2, "cut": 4, "first_round": "seed"}
    groups = make_event(me, club, name="Group stage", format="round_robin", config=config)
    enter(groups, me, people, *SMALL)
    state = enter_guests(groups, me, 8 - len(SMALL))
    state = begin(groups, me)
    settle(groups, me, state)
    return groups


def enter_guests(event: Tournament, actor: Any, count: int) -> State:
    """Enter people without an account; return the new state."""
    names = ("Anna Müller", "Bert", "Carla", "Dmitri", "Eun-ji", "Farid", "Greta", "Hugo")
    for name in names[:count]:
        guest = {"players": [], "guests": 1, "names": [name], "by_organiser": True}
        state = act(event, actor, "register", **guest)
    return state


@transaction.atomic
def _arena(club: Club, people: People) -> Tournament:
    """Return an arena in which one waits and all others rest: the server changes nothing.

    A server that runs meanwhile sees it only then, so that it pairs nobody before.
    """
    me, config = people[ME], {"scoring": Scoring("arena")}
    arena = make_event(
        me, club, name="Late arena", format="arena", game="death_frontline", config=config
    )
    enter(arena, me, people, *SMALL)
    state = act(arena, me, "start")
    for _ in range(3):
        state = act(arena, me, "pair_free")
        settle(arena, me, state)
    for entry in list(state.entries)[1:]:
        act(arena, me, "withdraw", entry=entry)
    return arena


def _paced(club: Club, people: People) -> Tournament:
    """Return a Swiss that runs by itself, with a clock; a table has more time than the round."""
    me = people[ME]
    paced = make_event(
        me, club, name="Friday by itself", format="swiss", game="death_frontline",
        turn_seconds=86400, config={"rounds": 3},
    )  # fmt: skip
    enter(paced, me, people, *LARGE)
    pace = {"round_minutes": 600, "break_minutes": 10, "enough": "75", "no_show_minutes": 0}
    act(paced, me, "set_pace", **pace)
    act(paced, me, "start")
    act(paced, me, "start_round", round=1)
    act(paced, me, "extend_time", round=1, table=2, seconds=300)
    act(paced, me, "run_by_itself")
    return paced


def enter(event: Tournament, actor: Any, people: People, *names: str) -> None:
    """Enter people."""
    for name in names:
        act(event, actor, "register", players=[people[name].pk], by_organiser=True)


def settle(event: Tournament, actor: Any, state: State) -> None:
    """Enter a result for every table of the round that has none: places as they sit."""
    assert state.current is not None
    for table in state.current.tables:
        if table.decided:
            continue
        results = [{"entry": one, "rank": rank} for rank, one in enumerate(table.present, 1)]
        place = {"round": state.current.number, "table": table.number}
        act(event, actor, "set_result", results=results, **place)
