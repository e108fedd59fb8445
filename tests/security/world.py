"""One of everything, private as far as it can be, and one person of each role round it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.clubs.models import Club, Membership, NewsItem
from accounts.clubs.services.membership import link_make
from accounts.faces.services import picture_set
from accounts.moderation.models import Report
from accounts.people.models import Notice
from games.broadcasts.models import Show
from games.broadcasts.services.advance import broadcasts_advance
from games.broadcasts.services.broadcast import broadcast_start, commentator_name
from games.challenges.services.challenge import challenge_make
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join
from games.leagues.models import LeagueMember
from games.leagues.services.league import league_create
from games.leagues.services.season import season_begin
from games.ratings.services.rating_correct import ratings_void
from games.rooms.access import access_room
from games.rooms.services import message_say
from games.tournaments.addresses import door_key, entrant_key
from games.tournaments.export.whole import export_event
from games.tournaments.services.bring_in import event_import
from games.tournaments.services.champions import champion_add
from games.tournaments.services.seasons import season_open, series_open
from games.tournaments.store import actions_of
from replays.models import UploadedRecord
from replays.selectors import match_timeline
from replays.services.chapters import chapter_add
from replays.services.course import lesson_add
from replays.services.study import study_open, study_rename
from replays.services.talk import comment_add, moment_mark, stop_add, tour_create
from replays.services.tasks import task_set
from replays.services.upload import record_upload
from tests.puzzles.factories import a_puzzle
from tests.replays.factories import sample_path, stored_match
from tests.support.clubs import make_club
from tests.support.evenings import evening
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.farming import farmed
from tests.support.tables import first_legal, make_running, make_table, make_user

ROLES = (
    "anonymous", "banned", "stranger", "spectator", "player",
    "member", "judge", "director", "owner", "staff",
)  # fmt: skip
HOSTILE = "\"'><i hx-get=x>"  # ends an attribute, a tag; an element that htmx would obey
NOT_OURS = ("django_", "auth_", "usersessions_")  # sessions, and what the framework keeps itself


@dataclass
class World:
    """The people by role, and what a row of the matrix may name in an address or a field."""

    people: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """Return a browser of somebody of this role; a server error is an answer, not a crash."""
        client = Client(raise_request_exception=False)
        if role != "anonymous":
            client.force_login(self.people[role])
        if role == "banned":
            get_user_model().objects.filter(username="banned").update(is_active=False)
        return client


def make_world() -> World:
    """Return a private match of `player` in each state, a private club, its event, and replays."""
    world = World({role: make_user(role) for role in ROLES if role != "anonymous"})
    staff = world.people["staff"]
    staff.is_staff = staff.is_superuser = True
    staff.save()
    _add_matches(world)
    _add_club(world)
    _add_talk(world)
    notice = Notice.objects.create(user=world.people["player"], kind="your_turn", url="/lobby/")
    report = Report.objects.create(reporter=world.people["player"], kind="other", text="Hm.")
    thrown = farmed(make_user("farmer"), make_user("feeder"), 1)
    correction = ratings_void(matches=[thrown[0].code], reason=HOSTILE, moderator=staff)
    picture = picture_set(user=world.people["player"], data=b"a picture")
    world.names |= {"notice": notice.pk, "report": report.pk, "picture": picture.key}
    world.names["correction"] = correction.pk
    return world


def _add_matches(world: World) -> None:
    player, other = world.people["player"], make_user("opponent")
    private = {"visibility": "private"}
    running = make_running(player, other, **private)
    table = make_table(player, seats=3, **private)
    for match in (running, table):
        match.invitations.create(user=world.people["spectator"])
    finished = stored_match(users={0: player, 1: other}, **private)
    finished.invitations.create(user=world.people["spectator"])
    hidden, puzzle = a_puzzle(source=finished), a_puzzle("zombie_rummy")
    world.names |= {
        "hidden_puzzle": hidden.code,
        "puzzle": puzzle.code,
        "answer": json.dumps(puzzle.answer),
        "running": running.code,
        "table": table.code,
        "finished": finished.code,
        "public": stored_match("zombie_rummy").code,
        "legal": json.dumps(first_legal(running)),
        "version": running.version,
    }


def _add_club(world: World) -> None:
    owner = world.people["owner"]
    club = make_club(owner, is_private=True)
    for name in ("member", "judge"):
        Membership.objects.create(club=club, user=world.people[name])
    Membership.objects.create(
        club=club, user=world.people["director"], role=Membership.Role.DIRECTOR
    )
    leaver = Membership.objects.create(club=club, user=make_user("leaver"))
    asking = club.requests.create(user=make_user("asking"))
    link = link_make(club=club, actor=owner)
    news = NewsItem.objects.create(club=club, author=owner, title="Soon", text="Cards.")
    webhook = club.webhooks.create(url="https://192.0.2.1/hook", secret="whsec_c2VjcmV0")
    season = season_open(club=club, actor=owner, name="Autumn", best_of=None)
    _add_broadcast(world, club)
    _add_ladder(world, club, leaver.user)
    _add_league(world, club, leaver.user)
    _add_course(world, club)
    event = make_event(owner, club, season=season, format="swiss")
    enter_bots(event, owner, 4)
    begin(event, owner)
    cup = make_event(owner, club, format="knockout")
    derby = make_event(owner, club, format="round_robin", config={"boards": 2})
    team = act(derby, owner, "make_team", name="Owls", members=[], captain=None)
    guest = {"players": [], "guests": 1, "names": ["Visitor"], "by_organiser": True}
    entered = act(cup, owner, "register", **guest)
    _add_honours(world, club)
    for one in (event, cup):
        act(one, owner, "name_judge", player=world.people["judge"].pk)
    said_by, hello = world.people["member"], {"kind": "phrase", "body": "hello"}
    world.names |= {
        "said": message_say(access=access_room(said_by, f"club/{club.slug}"), **hello).number,
        "announcement": act(event, owner, "announce", text="Cards at eight.").no,
        "club": club.slug,
        "leaver": leaver.user_id,
        "asking": asking.user_id,
        "link": link.pk,
        "token": link.token,
        "news": news.pk,
        "webhook": webhook.pk,
        "season": season.pk,
        "event": event.code,
        "cup": cup.code,
        "derby": derby.code,
        "team": team.teams()[0].number,
        "table_no": 1,
        "guest_key": entrant_key(cup, entered.entries[1]),
        "door_key": door_key(cup, entered),
        "event_match": event.tables.get(table=1).match.code,
        "club_room": f"club/{club.slug}",
        "event_room": f"event/{event.code}",
    }


def _add_broadcast(world: World, club: Club) -> None:
    """Add an event of bots whose first match is on show, with the member as commentator."""
    owner = world.people["owner"]
    event = make_event(owner, club, format="swiss")
    enter_bots(event, owner, 2)
    shown = broadcast_start(code=event.code, actor=owner, delay="minutes", amount=5)
    commentator_name(tournament=event, username="member")
    begin(event, owner)
    broadcasts_advance()
    show = shown.shows.get()
    Show.objects.filter(pk=show.pk).update(ply=0, version=show.match.version)
    world.names |= {
        "shown_event": event.code, "broadcast": shown.code, "show": show.match.code,
    }  # fmt: skip


def _add_ladder(world: World, club: Club, first: Any) -> None:
    """Add a challenge ladder of all but the judge, on which the member challenges the director."""
    owner, director, member = (world.people[one] for one in ("owner", "director", "member"))
    ladder = ladder_create(club=club, actor=owner, game="deadline_99", name="Duels")
    for person in (first, owner, director, member):
        ladder_join(ladder=ladder, user=person)
    challenge = challenge_make(ladder=ladder, user=member, other_id=director.pk)
    world.names |= {
        "ladder": ladder.pk, "challenge": challenge.pk, "today": timezone.localdate().isoformat(),
    }  # fmt: skip


def _add_league(world: World, club: Club, first: Any) -> None:
    """Add a league of all but the judge, whose first season is being played."""
    owner, director, member = (world.people[one] for one in ("owner", "director", "member"))
    league = league_create(club=club, actor=owner, game="deadline_99", name="Winter")
    for person in (first, owner, director, member):
        LeagueMember.objects.create(league=league, user=person)
    season_begin(league=league, actor=owner, after=0)
    world.names |= {"league": league.pk}


def _add_course(world: World, club: Club) -> None:
    """Add a course of one lesson, and a room of the owner's that could be another."""
    owner, match = world.people["owner"], stored_match("deadline_99", 1, club=club)
    rooms = [study_open(match=match, user=owner, ply=2, eyes="all") for _ in range(2)]
    for room in rooms:
        study_rename(code=room.code, user=owner, title=HOSTILE)
    world.names["lesson"] = lesson_add(club=club, actor=owner, code=rooms[0].code).pk
    world.names["own_room"] = rooms[1].code


def _add_honours(world: World, club: Club) -> None:
    """Add a series, a champion from before, and an event that was imported from its file."""
    owner = world.people["owner"]
    away = make_club(owner, name="Elsewhere", is_private=True)
    made = evening(owner, away, make_user("away"), make_user("there"), name="Away")
    names = {1: "Anna", 2: "Ben"}
    about = {"name": "Away", "game": made.game, "club": "Elsewhere"}
    file = json.dumps(export_event(actions_of(made), names, about)).encode()
    world.names |= {
        "series": series_open(club=club, actor=owner, name="Fridays", best_of=None).pk,
        "champion": champion_add(club=club, actor=owner, year=1999, title="Cup", name="Zoe").pk,
        "brought": event_import(actor=owner, club=club, data=file).code,
    }


def _add_talk(world: World) -> None:
    player = world.people["player"]
    match = player.seats.get(match__code=world.names["finished"]).match
    comment = comment_add(match=match, author=player, ply=3, text="Well played.")
    moment = moment_mark(match=match, author=player, ply=3, eyes="all", title="Here")
    tour = tour_create(match=match, author=player, title="What happened")
    for ply in (1, 2):
        stop_add(match=match, user=player, tour=tour.pk, ply=ply, eyes="all", text="Look.")
    upload: UploadedRecord = record_upload(data=sample_path("deadline_99", 1).read_bytes())
    world.names |= {
        "comment": comment.pk,
        "moment": moment.pk,
        "tour": tour.pk,
        "digest": upload.digest,
        **_room(player, match),
    }


def _room(player: Any, match: Any) -> dict[str, Any]:
    """Open a study room of the player's with two chapters, and a task in the first."""
    study = study_open(match=match, user=player, ply=2, eyes="all")
    chapter = study.chapter
    assert chapter is not None
    chapter_add(code=study.code, user=player, match=match, ply=3, eyes="all", title=HOSTILE)
    timeline = match_timeline(match, list(match.seats.all()))
    task = task_set(
        chapter=chapter, user=player, timeline=timeline, ply=4,
        question=HOSTILE, together=True,
    )  # fmt: skip
    legal = timeline.rules.legal_actions(timeline.plies[4].state, task.seat)[0]
    return {"room": study.code, "chapter": chapter.pk, "task": task.pk, "answer": json.dumps(legal)}


def fingerprint() -> list[tuple[Any, ...]]:
    """Return a line for each table of ours that changes when any of its rows does."""
    tables = [
        table for table in connection.introspection.table_names() if not table.startswith(NOT_OURS)
    ]
    lines = (
        f"SELECT '{table}', count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) FROM {table} t"
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(f"{' UNION ALL '.join(lines)} ORDER BY 1")  # parallel scans end as they end
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
