"""Who sees which puzzle, and that nobody is shown more than its seat knows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.privacy.relations import person_export
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.matches.models import Match
from replays.puzzles import positions
from replays.puzzles.mine import cut_record
from replays.puzzles.models import Puzzle, Review, Solver
from replays.puzzles.positions import solver_seat, timeline_of
from replays.puzzles.selectors import minable, shelves
from replays.puzzles.services import answer_give, daily_choose, puzzles_add
from replays.puzzles.sift import decisions
from tests.puzzles.factories import GAMES, a_puzzle, mined_match, right_and_wrong
from tests.replays.factories import person, sample, stored_match
from tests.replays.talking import signed_in
from tests.support.clubs import make_club

pytestmark = pytest.mark.django_db


def page_of(puzzle: Puzzle, client: Client | None = None) -> str:
    response = (client or Client()).get(reverse("puzzles:show", args=[puzzle.code]))
    assert response.status_code == 200
    return response.content.decode()


def post(client: Client, puzzle: Puzzle, action: Any, *, query: str = "") -> Any:
    url = reverse("puzzles:answer", args=[puzzle.code]) + query
    text = action if isinstance(action, str) else json.dumps(action)
    return client.post(url, {"action": text}, headers={"hx-request": "true"})


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_the_same_whatever_lies_where_the_seat_cannot_see(game: str) -> None:
    """Drawn from the cards as they lay, it is what it is drawn from cards dealt anew."""
    for first in (5, 20):
        puzzle = a_puzzle(game, first=first)
        timeline = timeline_of(puzzle)
        seat = solver_seat(timeline)
        truth = next(one for one in decisions(cut_record(puzzle.cut)) if one.ply == timeline.last)
        imagined = timeline.plies[-1].state
        assert imagined != truth.state, "the page would be drawn from the truth"
        views = [
            snapshot(timeline.rules, state, timeline.last, Viewer(seat))
            for state in (imagined, truth.state)
        ]
        assert views[0] == views[1]
        shown = page_of(puzzle)
        plies = (*timeline.plies[:-1], timeline.plies[-1]._replace(state=truth.state))
        key = (puzzle.digest, timeline.seats)
        positions.TIMELINES.clear()
        positions.TIMELINES.put(key, type(timeline)(
            timeline.rules, timeline.options, timeline.holders, plies, timeline.log
        ))  # fmt: skip
        assert without_token(page_of(puzzle)) == without_token(shown)
        positions.TIMELINES.clear()


def without_token(html: str) -> str:
    """Return a page without what differs from request to request."""
    return "\n".join(line for line in html.splitlines() if "csrf" not in line)


@pytest.mark.parametrize("game", GAMES)
def test_neither_page_nor_answer_nor_interface_tells_the_deal_the_names_or_the_match(
    game: str, client: Client
) -> None:
    match = stored_match(game, users={0: person("Mallory"), 1: person("Trent")})
    puzzle = a_puzzle(game, source=match)
    wrong = right_and_wrong(puzzle)[1]
    told = [
        page_of(puzzle),
        client.get(f"/api/v1/puzzles/{puzzle.code}").content.decode(),
        post(client, puzzle, wrong).content.decode(),
    ]
    names = set(sample(game)[0].seats) - {""}
    for text in told:
        assert puzzle.cut["seed"] not in text
        assert match.code not in text
        assert not [name for name in ("Mallory", "Trent", *names) if f">{name}<" in text]


def test_before_the_answer_nothing_tells_it(client: Client, puzzle: Puzzle) -> None:
    told = client.get(f"/api/v1/puzzles/{puzzle.code}").json()
    assert told.keys() == {"puzzle", "game", "rules", "seat", "view", "sure", "legal"}
    page = page_of(puzzle)
    assert "puzzle__options" not in page
    assert "puzzle rated" not in page


def test_a_right_and_a_wrong_answer_are_judged_and_explained(
    puzzle: Puzzle, solving: Client, solver: User
) -> None:
    right, wrong = right_and_wrong(puzzle)
    missed = post(solving, puzzle, wrong).content.decode()
    assert 'data-right="no"' in missed
    assert "comes back on" in missed
    assert "data-best" in missed
    assert 'data-right="yes"' in post(solving, puzzle, right).content.decode()
    assert Solver.objects.get(user=solver).tries == 1


@pytest.mark.parametrize(
    "action",
    [
        "",
        "[",
        "null",
        '{"type": "play", "card": "ZZ"}',
        '{"type": "resign"}',
        '{"type": 4}',
        "x" * 5000,
    ],
)
def test_what_is_no_legal_action_is_refused_with_a_sentence(
    puzzle: Puzzle, solving: Client, action: str
) -> None:
    refused = post(solving, puzzle, action)
    assert refused.status_code == 422
    assert refused.content.strip()
    assert not Solver.objects.exists()


def test_unknown_puzzles_are_not_found(client: Client) -> None:
    assert client.get("/puzzles/nothing/").status_code == 404
    assert client.post("/puzzles/nothing/answer", {"action": "{}"}).status_code == 404
    assert client.get("/api/v1/puzzles/nothing").status_code == 404


def test_the_list_leads_to_games_themes_and_due_mistakes(
    puzzle: Puzzle, solving: Client, client: Client
) -> None:
    daily_choose()
    page = client.get(reverse("puzzles:index")).content.decode()
    assert f"?game=deadline_99&amp;theme={puzzle.theme}" in page
    onward = client.get(f"/puzzles/next/?game=deadline_99&theme={puzzle.theme}")
    assert onward["Location"].startswith(f"/puzzles/{puzzle.code}/?game=deadline_99")
    assert client.get("/puzzles/next/?game=zombie_rummy")["Location"] == "/puzzles/"
    assert client.get("/puzzles/daily/")["Location"] == f"/puzzles/{puzzle.code}/"
    assert solving.get("/puzzles/due/")["Location"] == "/puzzles/"
    assert client.get("/puzzles/due/")["Location"].startswith("/accounts/login/")


def test_a_visitor_may_follow_a_link_to_somebody_s_due_mistake(
    puzzle: Puzzle, client: Client
) -> None:
    assert client.get(f"/puzzles/{puzzle.code}/?due=1").status_code == 200


def test_skipping_a_due_mistake_leads_to_another(
    puzzle: Puzzle, solver: User, solving: Client
) -> None:
    other = a_puzzle("zombie_rummy")
    for one in (puzzle, other):
        answer_give(puzzle=one, user=solver, action=right_and_wrong(one)[1])
    Review.objects.update(due_at=timezone.now())
    for one, onward in ((puzzle, other), (other, puzzle)):
        skip = f"/puzzles/due/?but={one.code}"
        assert f'href="{skip}"' in solving.get(f"/puzzles/{one.code}/?due=1").content.decode()
        assert solving.get(skip)["Location"] == f"/puzzles/{onward.code}/?due=1"


def test_the_front_page_has_the_daily_puzzle(puzzle: Puzzle, client: Client) -> None:
    assert "/puzzles/daily/" not in client.get("/").content.decode()
    daily_choose()
    assert "/puzzles/daily/" in client.get("/").content.decode()


def test_a_profile_tells_the_rating_of_a_solver_alone(
    puzzle: Puzzle, solver: User, solving: Client, client: Client
) -> None:
    address = reverse("accounts:person", args=[solver.username])
    assert 'id="puzzles-title"' not in client.get(address).content.decode()
    post(solving, puzzle, right_and_wrong(puzzle)[0])
    assert 'id="puzzles-title"' in client.get(address).content.decode()


HIDING: list[dict[str, Any]] = [
    {"visibility": "private"},
    {"visibility": "unlisted"},
    {"deal_open": True},
    {"practice": True},
    {"embargo_until": "2999-01-01T00:00:00Z"},
]


@pytest.mark.parametrize("change", HIDING)
def test_only_matches_that_anybody_may_watch_become_puzzles(change: dict[str, Any]) -> None:
    match = stored_match()
    assert [one["match"] for one in minable("deadline_99")] == [match.code]
    a_puzzle(source=match)
    assert list(minable("deadline_99")) == []  # it has been mined
    Puzzle.objects.all().delete()
    assert list(minable("deadline_99")) == []  # and isn't again, though it has no puzzle
    puzzle = a_puzzle(source=match)
    Match.objects.filter(pk=match.pk).update(**change)
    assert shelves() == []
    assert Client().get(reverse("puzzles:show", args=[puzzle.code])).status_code == 404
    Puzzle.objects.all().delete()
    assert list(minable("deadline_99")) == []


def test_a_private_clubs_matches_stay_out() -> None:
    club = make_club(person(), is_private=True)
    stored_match(club=club)
    assert list(minable("deadline_99")) == []


@pytest.mark.parametrize("field", ["user", "starter"])
def test_who_keeps_their_matches_out_does_so_at_once_and_for_every_seat(field: str) -> None:
    shy = person("Shy")
    match = stored_match(users={0: person(), 1: shy})
    if field == "starter":
        match.seats.filter(number=1).update(user=None, starter=shy)
    puzzle = a_puzzle(source=match)
    assert shelves()
    preferences = Preferences.objects.create(user=shy, puzzles=False)
    assert shelves() == []
    assert Client().get(reverse("puzzles:show", args=[puzzle.code])).status_code == 404
    preferences.puzzles = True
    preferences.save()
    assert shelves()


def test_the_setting_is_on_the_page_of_settings() -> None:
    shy = person("Shyer")
    client = signed_in(shy)
    page = client.get(reverse("accounts:preferences")).content.decode()
    assert 'name="puzzles"' in page


def test_bots_matches_belong_to_nobody() -> None:
    puzzles_add([mined_match(most=2)])
    assert sum(one.puzzles for one in shelves()) == 2


def test_an_export_has_ones_answers_and_no_deal(
    puzzle: Puzzle, solver: User, solving: Client
) -> None:
    post(solving, puzzle, right_and_wrong(puzzle)[1])
    export = json.dumps(person_export(solver), default=str)
    assert puzzle.code in export
    assert puzzle.cut["seed"] not in export
    told = json.loads(export)
    assert told["puzzles.Attempt.user"][0]["is_right"] is False
    assert told["puzzles.Review.user"]
    assert told["puzzles.Solver.user"][0]["tries"] == 1


def test_programs_answer_for_their_owner_with_a_key_that_plays(
    puzzle: Puzzle, solver: User, client: Client
) -> None:
    from accounts.tokens.models import Token
    from accounts.tokens.services import token_make

    cache.clear()
    daily_choose()
    right, _ = right_and_wrong(puzzle)
    address = f"/api/v1/puzzles/{puzzle.code}/answer"
    body = {"action": right}
    assert client.post(address, body, content_type="application/json").status_code == 401
    keys = {scope: token_make(user=solver, name=scope, scope=scope) for scope in Token.Scope}
    for scope, key in keys.items():
        headers = {"authorization": f"Bearer {key}"}
        answer = client.post(address, body, content_type="application/json", headers=headers)
        assert answer.status_code == (200 if scope == Token.Scope.PLAY else 403)
        assert ("rating_after" in answer.json()) == (scope == Token.Scope.PLAY)
        own = client.get("/api/v1/puzzles/own", headers=headers)
        assert own.status_code == 200
    assert own.json()["streak"] == 1
    assert client.get("/api/v1/puzzles/own").status_code == 401
    assert client.get("/api/v1/puzzles/daily").json()["puzzle"] == puzzle.code
    assert client.get("/api/v1/puzzles/next?game=deadline_99").json()["puzzle"] == puzzle.code
    headers = {"authorization": f"Bearer {keys[Token.Scope.PLAY]}"}
    body = {"action": {"type": "x"}}
    refused = client.post(address, body, content_type="application/json", headers=headers)
    assert refused.status_code == 422
