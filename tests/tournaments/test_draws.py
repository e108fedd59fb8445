"""What an event draws by lot: nobody knows it before, everybody can check it afterwards."""

from __future__ import annotations

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client

from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.draws import MOST_DRAWS, secret_of_draw
from games.tournaments.direct.fold import fold
from games.tournaments.export.whole import export_event, import_event
from games.tournaments.models import DirectorAction, Tournament, TournamentSecret
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.act import tournament_act
from games.tournaments.store import actions_of, load_state
from tests.docs.test_verify_script import run
from tests.support.clubs import make_club
from tests.support.event_pages import post
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.judges import browser
from tests.support.races import in_own_connection
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db

PAGES = ["", "draws/", "rounds/", "standings/", "crosstable/", "schedule/", "hall/", "embed/"]
FOR_DIRECTORS = ["console/", "console/journal/", "settings/"]
FILES = ["standings.csv", "crosstable.csv", "event.json", "event.trf"]


def exported(event: Tournament, client: Client | None = None) -> dict[str, Any]:
    """Return the whole event as a stranger gets it, or whoever asks."""
    answer = (client or Client()).get(f"/tournaments/{event.code}/export/event.json")
    assert answer.status_code == 200
    return json.loads(answer.content)


def everything(event: Tournament, client: Client) -> bytes:
    """Return all that the event's pages, files and interface answer."""
    pages = [f"/tournaments/{event.code}/{page}" for page in (*PAGES, *FOR_DIRECTORS)]
    files = [f"/tournaments/{event.code}/export/{name}" for name in FILES]
    api = [f"/api/v1/tournaments/{event.code}{rest}" for rest in ("", "/standings", "/console")]
    answers = [client.get(address) for address in (*pages, *files, *api)]
    return b"\n".join(one.content + str(one.headers).encode() for one in answers)


def hidden(event: Tournament) -> list[bytes]:
    """Return what must not be told yet: the secret, all that later draws reveal, their seeds."""
    secret = bytes(TournamentSecret.objects.get(tournament=event).secret)
    state = load_state(event)
    first = 1 if state.draw is None else state.draw.no + 1
    coming = [secret_of_draw(secret, number).hex() for number in range(first, first + 4)]
    return [text.encode() for text in (secret.hex(), *coming)]


def enter(event: Tournament, name: str, contribution: str = "") -> None:
    """Let somebody enter by the button of the event's page."""
    user = make_user(name)
    answer = post(browser(user), event, kind="register", own="1", contribution=contribution)
    assert answer.status_code == 302


def knockout_of_bots(owner: Any, count: int = 6, **config: Any) -> Tournament:
    event = make_event(owner, format="knockout", config=config)
    enter_bots(event, owner, count)
    return event


def checked(tmp_path: Any, data: dict[str, Any]) -> tuple[int, str]:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(data))
    return run(path)


def test_no_answer_tells_what_a_later_draw_follows_from(ada) -> None:
    staff = make_user("director")
    staff.is_staff = True
    staff.save()
    event = make_event(staff, format="swiss")
    watchers = [Client(), browser(ada), browser(staff)]

    def nothing_is_told() -> None:
        for watcher in watchers:
            told = everything(event, watcher)
            assert not [one for one in hidden(event) if one in told]

    enter(event, "bo", "b0" * 16)
    enter_bots(event, staff, 4)
    nothing_is_told()
    assert (exported(event)["settings"]["seed"], load_state(event).config.seed) == ("", "")
    act(event, staff, "start")
    nothing_is_told()
    act(event, staff, "propose_round")
    nothing_is_told()
    private = load_state(event).draw
    assert private is not None
    for one in watchers[:2]:
        told = everything(event, one)
        assert private.secret.encode() not in told
        assert private.seed.encode() not in told
    act(event, staff, "publish_round")
    assert private.seed.encode() in everything(event, watchers[0])
    nothing_is_told()


def test_every_draw_of_an_event_is_recomputed_by_whoever_has_its_export(ada, tmp_path) -> None:
    event = make_event(ada, format="swiss")
    for number in range(3):
        enter(event, f"guest{number}", f"{number}" * 32)
    enter_bots(event, ada, 4)
    assert checked(tmp_path, exported(event))[0] == 0
    act(event, ada, "start")
    act(event, ada, "propose_round")
    act(event, ada, "propose_round")
    act(event, ada, "publish_round")
    data = exported(event)
    status, text = checked(tmp_path, data)
    commitment = data["actions"][0]["payload"]["config"]["commitment"]
    assert (status, text) == (0, f"fair: 2 draws follow from {commitment} and 3 contributions\n")


def test_the_journal_shows_the_commitment_and_later_each_seed(ada) -> None:
    event = make_event(ada, make_club(ada), format="swiss")
    enter_bots(event, ada, 4)
    begin(event, ada)
    page = browser(ada).get(f"/tournaments/{event.code}/console/journal/")
    told = [line["draw"] for line in page.context["journal"] if line["draw"]]
    made = [draw_of(exported(event), kind)["seed"] for kind in ("propose_round", "start")]
    assert told == [*made, load_state(event).config.commitment]
    assert all(one in page.content.decode() for one in told)


@pytest.mark.parametrize("kind", ["knockout", "round_robin"])
def test_a_field_drawn_by_lot_is_recomputed(ada, tmp_path, kind) -> None:
    event = make_event(ada, format=kind)
    enter_bots(event, ada, 6)
    begin(event, ada)
    assert checked(tmp_path, exported(event))[0] == 0
    data = exported(event)
    start = next(one["payload"] for one in data["actions"] if one["kind"] == "start")
    start["seeds"][0], start["seeds"][1] = start["seeds"][1], start["seeds"][0]
    status, text = checked(tmp_path, data)
    assert (status, "order of the field does not follow" in text) == (1, True)


def draw_of(data: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(one["payload"]["draw"] for one in data["actions"] if one["kind"] == kind)


def another_secret(data):
    draw_of(data, "propose_round")["secret"] = "0" * 64


def another_seed(data):
    draw_of(data, "propose_round")["seed"] = "0" * 64


def another_commitment(data):
    for one in data["actions"]:
        if "config" in one["payload"]:
            one["payload"]["config"]["commitment"] = "0" * 64


def changed_later(data):
    first = data["actions"][0]["payload"]["config"]
    config = {**first, "commitment": "0" * 64}
    data["actions"].insert(1, {"kind": "configure", "payload": {"config": config}, "reason": ""})


def another_contribution(data):
    entered = next(one for one in data["actions"] if one["payload"].get("contribution"))
    entered["payload"]["contribution"] = "1"


def without_an_entry(data):
    data["actions"] = [one for one in data["actions"] if one["payload"].get("entry") != 2]


def without_a_draw(data):
    data["actions"] = [one for one in data["actions"] if one["kind"] != "start"]


def another_event_seed(data):
    data["settings"]["seed"] = "0" * 64


def another_lot(data):
    data["standings"][0]["criteria"]["lot"] = "7"


def proposed_for_another_draw(data):
    at, made = next(
        (at, one) for at, one in enumerate(data["actions"]) if one["kind"] == "propose_round"
    )
    again = json.loads(json.dumps(made))
    again["payload"]["draw"]["seed"] = "0" * 64
    data["actions"].insert(at + 1, again)


@pytest.mark.parametrize(
    ("meddle", "sentence"),
    [
        (another_secret, "draw 2 is not what the event was committed to"),
        (another_seed, "the seed of draw 2 does not follow"),
        (another_commitment, "draw 1 is not what the event was committed to"),
        (changed_later, "action 2 changes the commitment"),
        (another_contribution, "the seed of draw 1 does not follow"),
        (without_an_entry, "entry 2 is missing"),
        (without_a_draw, "draw 1 is missing"),
        (another_event_seed, "the event's seed is not that of its first draw"),
        (another_lot, "does not follow from the event's seed"),
        (proposed_for_another_draw, "proposed again with another draw"),
    ],
)
def test_what_was_changed_about_a_draw_is_named(ada, tmp_path, meddle, sentence) -> None:
    event = make_event(ada, format="swiss")
    enter(event, "bo", "b0" * 16)
    enter_bots(event, ada, 4)
    begin(event, ada)
    data = exported(event)
    meddle(data)
    status, text = checked(tmp_path, data)
    assert (status, sentence in text, text) == (1, True, text)


def test_a_round_proposed_afresh_keeps_its_draw_and_one_taken_back_loses_it(ada) -> None:
    event = make_event(ada)
    enter_bots(event, ada, 9)
    act(event, ada, "start")
    first = act(event, ada, "propose_round")
    again = act(event, ada, "propose_round")
    assert (again.draw, again.current) == (first.draw, first.current)
    act(event, ada, "cancel_round")
    assert act(event, ada, "propose_round").draw.no == first.draw.no + 1
    act(event, ada, "publish_round")
    act(event, ada, "cancel_round", reason="two were missing")
    assert act(event, ada, "propose_round").draw.no == first.draw.no + 2


def test_a_file_of_the_event_gives_the_same_event_and_its_settings_the_revealed_seed(ada) -> None:
    event = make_event(ada, format="swiss")
    enter(event, "bo", "b0" * 16)
    enter_bots(event, ada, 3)
    state = begin(event, ada)
    play_bots(event)
    data = exported(event)
    assert {one["seed"] for one in (data["settings"], data["actions"][0]["payload"]["config"])} == {
        state.config.seed
    }
    assert fold(import_event(data)) == load_state(event)


@pytest.mark.parametrize(
    ("kind", "seeds", "tables", "byes"),
    [
        ("knockout", [4, 6, 1, 3, 5, 2], [[3, 5], [2, 1]], [4, 6]),
        ("swiss", [1, 2, 3, 4, 5, 6], [[6, 2], [3, 1], [4, 5]], []),
        ("pods", [1, 2, 3, 4, 5, 6], [[6, 1, 4], [2, 3, 5]], []),
    ],
)
def test_an_event_from_before_draws_as_it_did_then(ada, tmp_path, kind, seeds, tables, byes):
    """It is stored with a seed and without a commitment; what it draws was noted in those days."""
    config = config_to_json(Config(kind, "abc"))
    del config["commitment"]
    old = Tournament.objects.create(name="Old", game="deadline_99", format=kind, no=1)
    DirectorAction.objects.create(
        tournament=old, no=1, request_id=uuid.uuid4().hex, kind="create", payload={"config": config}
    )
    act(old, ada, "open_registration")
    enter_bots(old, ada, 6)
    begin(old, ada)
    done = {one.kind: one.payload for one in actions_of(old)}
    made = done["propose_round"]
    assert done["start"]["seeds"] == seeds
    assert ([one["seats"] for one in made["tables"]], made["byes"]) == (tables, byes)
    data = export_event(actions_of(old), {})
    assert (data["settings"]["seed"], load_state(old).draw) == ("abc", None)
    assert checked(tmp_path, data)[1].startswith("not proved: ")


@pytest.mark.django_db(transaction=True)
def test_two_who_propose_at_once_reveal_one_draw(ada, tmp_path):
    event = make_event(ada)
    enter_bots(event, ada, 9)
    act(event, ada, "start")

    @in_own_connection
    def propose(_):
        return act(Tournament.objects.get(pk=event.pk), ada, "propose_round").draw

    with ThreadPoolExecutor(4) as pool:
        draws = set(pool.map(propose, range(4)))
    event.refresh_from_db()
    assert draws == {load_state(event).draw}
    assert checked(tmp_path, export_event(actions_of(event), {}))[0] == 0


def test_a_site_without_the_secret_does_not_draw(ada) -> None:
    event = knockout_of_bots(ada)
    TournamentSecret.objects.filter(tournament=event).delete()
    with pytest.raises(EventRefusal) as refused:
        act(event, ada, "start")
    assert refused.value.code == "no_secret"


def test_the_draws_of_an_event_come_to_an_end_only_after_thousands() -> None:
    secret = b"s" * 32
    assert secret_of_draw(secret, MOST_DRAWS) == secret


def test_nobody_brings_a_draw_of_their_own(ada) -> None:
    event = knockout_of_bots(ada)
    tournament_act(
        code=event.code, actor=ada, role="organiser", kind="start",
        payload={"draw": "0" * 64}, request_id=uuid.uuid4().hex,
    )  # fmt: skip
    event.refresh_from_db()
    assert load_state(event).draw.secret != "0" * 64


@pytest.mark.parametrize("text", ["<b>", "a" * 65, "ä", "a b"])
def test_a_part_that_is_none_is_refused(text, ada) -> None:
    event = make_event(ada, format="swiss")
    post(browser(make_user("bo")), event, kind="register", own="1", contribution=text)
    assert not load_state(event).entries
