"""What the pictures and the page tests look at: people, tables, matches, replays, a club, events.

Built by the real services and from the sample records, under names of its own, so that it can
stand in a database with anything else. `World` holds what the addresses of pages are made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from accounts.clubs.models import Club, InvitationLink, Membership
from accounts.clubs.services.club import club_found, news_post
from accounts.clubs.services.membership import club_join, link_make
from accounts.moderation.decide import appeal_make, report_decide
from accounts.moderation.models import Report, Sanction
from accounts.moderation.services import report_create
from accounts.people.models import Tie
from games.challenges.models import ChallengeLadder
from games.challenges.services.challenge import (
    challenge_answer,
    challenge_give_up,
    challenge_make,
)
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join, rung_away
from games.engine.codec import encode_event
from games.engine.collusion import Weight
from games.engine.viewer import OPEN_TABLE
from games.leagues.models import League
from games.leagues.services.league import league_create
from games.leagues.services.members import league_add, member_away
from games.matches.agreement import PAUSE, VOID
from games.matches.models import Match
from games.matches.models.match import new_code
from games.matches.services.match_agree import match_agree
from games.matches.services.match_play_out import Player, match_play_out
from games.matches.services.seat_offer import seat_offer, seat_take_over
from games.matches.services.table_find import table_find
from games.matches.services.table_seats import table_sit
from games.matches.talk.models import Message
from games.ratings.models import RatingCorrection
from games.ratings.services.rating_correct import ratings_void
from games.registry import all_rules
from games.rooms.access import access_room
from games.rooms.services import message_remove, message_say
from games.tournaments.models import Season, Tournament
from games.tournaments.services.seasons import season_open
from replays.access import ReplayNotFound
from replays.habits import ENOUGH_MATCHES
from replays.models import Study, TableReading, UploadedRecord
from replays.puzzles.models import Puzzle
from replays.reading.access import access_read
from replays.reading.services import read_give
from replays.selectors import match_timeline
from replays.services.chapters import chapter_add, chapter_edit
from replays.services.course import lesson_add
from replays.services.study import study_open, study_rename
from replays.services.talk import comment_add, moment_mark, stop_add, tour_create, tour_publish
from replays.services.tasks import task_answer, task_reveal, task_set
from replays.services.upload import record_upload
from tests.gallery.analysed import coached, ended, lucky
from tests.gallery.events import build_events
from tests.gallery.names import (
    CHINESE,
    GUARDED,
    KEYED,
    LONGEST,
    ME,
    NEWCOMER,
    OTHERS,
    PASSWORD,
    SILENCED,
)
from tests.puzzles.factories import a_puzzle
from tests.replays.factories import sample, sample_path, stored_match
from tests.support.farming import farmed
from tests.support.leagues import begin, play_round, play_season
from tests.support.tables import make_running, make_table

SECRET = "JBSWY3DPEHPK3PXP"
# A record and the ply at which somebody has a choice, and one that is shown over.
SCENES = {
    "deadline_99": ("king_eliminated_black", 14, "king_eliminated_red"),
    "death_frontline": ("max_rounds_2", 44, "agreement_2"),
    "zombie_rummy": ("rounds", 45, "score"),
}
# How a match ends for who looks: a record, and the seat that is mine.
ENDINGS = {
    "deadline_99 won": ("last_survivor", 2),
    "deadline_99 lost": ("last_survivor", 0),
    "death_frontline won": ("breakthrough_2", 1),
    "death_frontline lost": ("breakthrough_2", 0),
    "death_frontline drawn": ("max_rounds_2", 0),
    "zombie_rummy lost": ("score", 2),
}
OF_EVENT = ("angel_and_reaper", 0)
# Tables as full as any in the golden records, where somebody has a choice.
FULL_TABLES: dict[str, tuple[str, int | str, int]] = {
    "four": ("death_frontline", "max_rounds_4", 60),
    "six": ("zombie_rummy", 6, 69),
    "laden": ("zombie_rummy", "cap", 1136),
}


@dataclass(frozen=True)
class World:
    """Everything that addresses name."""

    people: dict[str, Any]
    matches: dict[str, Match]
    club: Club
    link: InvitationLink
    season: Season
    ladder: ChallengeLadder
    league: League
    events: dict[str, Tournament]
    upload: UploadedRecord
    passkey: int
    report: Report
    correction: RatingCorrection
    study: Study
    puzzles: dict[str, Puzzle]

    def match(self, what: str) -> str:
        """Return the code of a match."""
        return self.matches[what].code

    def event(self, what: str) -> str:
        """Return the code of an event."""
        return self.events[what].code


def build_world() -> World:
    """Make everything; about five seconds. Rings doorbells, so call it where no loop runs.

    It waits for a site that holds a row, and may itself be held up on a busy machine.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0")
    names = (ME, GUARDED, LONGEST, CHINESE, KEYED, *OTHERS, NEWCOMER, SILENCED)
    people = {name: _person(name) for name in names}
    me = people[ME]
    _guard(people[GUARDED])
    club = _club(people)
    matches = _matches(me, people)
    season = season_open(club=club, actor=me, name="Winter season", best_of=5)
    events = build_events(club, season, people)
    _webhooks(club)
    events["tables"].tables.filter(table=1).update(match=matches["event ended"])
    _chats(people, club, events["running"], matches["deadline_99 over"])
    _pair(people[CHINESE], people[LONGEST])
    _reads(people, matches)
    return World(
        people=people,
        matches=matches,
        study=_course(club, people, matches),
        puzzles={game: a_puzzle(game, first=12) for game in SCENES},
        club=club,
        link=link_make(club=club, actor=me),
        season=season,
        ladder=_ladder(club, people),
        league=_league(club, people[ME]),
        events=events,
        upload=record_upload(data=sample_path("deadline_99", 6).read_bytes()),
        passkey=_passkey(people[KEYED]),
        report=_report(people),
        correction=_correction(people, club),
    )


def _reads(people: dict[str, Any], matches: dict[str, Match]) -> None:
    """Let somebody, and one whom they follow, read hands of a finished match."""
    me, friend = people[ME], people[LONGEST]
    Tie.objects.get_or_create(owner=me, other=friend, kind=Tie.Kind.FOLLOW)
    match, dice = matches["deadline_99 over"], Random(1)
    for ply in range(10, 40, 2):
        for person in (me, friend) if ply == 12 else (me,):
            try:
                position = access_read(person, match.code, ply, 0)
            except ReplayNotFound:
                continue  # nothing is open there
            forecasts = {
                one: min(99, max(1, round(100 * chance) + dice.randrange(-20, 21)))
                for one, chance in position.asked.items()
            }
            read_give(position=position, user=person, forecasts=forecasts)


def _person(name: str) -> Any:
    """Return a person with a confirmed address; only two have a password, since that takes long."""
    password = PASSWORD if name in (ME, GUARDED) else None
    user = get_user_model().objects.create_user(name, f"{name}@example.org", password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _guard(user: Any) -> None:
    """Give somebody an authenticator app and recovery codes."""
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)


def _passkey(user: Any) -> int:
    """Give somebody a passkey, which nothing could log in by; return it."""
    data = {"name": "Desk", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}}
    kind = Authenticator.Type.WEBAUTHN
    return Authenticator.objects.create(user=user, type=kind, data=data).pk


def _report(people: dict[str, Any]) -> Report:
    """Let somebody complain, and somebody else decide about such things."""
    get_user_model().objects.filter(username=GUARDED).update(is_staff=True)
    reporter, kind = people[CHINESE], Report.Kind.values[0]
    _silence(people[SILENCED], reporter, kind, people[GUARDED])
    text = "Told me in the middle of the deal what the others hold."
    return report_create(reporter=reporter, subject=people[LONGEST], kind=kind, text=text)


def _pair(one: Any, other: Any) -> None:
    """Let two people have met five times, and the collusion report have read what they played."""
    figures = {"team": 4.0, "help": 2.5, "team_var": 4.0, "team_squares": 3.0, "peek_var": 0.5}
    found = {"sum": [*Weight(decisions=9, **figures)], "plies": []}
    record, plies = sample("deadline_99", 4)
    own = [ply for ply, entry in enumerate(record.entries, start=1) if entry["seat"] == 0]
    for ply in own[:5]:
        seen = [encode_event(event) for event in plies[ply].events if event.seen_by(OPEN_TABLE)]
        heavy = {**found, "plies": [[ply, 1.4 + ply / 40, seen]]}
        match = stored_match("deadline_99", 4, users={0: one, 2: other})
        lucky(match)
        TableReading.objects.create(
            match=match, method=1, state="done", due_at=None, pairs={"0-2": heavy, "2-0": found}
        )


def _correction(people: dict[str, Any], club: Club) -> RatingCorrection:
    """Let somebody farm a ladder of the site and the club, and moderators correct a part."""
    farmed(people[CHINESE], people[SILENCED], 12, plies=3, club=club)
    farmed(people[LONGEST], people[CHINESE], 20, club=club)
    matches = [match.code for match in farmed(people[KEYED], people[SILENCED], 4, club=club)]
    reason = "Matches that were resigned at once."
    return ratings_void(matches=matches, reason=reason, moderator=people[GUARDED])


def _silence(user: Any, reporter: Any, kind: str, moderator: Any) -> None:
    """Mute somebody, who does not see why."""
    report = report_create(reporter=reporter, subject=user, kind=kind, text="Swore at the bots.")
    moderator.refresh_from_db()
    reason = "Three complaints about the same table in one evening."
    report_decide(report_id=report.pk, moderator=moderator, measure="mute", reason=reason, days=7)
    sanction = Sanction.objects.get(user=user)
    appeal_make(user=user, sanction_id=sanction.pk, text="I was quoting a play.")


def _matches(me: Any, people: dict[str, Any]) -> dict[str, Match]:
    """Return every game with a turn of mine, watched, and over; a table; a clock that runs."""
    found = {}
    for game in all_rules():
        turn, plies, over = _scenes_of(game)
        ends = {0: people[LONGEST], 1: me}
        found[f"{game} turn"] = _scene(game, turn, plies, me, people[LONGEST])
        found[f"{game} over"] = stored_match(game, over, users=ends, code=new_code())
    for ending, (name, seat) in ENDINGS.items():
        found[ending] = ended(ending.split()[0], name, {seat: me})
    for _ in range(ENOUGH_MATCHES):
        found["coached"] = coached(me, people[LONGEST])
    found["event ended"] = ended("deadline_99", OF_EVENT[0], {OF_EVENT[1]: me})
    for what, scene in FULL_TABLES.items():
        found[what] = _scene(*scene, me, people[LONGEST])
    players = [Player("novice", people[name]) for name in (ME, LONGEST, CHINESE)]
    found["proven"] = match_play_out(
        game="deadline_99", players=players, started_at=timezone.now(), options={}, dice=Random(7)
    )
    _stopped(found, me, people[LONGEST])
    _handed_over(found, me, people[LONGEST], people[CHINESE])
    found["full"] = make_running(me, bots=["novice"] * 9, options={"mode": "factions"})
    table = [Player("novice", me), Player("novice", people[LONGEST]), *[Player("novice")] * 8]
    found["full over"] = match_play_out(
        game="deadline_99", players=table, started_at=timezone.now(), options={}, dice=Random(5)
    )
    found["clock"] = make_running(me, bots=["novice"] * 2, turn_seconds=86400)
    found["table"] = make_table(people[CHINESE], people[LONGEST], me, seats=6, bots=["club"])
    found["open"] = make_table(people[KEYED], seats=3)
    found["search"] = table_find(user=me, game="deadline_99")
    table_sit(code=found["search"].code, user=people[CHINESE])
    later = timezone.now() + timedelta(hours=1)  # the pictures take longer than a search
    Match.objects.filter(pk=found["search"].pk).update(deadline_at=later)
    _talk(found["deadline_99 over"], me)
    return found


def _scenes_of(game: str) -> tuple[str, int, str]:
    """Return the scenes chosen of a game; of one without, the middle of its first golden record."""
    if game in SCENES:
        return SCENES[game]
    names = sorted(path.stem for path in sample_path(game, "any").parent.glob("*.json"))
    return names[0], len(sample(game, names[0])[1]) // 2, names[-1]


def _scene(game: str, name: int | str, plies: int, me: Any, other: Any) -> Match:
    """Return a record's match that goes on: it is my turn, and `other` sits next to me."""
    record, states = sample(game, name)
    mine = record.rules.to_act(states[plies].state)
    assert mine is not None
    seats = {mine: me, (mine + 1) % len(record.seats): other}
    return stored_match(game, name, users=seats, plies=plies, code=new_code())


def _stopped(found: dict[str, Match], me: Any, other: Any) -> None:
    """Add a match whose pause is asked for, one that rests, and one ended without a result."""
    for what, to, asked in (("asked", PAUSE, 1), ("paused", PAUSE, 2), ("void", VOID, 2)):
        found[what] = make_running(me, other, turn_seconds=86400)
        for user in (other, me)[:asked]:
            match_agree(code=found[what].code, user=user, to=to)


def _handed_over(found: dict[str, Match], me: Any, other: Any, substitute: Any) -> None:
    """Add matches of seats on offer and taken over, mine and others', and one played to its end."""
    for what, game, player, to in (
        ("offered", "death_frontline", other, None),
        ("offered mine", "deadline_99", me, None),
        ("left", "deadline_99", me, substitute),
        ("took over", "zombie_rummy", other, me),
    ):
        name, plies, _ = _scenes_of(game)
        record, states = sample(game, name)
        seat = record.rules.to_act(states[plies].state)
        assert seat is not None
        match = stored_match(game, name, users={seat: player}, plies=plies, code=new_code())
        later = timezone.now() + timedelta(hours=1)
        Match.objects.filter(pk=match.pk).update(turn_seconds=86400, deadline_at=later)
        match.seats.update(seen_at=later)
        seat_offer(code=match.code, user=player, number=seat)
        if to is not None:
            seat_take_over(code=match.code, user=to, number=seat)
        found[what] = match
    found["handed over"] = ended("deadline_99", "last_survivor", {0: other, 1: me})
    found["handed over"].seats.filter(number=0).update(
        starter=other,
        starter_name=other.username,
        taken_over_after=found["handed over"].ply // 2,
        user=substitute,
        name=substitute.username,
    )


def _talk(match: Match, me: Any) -> None:
    """Let people say something about a finished match."""
    comment_add(match=match, author=me, ply=9, text="Here a seven would have been kinder.")
    moment_mark(match=match, author=me, ply=9, eyes="all", title="The count turns")
    tour = tour_create(match=match, author=me, title="Three mistakes, and what they cost")
    stop_add(match=match, user=me, tour=tour.pk, ply=9, eyes="all", text="Look at the count.")
    stop_add(match=match, user=me, tour=tour.pk, ply=17, eyes="1", text="And now the reaper.")
    tour_publish(match=match, user=me, tour=tour.pk, published=True)


def _webhooks(club: Club) -> None:
    """Add one that works and one that was given up, with deliveries that nobody has to send."""
    for url, status, fault in (
        ("https://tools.example/kibitz", 204, ""),
        ("https://bot.tools.example:8443/hooks/kibitz/the-most-patient-society", 0, "unreachable"),
    ):
        off = timezone.now() if fault else None
        webhook = club.webhooks.create(url=url, secret="whsec_c2VjcmV0", disabled_at=off)
        for kind in ("news.posted", "round.published", "match.finished"):
            webhook.deliveries.create(kind=kind, tries=1, status=status, fault=fault, due_at=None)


def _chats(people: dict[str, Any], club: Club, event: Tournament, match: Match) -> None:
    """Let people talk in the club and at an event: a link, a mention, a phrase, a removal."""

    def say(name: str, kind: str, body: str) -> Message:
        access = access_room(people[name], place)
        return message_say(access=access, kind=kind, body=body)

    for place in (f"club/{club.slug}", f"event/{event.code}"):
        say(LONGEST, "phrase", "hello")
        rude = say(CHINESE, "text", "Something that nobody wants to read.")
        message_remove(access=access_room(people[ME], place), number=rude.number)
        say(LONGEST, "text", f"Was this wise? https://example.org/replays/{match.code}/?ply=9")
        say(CHINESE, "emoji", "wow")
        say(ME, "text", f"@{LONGEST} Never. But it was brave, and I would have done the same.")


def _ladder(club: Club, people: dict[str, Any]) -> ChallengeLadder:
    """Return a challenge ladder with a match played, a table open, and somebody away."""
    me = people[ME]
    ladder = ladder_create(
        club=club, actor=me, game="deadline_99", name="Winter duels", most_open=2, repeat_days=0
    )
    for name in (LONGEST, CHINESE, *OTHERS, ME):
        Membership.objects.get_or_create(club=club, user=people[name])
        ladder_join(ladder=ladder, user=people[name])
    above = list(ladder.rungs.select_related("user").order_by("-place")[1:3])
    for rung in above:
        challenge = challenge_make(ladder=ladder, user=me, other_id=rung.user_id)
        challenge_answer(ladder=ladder, user=rung.user, pk=challenge.pk, answer="accept")
        challenge_give_up(ladder=ladder, user=rung.user, pk=challenge.pk)
    rung_away(ladder=ladder, user=above[0].user, until=timezone.localdate())
    challenge_make(ladder=ladder, user=above[1].user, other_id=me.pk)
    rungs = {rung.place: rung for rung in ladder.rungs.select_related("user")}
    mine = next(place for place, rung in rungs.items() if rung.user == me)
    last = challenge_make(ladder=ladder, user=me, other_id=rungs[mine - 1].user_id)
    challenge_answer(ladder=ladder, user=rungs[mine - 1].user, pk=last.pk, answer="accept")
    return ladder


def _course(club: Club, people: dict[str, Any], matches: dict[str, Match]) -> Study:
    """Return a room of two chapters in the club's course: answers shown in one, a task in each."""
    me = people[ME]
    study = study_open(match=matches["deadline_99 over"], user=me, ply=9, eyes="1")
    study_rename(code=study.code, user=me, title="When to spend the reaper, and when to keep it")
    chapter_add(
        code=study.code, user=me, match=matches["zombie_rummy over"], ply=12, eyes="0",
        title="A set of one's own, or the whole discard pile?",
    )  # fmt: skip
    for number, chapter in enumerate(study.chapters.select_related("match")):
        seats = list(chapter.match.seats.select_related("user"))
        timeline = match_timeline(chapter.match, seats)
        chapter_edit(
            code=study.code, user=me, pk=chapter.pk, title=chapter.title,
            notes="Count what is out before you look at your own hand.\n\nThen decide.",
        )  # fmt: skip
        for ply in (12, 20)[: 2 - number]:
            task = task_set(
                chapter=chapter, user=me, timeline=timeline, ply=ply,
                question="Two of the four are out.", together=True,
            )  # fmt: skip
            legal = timeline.rules.legal_actions(timeline.plies[ply].state, task.seat)
            for name, action in zip((LONGEST, CHINESE), legal, strict=False):
                task_answer(
                    chapter=chapter, user=people[name], task=task.pk, timeline=timeline,
                    action=action,
                )  # fmt: skip
            if ply == 12 and number == 0:
                task_reveal(chapter=chapter, user=me, task=task.pk)
    lesson_add(club=club, actor=me, code=study.code)
    return study


def _league(club: Club, me: Any) -> League:
    """Return a league in its second season, with a round played and somebody taking a break."""
    league = league_create(
        club=club, actor=me, game="deadline_99", name="Winter league", division_size=4, movers=1,
        finalists=2,
    )  # fmt: skip
    league_add(league=league, actor=me)
    first = begin(league)
    play_season(first, len)
    member_away(league=league, user=club.memberships.exclude(user=me).first().user, is_away=True)
    divisions = begin(league).divisions.select_related("event")
    for division in divisions:
        play_round(division.event, me, len)
    play_round(divisions[0].event, me, len, most=1)
    return league


def _club(people: dict[str, Any]) -> Club:
    """Return a club with members of every role, news and somebody who asks to come in."""
    me = people[ME]
    club = club_found(
        founder=me,
        name="The Most Patient Society of Card Players",
        about="We meet on Fridays.\n\nBeginners are welcome, and so is cake.",
        place="Back room of the Crooked Lamp, Haymarket 14",
        joining=Club.Joining.REQUEST,
    )
    for name, role in ((LONGEST, Membership.Role.DIRECTOR), (CHINESE, Membership.Role.MEMBER)):
        Membership.objects.create(club=club, user=people[name], role=role)
    news_post(club=club, author=me, title="Friday", text="Bring a friend and a spare pencil.")
    club_join(club=club, user=people[KEYED], message="I know the rules of one of the games.")
    return club
