"""Watching a match in a real browser: every ply, both ways, with and without a hand on the keys."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.chain import chain_link
from games.matches.services.match_play_out import Player, match_play_out
from replays.services.upload import record_upload
from tests.browser.people import a_page, apart, log_in, serious, stop_clock, wait_until
from tests.replays.factories import proven_match, sample, sample_path, stored_match

pytestmark = pytest.mark.browser


def at_ply(page: Page, ply: int) -> None:
    """Wait until the page shows `ply`, and says so in its address."""
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(ply))
    expect(page).to_have_url(re.compile(rf"[?&]ply={ply}\b"))


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_bar_of_a_small_frame_is_one_row(new_context: Any, site: str, language: str) -> None:
    page = a_page(new_context, viewport={"width": 600, "height": 420}, locale=language)
    code = f"smallframe{language.replace('-', '').lower()}"[:20]
    stored_match("deadline_99", 7, code=code)
    page.goto(f"{site}/replays/{code}/embed/?ply=9&open=1")
    play, way = (page.locator(name).bounding_box() for name in ("#replay-play", ".scrubber"))
    assert play
    assert way
    assert play["x"] + play["width"] < way["x"]
    assert way["width"] >= 90
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_browsers_own_back_leads_to_the_ply_before(page: Page, site: str) -> None:
    stored_match("deadline_99", 1, code="backward")
    page.goto(f"{site}/replays/backward/?ply=3&as=1")
    page.locator("#replay-on").click()
    at_ply(page, 4)
    page.go_back()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "3")
    expect(page.locator("#replay-play")).to_be_visible()
    page.go_forward()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "4")


def test_it_plays_by_itself_until_the_end(page: Page, site: str) -> None:
    match = stored_match("deadline_99", 2, code="played")
    page.clock.install()
    page.goto(f"{site}/replays/played/?ply={match.ply - 3}&as=all")
    page.locator("#replay-speed").select_option("400")
    stop_clock(page)  # or it might be over in a moment
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    page.clock.resume()
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(match.ply))
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_the_slider_reaches_as_far_as_one_has_been(page: Page, site: str) -> None:
    stored_match("deadline_99", 3, code="slid")
    page.goto(f"{site}/replays/slid/?ply=6&as=all")
    slider = page.locator("#replay-scrub")
    expect(slider).to_have_attribute("max", "6")
    slider.fill("2")
    at_ply(page, 2)
    expect(slider).to_have_js_property("max", "6")
    slider.fill("5")
    at_ply(page, 5)


def test_where_a_browser_keeps_nothing_it_is_stepped_all_the_same(page: Page, site: str) -> None:
    stored_match("deadline_99", 3, code="unkept")
    page.add_init_script(
        "for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty("
        "window, store, { get() { throw new DOMException('', 'SecurityError'); } });"
    )
    page.goto(f"{site}/replays/unkept/?ply=2&as=all")
    expect(page.locator("#replay-play")).to_be_visible()
    page.locator("#replay-on").click()
    at_ply(page, 3)


def test_other_eyes_show_the_same_ply(page: Page, site: str) -> None:
    stored_match("deadline_99", 4, code="eyes")
    page.goto(f"{site}/replays/eyes/?ply=7&as=all")
    page.locator("#eyes-2").click()
    expect(page.locator("#eyes-2")).to_have_attribute("aria-current", "true")
    at_ply(page, 7)
    expect(page).to_have_url(re.compile(r"as=2\b"))


def test_a_log_line_leads_to_its_ply(page: Page, site: str) -> None:
    stored_match("deadline_99", 5, code="logged")
    page.goto(f"{site}/replays/logged/?ply=8&as=all")
    page.locator("#log a[href*='ply=4&']").first.click()
    at_ply(page, 4)


def test_a_dropped_record_is_replayed(page: Page, site: str) -> None:
    page.goto(f"{site}/replays/open/")
    text = sample_path("deadline_99", 6).read_text()
    transfer = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "record.json", {type: "application/json"}));
            return data;
        }""",
        text,
    )
    page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    expect(page).to_have_url(re.compile(r"/replays/file/[0-9a-f]{64}/$"))
    expect(page.locator(".felt")).to_contain_text(json.loads(text)["seats"][0])


def test_a_wrong_record_gets_its_sentence(
    page: Page, site: str, tmp_path: Path, complaints: list[str]
) -> None:
    raw = json.loads(sample_path("deadline_99", 6).read_bytes())
    raw["actions"][4]["action"]["card"] = "nonsense"
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(raw))
    page.goto(f"{site}/replays/open/")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Check and watch").click()
    expect(page.get_by_role("alert")).to_contain_text("Move 5")
    wait_until(page, lambda: bool(complaints))
    assert ["422" in complaint for complaint in complaints] == [True]
    complaints.clear()


@pytest.mark.parametrize("crypto", ["WebCrypto", "without WebCrypto"])
def test_the_proof_is_recomputed_in_the_browser(page: Page, site: str, crypto: str) -> None:
    number = 7 if crypto == "WebCrypto" else 8
    match = proven_match("deadline_99", number)
    if crypto != "WebCrypto":
        page.add_init_script(
            "Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined})"
        )
    page.goto(f"{site}/replays/{match.code}/proof/")
    expect(page.locator("#proof-verdict")).to_contain_text("Everything checks out")
    for line in ("commitment", "seats", "seed", "operations", "chain", "bots"):
        expect(page.locator(f"#proof-{line}")).to_have_attribute("data-state", "holds")
    page.locator("#noted-head").fill(match.head[:12])
    expect(page.locator("#noted-answer")).to_contain_text(f"after move {match.ply}")
    assert serious(page) == []


@pytest.mark.parametrize("at", [2**53 + 1, 10**30])
def test_the_proof_holds_with_times_that_no_double_has(page: Page, site: str, at: int) -> None:
    played, _ = sample("deadline_99", 0)
    entries = (*played.entries[:-1], {**played.entries[-1], "at": at})
    later = replace(played, entries=entries, head=reduce(chain_link, entries, played.chain_start()))
    upload = record_upload(data=json.dumps(later.as_json()).encode())
    page.goto(f"{site}/replays/file/{upload.digest}/proof/")
    expect(page.locator("#proof-verdict")).to_contain_text("Everything checks out")
    expect(page.locator("#proof-chain")).to_have_attribute("data-state", "holds")


def test_the_proof_lists_the_dice_of_the_bots(page: Page, site: str) -> None:
    match = apart(
        match_play_out, game="deadline_99", players=[Player("club")] * 2,
        started_at=datetime(2026, 5, 1, tzinfo=UTC),
    )  # fmt: skip
    page.goto(f"{site}/replays/{match.code}/proof/")
    expect(page.locator("#proof-verdict")).to_contain_text("Everything checks out")
    expect(page.locator("#proof-bots [data-count]")).to_have_text(str(match.ply))
    states = page.locator("#proof-bots tr").evaluate_all("rows => rows.map(r => r.dataset.state)")
    assert states[1:] == ["holds"] * match.ply


def test_the_proof_finds_what_was_changed(page: Page, site: str) -> None:
    match = proven_match("zombie_rummy", 2)
    match.seats.filter(number=1).update(contribution="another")
    page.goto(f"{site}/replays/{match.code}/proof/")
    expect(page.locator("#proof-verdict")).to_contain_text("Something doesn’t check out")
    expect(page.locator("#proof-seats")).to_have_attribute("data-state", "fails")
    expect(page.locator("#proof-seed")).to_have_attribute("data-state", "fails")
    expect(page.locator("#proof-chain")).to_have_attribute("data-state", "holds")


@pytest.mark.parametrize("game", ["death_frontline", "zombie_rummy"])
@pytest.mark.parametrize("eyes", ["all", "1"])
def test_every_game_is_stepped_without_complaint(
    page: Page, site: str, game: str, eyes: str
) -> None:
    stored_match(game, 3, code=f"{game[:5]}{eyes}")
    page.goto(f"{site}/replays/{game[:5]}{eyes}/?ply=9&as={eyes}")
    for ply in (10, 11, 12):
        page.locator("#replay-on").click()
        at_ply(page, ply)
    assert serious(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_at_the_end_of_a_table_of_six_nothing_lies_over_a_board(page: Page, site: str) -> None:
    stored_match("zombie_rummy", 6, code="sixend")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/replays/sixend/?ply=last&as=all")
    foot = page.locator(".zr-boards").evaluate("boards => boards.getBoundingClientRect().bottom")
    assert page.locator(".ticker").evaluate("line => line.getBoundingClientRect().top") >= foot


BAR_IS_ON_TOP = """() => [0, 50, 100, 150].every((at) => {
  scrollTo({ top: at, behavior: "instant" });
  const { x, y, width, height } = document.querySelector(".is-play").getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return Boolean(there?.closest(".replay-bar"));
})"""


@pytest.mark.parametrize("game", ["zombie_rummy", "deadline_99", "death_frontline"])
def test_on_a_phone_nothing_lies_over_the_bar(new_context: Any, site: str, game: str) -> None:
    page = a_page(new_context, viewport={"width": 360, "height": 640})
    page.goto(f"{site}/replays/{stored_match(game).code}/")
    page.wait_for_function(BAR_IS_ON_TOP)


def test_a_panel_that_is_opened_is_brought_into_sight(page: Page, site: str) -> None:
    ada = log_in(page.context, site, "ada")
    stored_match("deadline_99", 5, code="opened", users={0: ada})
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/replays/opened/?ply=9&as=0")
    page.locator("#share > summary").click()
    study = page.get_by_role("button", name="Open a study room")
    expect(study).to_be_in_viewport(ratio=1)


def test_what_is_written_leads_back_to_its_open_panel(page: Page, site: str) -> None:
    log_in(page.context, site, "ada")
    stored_match("deadline_99", 5, code="written")
    page.goto(f"{site}/replays/written/?ply=9")
    page.locator("#moments summary").click()
    page.get_by_label("Mark this position").fill("The turn")
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator("#moments")).to_contain_text("The turn")
    expect(page.get_by_label("Mark this position")).to_be_visible()


def test_a_position_is_played_on_from_a_table_of_ones_own(page: Page, site: str) -> None:
    ada = log_in(page.context, site, "ada")
    stored_match("deadline_99", 5, code="forked", users={0: ada})
    page.goto(f"{site}/replays/forked/?ply=9&as=0")
    page.locator("#go-on summary").click()
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile(r"/matches/\w+/$"))
    expect(page.locator("#stage")).to_contain_text("Practice")
