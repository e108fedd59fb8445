"""What can be done and what is said is within reach: low windows, tablets, full tables."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from games.matches.services.table_seats import table_sit
from tests.browser.battlefield import cell, send
from tests.browser.conftest import Complaints
from tests.browser.people import apart, open_match, seated, wait_until
from tests.replays.factories import sample, stored_match
from tests.support.events import begin, enter_bots, make_event
from tests.support.tables import act_for, make_running, make_table, make_user

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
HANDSET = {"width": 390, "height": 664}
ON_ITS_SIDE = {"width": 844, "height": 390}
SMALL_ON_ITS_SIDE = {"width": 667, "height": 375}
TABLET = {"width": 768, "height": 1024}
LIES_OPEN = """(node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


ARE_WHOLE = """() => [...document.querySelectorAll(".zr, .zr-far, .zr-own")]
    .every((part) => part.scrollHeight <= part.clientHeight + 1)"""


def lies_open(part: Locator) -> bool:
    """Tell whether the middle of something is in the window and nothing lies over it."""
    return bool(part.evaluate(LIES_OPEN))


def expect_to_lie_open(*parts: Locator) -> None:
    """Wait until that is so: what stands on the hand is moved a moment after the hand grows."""
    wait_until(parts[0].page, lambda: all(lies_open(part) for part in parts))


def are_apart(one: FloatRect, another: FloatRect) -> bool:
    """Tell whether two boxes of a page share no spot."""
    return any(
        first[start] + first[size] <= second[start]
        for start, size in (("x", "width"), ("y", "height"))
        for first, second in ((one, another), (another, one))
    )


def test_every_target_of_a_card_can_be_chosen_on_a_phone_on_its_side(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=ON_ITS_SIDE, has_touch=True)
    match = stored_match("deadline_99", 7, users={0: ada}, plies=0, code="reachten")
    open_match(page, site, match)
    page.get_by_label("Your hand").get_by_role("button", name="7 of hearts").tap()
    targets = page.locator(".choice:popover-open button")
    expect(targets).to_have_count(9)
    for target in targets.all():
        target.evaluate("target => target.scrollIntoView({ block: 'nearest' })")
        expect_to_lie_open(target)


@pytest.mark.parametrize("viewport", [PHONE, ON_ITS_SIDE, TABLET], ids=["up", "side", "tablet"])
def test_what_sends_an_attack_is_never_under_the_hand(
    new_context: Any, site: str, viewport: Any
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport, has_touch=True)
    attack = sample("death_frontline", 5)[0].entries[52]
    match = stored_match("death_frontline", 5, users={attack["seat"]: ada}, plies=52)
    open_match(page, site, match)
    cell(page, attack["action"]["target"]).tap()
    attacks = page.locator("[data-send=attack]")
    expect(attacks).to_be_visible()
    expect_to_lie_open(attacks)
    page.evaluate("Kibitz.tell('A refusal makes the hand higher.')")
    expect_to_lie_open(attacks)
    send(page, "attack")
    expect(page.locator("#log")).to_contain_text("attacks")


@pytest.mark.parametrize("number", [1, 6], ids=["three", "eight"])
def test_seats_stand_side_by_side_on_a_phone_on_its_side(
    new_context: Any, site: str, number: int
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=ON_ITS_SIDE, has_touch=True)
    open_match(page, site, stored_match("deadline_99", number, users={0: ada}, plies=0))
    boxes = [box for seat in page.locator(".seat").all() if (box := seat.bounding_box())]
    assert len(boxes) == len(sample("deadline_99", number)[0].seats)
    for one, another in combinations(boxes, 2):
        assert are_apart(one, another)
    assert all(0 <= box["x"] <= ON_ITS_SIDE["width"] - box["width"] for box in boxes)


@pytest.mark.parametrize("viewport", [ON_ITS_SIDE, SMALL_ON_ITS_SIDE], ids=["large", "small"])
def test_a_hand_is_in_sight_on_a_phone_on_its_side_at_a_table_of_ten(
    new_context: Any, site: str, viewport: Any
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport, has_touch=True)
    open_match(page, site, stored_match("deadline_99", 7, users={0: ada}, plies=0))
    assert page.locator(".seat").count() == 10
    for part in (".hand > .card", "#link-state", ".count-big__value", ".action-bar"):
        expect(page.locator(part).last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [ON_ITS_SIDE, SMALL_ON_ITS_SIDE], ids=["large", "small"])
def test_the_piles_what_can_be_done_and_every_name_are_read_on_a_phone_on_its_side_among_six(
    new_context: Any, site: str, viewport: Any
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport, has_touch=True)
    record, plies = sample("zombie_rummy", 6)
    turn = next(n for n, ply in enumerate(plies) if n > 36 and ply.state.phase == "draw")
    seat = record.rules.to_act(plies[turn].state)
    open_match(page, site, stored_match("zombie_rummy", 6, users={seat: ada}, plies=turn))
    parts = [
        page.locator("#draw-pile button"),
        page.locator("#discard-top"),
        *page.locator("#zr-acts button").all(),
        *page.locator(".zr-hand > .card").all(),
    ]
    assert len(parts) > 10
    for part in parts:
        expect_to_lie_open(part)
    names = page.locator(".zr-boards .zr-board__name").all()
    assert len(names) == 5
    for name in names:
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.text_content()


def test_the_others_of_zombie_rummy_are_strips_on_a_phone_which_a_tap_opens(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=HANDSET, has_touch=True)
    open_match(page, site, stored_match("zombie_rummy", 6, users={3: ada}, plies=69))
    strips = page.locator(".zr-boards .zr-board")
    expect(strips).to_have_count(5)
    boxes = [box for strip in strips.all() if (box := strip.bounding_box())]
    assert [box["height"] < 48 for box in boxes] == [True] * 5
    laden = strips.filter(has=page.locator(".zr-stack .card")).first
    opener = laden.get_by_role("button", name=re.compile("’s table$"))
    own, card = page.locator(".zr-own .zr-board__name"), page.locator(".zr-hand > .card").first
    below = (page.locator("#draw-pile .card"), page.locator("#discard-top"), own, card)
    expect_to_lie_open(*below)
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect_to_lie_open(laden.locator(".zr-stack .card").first, *below)
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "false")


def test_six_boards_are_whole_on_every_desk_and_cards_grow_with_it(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    open_match(page, site, stored_match("zombie_rummy", 6, users={3: ada}, plies=69))
    widths = []
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, lambda: page.evaluate(ARE_WHOLE))
        box = page.locator(".zr-hand > .card").first.bounding_box()
        assert box
        widths.append(box["width"])
    assert widths == sorted(widths)
    assert widths[-1] >= 140


def test_a_dealt_hand_of_eight_lies_in_one_row_on_a_phone(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE, has_touch=True)
    open_match(page, site, stored_match("zombie_rummy", 0, users={1: ada}, plies=0))
    cards = [box for card in page.locator(".zr-hand > .card").all() if (box := card.bounding_box())]
    assert len(cards) == 8
    assert len({box["y"] for box in cards}) == 1
    assert all(0 <= box["x"] <= PHONE["width"] - box["width"] for box in cards)


@pytest.mark.parametrize("number", [1, 6, 7], ids=["three", "eight", "ten"])
@pytest.mark.parametrize("width", [1024, 1100, 1280])
def test_nothing_lies_over_anything_on_a_small_notebook(
    new_context: Any, site: str, number: int, width: int
) -> None:
    viewport = {"width": width, "height": 768}
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport)
    open_match(page, site, stored_match("deadline_99", number, users={0: ada}, plies=4))
    parts = [*page.locator(".seat").all(), *page.locator(".centre > :is(.pile, .count-big)").all()]
    assert len(parts) == 3 + len(sample("deadline_99", number)[0].seats)
    boxes = [box for part in parts if (box := part.bounding_box())]
    for one, another in combinations(boxes, 2):
        assert are_apart(one, another), (one, another)
    for name in page.locator(".seat__name").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.text_content()


def test_whom_a_player_meets_in_every_round_is_read_on_a_phone(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE, locale="zh-TW")
    event = apart(make_event, ada, format="round_robin", game="death_frontline")
    apart(enter_bots, event, ada, 6)
    apart(begin, event, ada)
    page.goto(f"{site}/tournaments/{event.code}/schedule/")
    lines = page.locator(".schedule tbody tr")
    expect(lines).to_have_count(5)
    for line in lines.all():
        for cell_ in line.locator("td:visible").all():
            box = cell_.bounding_box()
            assert box
            assert box["x"] + box["width"] <= PHONE["width"]
            assert box["height"] < 60, cell_.text_content()


def test_what_happened_and_what_can_be_done_is_told_beside_the_hand_on_a_phone(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE, has_touch=True)
    record, plies = sample("death_frontline", "max_rounds_2")
    seat = record.rules.to_act(plies[44].state)
    match = stored_match("death_frontline", "max_rounds_2", users={seat: ada}, plies=44)
    open_match(page, site, match)
    hint = page.locator(".front__hint")
    expect(hint).to_have_text("Choose a skill to play.")
    page.locator(".pane").evaluate("pane => pane.scrollTo(0, pane.scrollHeight)")
    expect_to_lie_open(hint, page.locator(".ticker"))
    page.get_by_role("button", name="Naval gunfire").tap()
    expect(hint).to_have_text("Now choose a target.")
    page.get_by_role("button", name="Stand fast").tap()
    expect(hint).to_have_text(re.compile("^Stand fast: [^.]+\\. Skill\\.$"))
    expect_to_lie_open(hint)


def test_what_the_others_did_is_told_above_the_hand_of_zombie_rummy(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE, has_touch=True)
    open_match(page, site, stored_match("zombie_rummy", 6, users={0: ada}, plies=36))
    told = page.locator(".ticker")
    expect(told).not_to_be_empty()
    expect_to_lie_open(told)


def test_the_result_of_ten_is_read_from_its_head(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE, has_touch=True)
    entries = sample("deadline_99", 7)[0].entries
    last = entries[-1]
    users = {last["seat"]: ada}
    match = stored_match("deadline_99", 7, users=users, plies=len(entries) - 1, code="resultten")
    open_match(page, site, match)
    page.get_by_label("Say something").scroll_into_view_if_needed()
    apart(act_for, match, ada, last["action"])
    heading = page.locator("#result h2")
    expect(heading).to_be_visible()
    expect_to_lie_open(heading)


def test_why_a_seat_is_refused_is_in_sight_at_a_table_of_ten(
    new_context: Any, site: str, complaints: Complaints
) -> None:
    [(page, _)] = seated(new_context, site, 1, viewport=PHONE, has_touch=True)
    owner, quicker = make_user("owner.of.ten"), make_user("quicker")
    match = apart(make_table, owner, seats=10, bots=["novice"] * 7)
    page.route_web_socket("**/ws/matches/**", lambda link: None)  # the page hears of nobody
    page.goto(f"{site}/matches/{match.code}/")
    seat = page.get_by_role("button", name="Sit here (Seat 9)")
    apart(table_sit, code=match.code, user=quicker)
    seat.tap()
    notice = page.locator("#notice")
    expect(notice).not_to_be_empty()
    expect_to_lie_open(notice)
    wait_until(page, lambda: bool(complaints))
    assert ["409" in line for line in complaints] == [True]
    complaints.clear()


def test_the_state_of_the_link_covers_no_open_table(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE)
    open_match(page, site, apart(make_table, ada, game="death_frontline"))
    state, before = (page.locator(name).bounding_box() for name in ("#link-state", ".before"))
    assert state
    assert before
    assert state["y"] + state["height"] <= before["y"]


def test_on_a_phone_none_of_four_on_the_battlefield_is_out_of_sight(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport=PHONE)
    match = apart(make_running, ada, game="death_frontline", bots=["novice"] * 3)
    open_match(page, site, match)
    players = page.locator(".player")
    expect(players).to_have_count(4)
    for player in players.all():
        box = player.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
