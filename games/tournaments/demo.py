"""A club in mid-season, for a local site: one event finished, one in its second round."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.clubs.models import Club, Membership
from accounts.clubs.services.club import club_found, news_post
from accounts.demo import NAMES
from games.tournaments.config import Config
from games.tournaments.director.state import State
from games.tournaments.models import Tournament
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import season_open, tournament_create
from games.tournaments.store import load_state

CLUB = "Night Owls"
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
    season = season_open(club=club, name="Autumn season", best_of=5)
    first = _event(owner, club, season, "Opening night", people, rounds=3)
    for _ in range(3):
        _round(first, owner)
    _press(first, owner, "finish")
    second = _event(owner, club, season, "Second night", people[:9], rounds=4)
    _round(second, owner)
    _press(second, owner, "propose_round")
    _press(second, owner, "publish_round")
    _settle(second, owner, most=1)


def _person(name: str) -> Any:
    """Return a person; those that are not the published log-ins have no password."""
    people = get_user_model().objects
    return people.filter(username=name).first() or people.create_user(name, f"{name}@demo.invalid")


def _event(
    owner: Any, club: Club, season: Any, name: str, people: list[Any], rounds: int
) -> Tournament:
    """Return a started event of all these people."""
    about = {
        "name": name,
        "game": "deadline_99",
        "about": "Deadline 99 at tables of three and four.",
        "season": season,
        "starts_at": timezone.now(),
        "entry": Tournament.Entry.MEMBERS,
        "turn_seconds": 86400,
        "reserve_seconds": 0,
        "rated": False,
    }
    config = Config("pods", "-", rounds=rounds)
    event = tournament_create(actor=owner, club=club, config=config, about=about)
    _press(event, owner, "open_registration")
    for user in people:
        _press(event, owner, "register", players=[user.pk], by_organiser=True)
    _press(event, owner, "start")
    return event


def _press(event: Tournament, actor: Any, kind: str, **payload: Any) -> State:
    return tournament_act(
        code=event.code,
        actor=actor,
        role="organiser",
        kind=kind,
        payload=payload,
        request_id=uuid.uuid4().hex,
        reason="Entered by hand." if kind == "override_result" else "",
    ).state


def _round(event: Tournament, owner: Any) -> None:
    """Play one round, its results entered by the director."""
    _press(event, owner, "propose_round")
    _press(event, owner, "publish_round")
    _settle(event, owner)
    _press(event, owner, "close_round")


def _settle(event: Tournament, owner: Any, most: int | None = None) -> None:
    """Enter results as chance would have it, the same on every machine."""
    event.refresh_from_db()
    state = load_state(event)
    assert state.current is not None
    for table in state.current.tables[:most]:
        order = sorted(table.present, key=lambda one: (one * 7 + len(state.rounds) * 5) % 11)
        results = [{"entry": one, "rank": at} for at, one in enumerate(order, 1)]
        _press(
            event, owner, "set_result", round=state.current.number, table=table.number,
            results=results,
        )  # fmt: skip
