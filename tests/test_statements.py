"""What a page that lists things asks the database: as much for many of them as for a few."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.clubs.journal import journal_write
from accounts.clubs.models import JoinRequest, Membership, NewsItem
from accounts.clubs.services.membership import link_make
from accounts.moderation.models import Decision, Report, Sanction
from accounts.people.models import Notice, Presence, Tie
from games.ratings.log import ALL_TIME, SITE, Team, club_owner
from games.ratings.models import Ladder, Standing
from games.ratings.services.rating_apply import FinishedMatch, rating_apply
from games.tournaments.models import SeasonAward, Tournament
from games.tournaments.services.seasons import season_open
from replays.models import Comment, Moment
from tests.replays.factories import stored_match
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.finished import finished
from tests.support.tables import make_running, make_table, make_user

pytestmark = pytest.mark.django_db
FEW, MORE = 1, 2
numbers = count(1)


class World:
    """Somebody who may look everywhere, and ever more of all that there is round them."""

    def __init__(self) -> None:
        self.me = make_user("me")
        self.me.is_staff = self.me.is_superuser = True
        self.me.save()
        Authenticator.objects.create(user=self.me, type=Authenticator.Type.TOTP, data={})
        self.rival = make_user("rival")
        self.club = make_club(self.me, name="Owls")
        self.season = season_open(club=self.club, actor=self.me, name="Autumn", best_of=None)
        self.event, self.begun = (make_event(self.me, self.club) for _ in range(2))
        enter_bots(self.begun, self.me, 8)
        begin(self.begun, self.me)
        self.replay = stored_match(users={0: self.me})
        ladder = {"game": "deadline_99", "mode": "survivor", "season": ALL_TIME, "matches": 5}
        self.ladders = [
            Ladder.objects.create(owner=owner, **ladder)
            for owner in (SITE, club_owner(self.club.pk))
        ]

    def add(self, more: int) -> None:
        """Add so much more of everything."""
        for _ in range(more):
            one, other = make_user(f"p{next(numbers)}"), make_user(f"p{next(numbers)}")
            self._add_matches(one, other)
            self._add_people(one, other)
            self._add_club(one, other)
            self._add_cases(one, other)
            self._add_event(one)

    def _add_matches(self, one: Any, other: Any) -> None:
        finished(self.me, one, self.rival)
        match = finished(self.me, self.rival)
        teams = tuple(Team((user.pk,), rank) for rank, user in enumerate((self.me, self.rival), 1))
        when = match.finished_at
        rating_apply(FinishedMatch(match.code, match.game, "survivor", when, "ffa", teams))
        make_table(one)
        make_table(self.me, one)
        make_running(one, other)
        Comment.objects.create(match=self.replay, ply=3, author=one, text="t")
        Moment.objects.create(match=self.replay, ply=3, author=one, title="t", eyes="all")

    def _add_people(self, one: Any, other: Any) -> None:
        Notice.objects.create(user=self.me, kind="k", subject=str(one.pk), text="Hello!")
        Presence.objects.create(user=one, seen_at=timezone.now())
        for owner, whom, kind in ((self.me, one, "follow"), (self.me, other, "mute")):
            Tie.objects.create(owner=owner, other=whom, kind=kind)
        last = timezone.now()
        for ladder in self.ladders:
            strength = {"mu": 25, "sigma": 2, "matches": 20, "last_at": last}
            Standing.objects.create(ladder=ladder, player=one, **strength)

    def _add_club(self, one: Any, other: Any) -> None:
        Membership.objects.create(club=self.club, user=one, role="director")
        Membership.objects.create(club=make_club(one, name=f"Club {one.pk}"), user=self.me)
        JoinRequest.objects.create(club=self.club, user=other)
        NewsItem.objects.create(club=self.club, author=one, title="t", text="t")
        link_make(club=self.club, actor=one)
        journal_write(club=self.club, actor=one, verb="joined")

    def _add_cases(self, one: Any, other: Any) -> None:
        report = Report.objects.create(reporter=one, subject=other, kind="abuse")
        about = {"report": report, "subject": other, "moderator": self.me}
        Decision.objects.create(**about, verb="warn", reason="r")
        asked = timezone.now()
        Sanction.objects.create(user=one, kind="mute", decided_by=self.me, appealed_at=asked)
        Sanction.objects.create(user=other, kind="mute", decided_by=self.me)

    def _add_event(self, one: Any) -> None:
        act(self.event, self.me, "register", players=[one.pk], by_organiser=True)
        event = make_event(self.me, self.club, season=self.season)
        SeasonAward.objects.create(
            season=self.season, tournament=event, user=one, place=1, points=9
        )
        event.places.create(entry=1, player=one.pk, user=one, place=1, came=True, is_guest=False)
        self.club.earlier_champions.create(year=1990, title=event.code, name="Anna")
        make_event(self.me, self.club)
        Tournament.objects.filter(pk=event.pk).update(phase="finished", finished_at=timezone.now())

    def pages(self) -> list[str]:
        """Return the address of every page that lists something."""
        club, case = f"/clubs/{self.club.slug}/", Report.objects.latest("pk").pk
        event, begun = (f"/tournaments/{one.code}/" for one in (self.event, self.begun))
        return [
            "/", "/lobby/", "/accounts/profile/", "/people/", "/people/rival/",
            "/people/me/against/rival/", "/notices/", "/accounts/sessions/",
            "/replays/", "/replays/?results=1", f"/replays/{self.replay.code}/?ply=3&open=1",
            "/clubs/", club, f"{club}members/", f"{club}journal/", f"{club}ladders/",
            f"{club}champions/", f"{club}ladders/deadline_99-survivor/", "/ladders/",
            "/ladders/deadline_99-survivor/", "/tournaments/", event, f"{event}console/",
            f"{event}linked/", f"/tournaments/seasons/{self.season.pk}/", begun, f"{begun}rounds/",
            f"{begun}standings/", f"{begun}hall/", f"{begun}console/",
            "/moderation/", "/moderation/audit/", f"/moderation/reports/{case}/",
            "/admin/matches/match/", "/admin/tournaments/tournament/", "/admin/clubs/club/",
            "/admin/moderation/report/", "/admin/moderation/decision/", "/admin/accounts/user/",
            "/admin/moderation/sanction/", "/api/v1/matches", "/api/v1/matches?status=open",
            "/api/v1/tournaments",
        ]  # fmt: skip


def statements(client: Client, page: str) -> int:
    """Return how many statements a page takes that was looked at before."""
    client.get(page)
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page).status_code == 200, page
    return len(asked)


def test_a_list_asks_as_much_for_many_as_for_a_few(client: Client) -> None:
    world = World()
    client.force_login(world.me)
    world.add(FEW)
    few = {page: statements(client, page) for page in world.pages()}
    world.add(MORE)
    many = {page: statements(client, page) for page in few}
    assert {page: (few[page], asked) for page, asked in many.items() if asked > few[page]} == {}
