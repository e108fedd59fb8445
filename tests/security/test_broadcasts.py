"""No byte of a broadcast depends on what is not on show yet: neither later moves nor later cards.

Each match is asked about twice: while it had come no further than what is on show, and once all of
it, its result, what was said and drawn later and the chances there are in the database. Every
address and socket that names the broadcast is asked, as every kind of visitor, at several moves.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from accounts.models import User
from games.broadcasts.access import access_show
from games.broadcasts.models import Broadcast, Drawing, Odds, Show
from games.broadcasts.selectors import render_air, revisions_of
from games.broadcasts.services.advance import _move, broadcasts_advance
from games.broadcasts.services.broadcast import commentator_name
from games.engine.practice import played_on
from games.matches import store
from games.matches.models import Match
from games.registry import all_rules
from games.tournaments.pair.sizes import SizeRule
from replays.models import Comment
from tests.security.test_same_bytes import bytes_of, passing
from tests.support.broadcasts import broadcast, moment_of
from tests.support.database_clock import StandingClock
from tests.support.events import begin, enter_bots, make_event, play_bots
from tests.support.tables import bot_acts, make_user

pytestmark = pytest.mark.django_db
GAMES = sorted(all_rules())
MOVES = 6
ASKED_AT = (0, 1, 4)
Answers = dict[str, tuple[int, bytes, str]]


def addresses(code: str, match: str) -> list[str]:
    """Return every address of the site that names a broadcast, or a match of it."""
    resolver, found = get_resolver(), set()
    space = resolver.namespace_dict["broadcasts"][1]
    for name in space.reverse_dict:
        for args in ([code], [code, match]):
            try:
                found.add(reverse(f"broadcasts:{name}", args=args))
            except (NoReverseMatch, TypeError):
                continue
    return sorted(path for path in found if "/of/" not in path)


def queries(ply: int) -> list[str]:
    """Return what may stand behind an address: moves on show and beyond, eyes, tables, rounds."""
    plies = [f"?ply={one}" for one in (max(0, ply - 1), ply + 1, ply + 2, "last")]
    return ["", *plies, f"?ply={ply}&as=0", "?as=public", "?table=1", "?round=2", "?now="]


def everything(shown: Broadcast, match: Match, ply: int, people: dict[str, Any]) -> Answers:
    """Return all that each visitor is answered and pushed."""
    told: Answers = {}
    for role, user in people.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        asked = queries(ply) if user is None else ["", f"?ply={ply + 1}"]
        for path in addresses(shown.code, match.code):
            for query in asked:
                for headers in ({}, {"hx-request": "true"}) if user is None else ({},):
                    cache.clear()
                    answer = bytes_of(client.get(path + query, headers=headers))
                    told[f"{role} {headers} {path}{query}"] = answer
        call = f"/api/v1/broadcasts/{shown.code}"
        told[f"{role} {call}"] = bytes_of(client.get(call))
        air = render_air(access_show(user or AnonymousUser(), shown.code, match.code), {})
        told[f"{role} socket"] = air.revision, air.html.encode(), ""
    told["heartbeat"] = revisions_of([match.code])[match.code], b"", ""
    return told


def remark(show: Show, com: User, ply: int) -> None:
    """Say and draw something about a move, and reckon its chances."""
    said = f"A word on move {ply}"
    Comment.objects.create(match=show.match, ply=ply, author=com, text=said)
    Drawing.objects.create(show=show, ply=ply, author=com, places=[["stage", ply, ply]])
    won = [ply % 20] * show.match.seat_count
    sums = {"rollouts": 20, "won": won, "squares": won}
    Odds.objects.create(show=show, ply=ply, **sums)


def shown_event(owner: Any, game: str) -> tuple[Broadcast, Match]:
    """Return the broadcast of an event of four bots and their match, which is not over soon."""
    event = make_event(owner, game=game, config={"sizes": SizeRule(4, 4, 4)})
    enter_bots(event, owner, 4)
    shown = broadcast(event, owner)
    begin(event, owner)
    commentator_name(tournament=event, username=make_user("com").username)
    broadcasts_advance()
    return shown, event.tables.get().match


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", GAMES)
def test_no_byte_depends_on_what_is_not_on_show_yet(ada: User, game: str) -> None:
    clock = StandingClock()
    with time_machine.travel("2026-05-01 18:00", tick=False):
        shown, match = shown_event(ada, game)
        com = User.objects.get(username="com")
        people = {"anonymous": None, "stranger": make_user("bo"), "com": com, "director": ada}
        early: dict[int, Answers] = {}
        for ply in range(MOVES):
            show = Show.objects.select_related("match").get()
            assert _move(shown, show, moment_of(show, ply))
            remark(show, com, ply)
            if ply in ASKED_AT:
                early[ply] = everything(shown, match, ply, people)
            clock.move(timedelta(seconds=20))
            assert bot_acts(match)
        play_bots(shown.tournament)
        match.refresh_from_db()
        assert match.status == Match.Status.FINISHED
        assert match.ply > MOVES
        show = Show.objects.get()
        for ply in range(MOVES, match.ply + 1):
            remark(show, com, ply)
        Show.objects.update(ply=None, version=0, revision=0, is_whole=False)
        for ply in range(MOVES):
            show = Show.objects.select_related("match").get()
            assert _move(shown, show, moment_of(show, ply))
            now = everything(shown, match, ply, people) if ply in ASKED_AT else {}
            for question, answer in now.items():
                assert early[ply][question] == answer, (ply, question)
        assert len(early[0]) > 100
        assert early[0] != early[1]


@pytest.mark.parametrize("game", [key for key in GAMES if all_rules()[key].hiding])
def test_no_byte_depends_on_the_cards_still_to_be_drawn(ada: User, game: str) -> None:
    """They are known since the deal, and the match goes on: the hands are open, not the piles."""
    with time_machine.travel("2026-05-01 18:00", tick=False):
        shown, match = shown_event(ada, game)
        for _ in range(MOVES):
            assert bot_acts(match)
        match.refresh_from_db()
        position, rules = store.load_position(match), match.rules
        assert rules.hiding is not None
        hidden = rules.hiding.hidden(position.state, 0)
        other = replace(
            hidden, piles={owner: tuple(sorted(pile)) for owner, pile in hidden.piles.items()}
        )
        found = []
        for dealt in (hidden, other):
            with passing():
                before = match.version
                store.append_events(match, [played_on(0, dealt)])
                match.save(update_fields=["version"])
                Show.objects.update(ply=match.ply, version=match.version)
                found.append(everything(shown, match, match.ply, {"anonymous": None}))
                match.version = before
        assert found[0] == found[1]
