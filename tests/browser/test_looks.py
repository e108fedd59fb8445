"""Pages of live play on a desk: accessible, and as wide as their screen (phones: `test_pages`)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from config.fragments.environment import render_part
from games.matches.services.match_play_out import Player, match_play_out
from games.matches.services.table_free import table_free_seat
from tests.browser.people import (
    a_page,
    apart,
    expect_turn,
    fresh_name,
    log_in,
    open_match,
    seated,
    serious,
    wait_until,
)
from tests.replays.factories import stored_match
from tests.support.tables import make_running, make_table, make_user

pytestmark = pytest.mark.browser


def test_every_page_is_accessible_and_fits_a_desk(new_context: Any, site: str) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport={"width": 1280, "height": 800})
    running = apart(make_running, ada, seats=10, bots=["novice"] * 9, options={"mode": "factions"})
    table = apart(make_table, ada, seats=4)
    for path in ("/", "/lobby/", "/tables/new/deadline_99/", f"/matches/{table.code}/"):
        page.goto(site + path)
        check(page)
    open_match(page, site, running)
    expect_turn(page)
    check(page)


def check(page: Page) -> None:
    """No serious finding, nothing to scroll sideways."""
    assert serious(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{page.url} is {wide} pixels too wide"


def test_why_a_seat_is_refused_can_be_read_in_the_dark(
    new_context: Any, site: str, complaints: list[str]
) -> None:
    [(page, bo)] = seated(new_context, site, 1, color_scheme="dark")
    ada = apart(make_user, fresh_name("owner"))
    table = apart(make_table, ada, bo, seats=3)
    apart(table_free_seat, code=table.code, user=ada, number=1)
    page.goto(f"{site}/matches/{table.code}/")
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("#notice")).to_contain_text("if they invite you")
    assert serious(page) == []
    wait_until(page, lambda: bool(complaints))
    assert ["403" in line for line in complaints] == [True]
    complaints.clear()


def ground(page: Page, scheme: str) -> str:
    """Return the colour of the page's ground in a look."""
    page.evaluate("scheme => { document.documentElement.dataset.scheme = scheme; }", scheme)
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_what_is_printed_is_light_whatever_the_screens_look(page: Page, site: str) -> None:
    page.goto(site + "/rules/")
    light, dark = ground(page, "light"), ground(page, "dark")
    assert light != dark
    page.emulate_media(media="print")
    assert ground(page, "dark") == light


COVERED = """() => {
    const box = document.querySelector("#result").getBoundingClientRect();
    const seats = document.querySelectorAll(".seats .seat, .seat__badge, #centre .pile");
    return [...seats].filter((seat) => {
        const one = seat.getBoundingClientRect();
        return one.width && one.right > box.left && one.left < box.right
            && one.bottom > box.top && one.top < box.bottom;
    }).map((seat) => seat.textContent);
}"""
CLIPPED = """() => [...document.querySelectorAll(".seat__clock")].filter((clock) => {
    const [one, room] = [clock, clock.parentElement].map((node) => node.getBoundingClientRect());
    return one.right > room.right;
}).length"""


@pytest.mark.parametrize(
    ("seats", "mode"), [(3, "classic"), (5, "classic"), (10, "classic"), (10, "factions")]
)
def test_a_result_covers_neither_a_seat_nor_what_ended_the_match(
    new_context: Any, site: str, seats: int, mode: str
) -> None:
    match = apart(
        match_play_out, game="deadline_99", players=[Player("novice")] * seats,
        started_at=timezone.now(), options={"mode": mode}, dice=Random(seats),
    )  # fmt: skip
    page = a_page(new_context)
    for width, height in ((1024, 768), (1280, 800), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        open_match(page, site, match)
        assert page.evaluate(COVERED) == [], f"{width} x {height}"
        expect(page.locator("#ending")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(390, 664), (360, 640)])
def test_on_a_phone_the_result_leaves_what_ended_the_match_in_sight(
    new_context: Any, site: str, size: tuple[int, int]
) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport)
    match = apart(stored_match, "deadline_99", "last_survivor", users={0: ada})
    open_match(page, site, match)
    for shown in ("#count", "#ending"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    over = "([a, b]) => a.getBoundingClientRect().bottom - b.getBoundingClientRect().top"
    both = [page.locator(one).element_handle() for one in ("#discard-top", "#result")]
    assert page.evaluate(over, both) <= 0


def test_on_a_phone_the_log_can_be_read_after_the_end(new_context: Any, site: str) -> None:
    match = apart(stored_match, "deadline_99", "last_survivor")
    page = a_page(new_context, viewport={"width": 360, "height": 640})
    open_match(page, site, match)
    box = page.locator(".log-box")
    assert box.evaluate("(one) => one.clientHeight >= Math.min(one.scrollHeight, 200)")
    around = box.evaluate(
        "(one) => one.parentElement.scrollHeight - one.parentElement.clientHeight"
    )
    assert around <= 1


LONG_HEADING = """(words) => {
    const row = document.createElement("div");
    row.className = "row row--apart";
    row.innerHTML = "<div><h2></h2></div>";
    row.querySelector("h2").textContent = words;
    document.querySelector("main").append(row);
}"""


def test_a_name_of_one_long_word_in_a_heading_makes_no_page_wider(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(site + "/rules/")
    page.evaluate(LONG_HEADING, "You play against " + "Featherstonehaugh" * 2)
    check(page)


@pytest.mark.parametrize("bots", [3, 9])
def test_a_clock_of_days_is_whole_in_the_seats(new_context: Any, site: str, bots: int) -> None:
    [(page, ada)] = seated(new_context, site, 1, viewport={"width": 360, "height": 640})
    running = apart(make_running, ada, bots=["novice"] * bots, turn_seconds=86400)
    open_match(page, site, running)
    expect_turn(page)
    expect(page.locator("#turn-clock")).to_contain_text("23:5")
    assert page.evaluate(CLIPPED) == 0


def test_a_seat_without_a_clock_has_its_name_beside_the_middle_of_its_face(
    new_context: Any, site: str
) -> None:
    # in a bot's seat the sign of a bot stands under its name
    users = {seat: make_user(fresh_name("seated")) for seat in range(2)}
    stored = apart(stored_match, "deadline_99", 0, users=users)
    page = a_page(new_context, viewport={"width": 1280, "height": 800})
    page.goto(f"{site}/replays/{stored.code}/?ply=0&as=all")
    seat = page.locator(".seat.is-turn")
    boxes = [seat.locator(part).bounding_box() for part in (".seat__face", ".seat__name")]
    face, name = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert abs(face - name) < 2


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_at_a_table_of_ten_one_gets_ready_without_scrolling(
    new_context: Any, site: str, size: tuple[int, int]
) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    [(page, ada)] = seated(new_context, site, 1, viewport=viewport)
    open_match(page, site, apart(make_table, ada, seats=10))
    button = page.get_by_role("button", name="I’m ready")
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate(ON_TOP)


ON_TOP = """(button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_who_is_out_and_has_won_is_told_in_two_words(page: Page, site: str) -> None:
    page.goto(site)
    drawn = render_part("en", "partials/seat.jinja", name="ada", out=True, winner=True)
    page.set_content(f'<ol class="seats">{drawn}</ol>')
    assert page.locator(".seat__facts").inner_text().split() == ["Out", "Winner"]


HIDDEN = """(wanted) => wanted.filter((one) => {
    const { left, right, top, bottom } = document.querySelector(one).getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !shown?.closest(one) || bottom > innerHeight;
})"""


def test_before_the_start_ones_part_of_the_shuffle_is_in_sight_beside_many_options(
    new_context: Any, site: str
) -> None:
    [(page, ada)] = seated(new_context, site, 1)
    table = apart(make_table, ada, game="death_frontline", seats=4)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_match(page, site, table)
    assert page.evaluate(HIDDEN, [".terms > :last-child", "#own-part > summary", "#proof"]) == []
    page.set_viewport_size({"width": 1280, "height": 600})
    assert page.evaluate(HIDDEN, ["#own-part > summary", "#proof"]) == []
    page.locator("#own-part > summary").click()
    assert page.evaluate(HIDDEN, ["#own-part > summary", "#contribution", "#proof"]) == []


OVERLAPPING = """() => {
    const boxes = [...document.querySelectorAll(".brand, .site-nav a, .site-tools > *, .bell")]
        .map((one) => [one.getBoundingClientRect().left, one.scrollWidth])
        .sort(([left], [other]) => left - other);
    return boxes.filter(([left], i) => i && left + 1 < boxes[i - 1][0] + boxes[i - 1][1]).length;
}"""


@pytest.mark.parametrize("name", [None, "ada", "史" * 24])
def test_the_header_fits_every_desk_whatever_ones_name(
    new_context: Any, site: str, name: str | None
) -> None:
    page = a_page(new_context)
    if name:
        log_in(page.context, site, name)
    page.goto(f"{site}/lobby/")
    for width in (896, 930, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(OVERLAPPING) == 0, width
        check(page)


def test_a_long_name_takes_two_lines_at_most_on_a_phone(new_context: Any, site: str) -> None:
    page = a_page(new_context, viewport={"width": 360, "height": 640})
    user = log_in(page.context, site, "史" * 24)
    open_match(page, site, apart(make_running, user, game="death_frontline", bots=["novice"]))
    mine = page.locator(".player__name", has_text=user.username)
    bots = page.locator(".player__name").filter(has_not_text=user.username)
    heights = [box["height"] for one in (mine, bots) if (box := one.bounding_box())]
    assert len(heights) == 2
    assert heights[0] <= 2 * heights[1] + 1  # pixels are rounded


def test_printed_rules_hold_every_deck(page: Page, site: str) -> None:
    page.goto(site + "/rules/death_frontline/")
    decks = page.locator(".rulebook__deck table")
    shown = "all => all.map((one) => one.checkVisibility())"
    assert decks.evaluate_all(shown) == [False] * 4
    page.emulate_media(media="print")
    assert decks.evaluate_all(shown) == [True] * 4
