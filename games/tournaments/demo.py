"""A club in mid-season, for a local site: one event finished, one in its second round."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.clubs.models import Club, Membership
from accounts.clubs.services.club import club_found, news_post
from accounts.demo import NAMES
from games.tournaments.config import Config
from games.tournaments.demo_play import press, round_play
from games.tournaments.models import Tournament
from games.tournaments.services.create import tournament_create
from games.tournaments.services.seasons import season_open

CLUB = "Night Owls"
DICE = 7
OTHERS = ("dora", "emil", "fay", "goro", "hana", "ivo", "june", "kemal")


def events_create() -> None:
    """Create the demo club with its season, unless it is there."""
    if Club.objects.filter(name=CLUB).exists():
        return
    people = [_person(name) for name in (*NAMES, *OTHERS)]
    owner = people[0]
    club = club_found(
        founder=owner,
        name=CLUB,
        about="We meet on Fridays and play until the buses stop.",
        place="The Crooked Lamp",
        joining=Club.Joining.OPEN,
    )
    Membership.objects.bulk_create(
        Membership(
            club=club,
            user=user,
            role=Membership.Role.DIRECTOR if user is people[1] else Membership.Role.MEMBER,
        )
        for user in people[1:]
    )
    news_post(
        club=club,
        author=owner,
        title="The season is on",
        text="Eight evenings, the best five count.",
    )
    season = season_open(club=club, actor=owner, name="Autumn season", best_of=5)
    first = _event(owner, club, season, "Opening night", people, rounds=3, days_ago=7)
    began, dice = timezone.now() - timedelta(days=7), random.Random(DICE)
    for number in range(3):
        round_play(first, owner, began + number * timedelta(minutes=30), dice)
    press(first, owner, "finish")
    second = _event(owner, club, season, "Second night", people[:9], rounds=4)
    began = timezone.now() - timedelta(minutes=50)
    round_play(second, owner, began, dice)
    round_play(second, owner, began + timedelta(minutes=30), dice, most=1)


def _person(name: str) -> Any:
    """Return a person; those that are not the published log-ins have no password."""
    people = get_user_model().objects
    return people.filter(username=name).first() or people.create_user(name, f"{name}@demo.invalid")


def _event(
    owner: Any,
    club: Club,
    season: Any,
    name: str,
    people: list[Any],
    rounds: int,
    days_ago: int = 0,
) -> Tournament:
    """Return a started event of all these people."""
    about = {
        "name": name,
        "game": "deadline_99",
        "about": "Deadline 99 at tables of three and four.",
        "season": season,
        "starts_at": timezone.now() - timedelta(days=days_ago),
        "entry": Tournament.Entry.MEMBERS,
        "turn_seconds": 86400,
        "reserve_seconds": 0,
        "rated": True,
    }
    config = Config("pods", "-", rounds=rounds)
    event = tournament_create(actor=owner, club=club, config=config, about=about)
    press(event, owner, "open_registration")
    for user in people:
        press(event, owner, "register", players=[user.pk], by_organiser=True)
    press(event, owner, "start")
    return event
