"""What the sounds are: rendered to samples by the browser, for no ear hears them here."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from config.settings import BASE_DIR
from games.matches.presenters import table_of
from games.registry import all_rules
from tests.browser.people import a_page

pytestmark = pytest.mark.browser

CUES = ["deal", "play", "turn", "alarm", "out", "win"]
OWN = {sound for rules in all_rules().values() for sound in table_of(rules).sounds.values()}
RATE = 48_000
HUNDREDTH = RATE // 100
PLACE = "http://localhost/sounds"
# In place of the loudspeaker: what would be heard in two seconds is computed at once.
HEARD = """
window.made = [];
window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 96000, 48000); window.made.push(this); }
    get state() { return window.asleep ? "suspended" : "running"; }
    resume() { return window.asleep ?? Promise.resolve(); }
};
"""
PLAY = """async (names) => {
    await Promise.all(names.map((name) => Kibitz.sound(name)));
    return [...(await window.made[0].startRendering()).getChannelData(0)];
}"""


@pytest.fixture
def listener(new_context: Any) -> Any:
    """Return a maker of empty pages with the site's sounds, on and at a volume.

    Playwright counts whatever is evaluated as a gesture; `early` is asked for before that.
    """

    def make(volume: int = 100, *, sounds: str = "on", early: str = "") -> Page:
        page = a_page(new_context)
        script = (BASE_DIR / "static/js/sound.js").read_text()
        body = f"""<!doctype html><html data-sounds="{sounds}" data-volume="{volume}">
            <script>{HEARD}</script><script>{script}</script><script>{early}</script>"""
        page.route(PLACE, lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto(PLACE)
        return page

    return make


def loudness(samples: list[float]) -> float:
    """Return the loudest hundredth of a second, as the root of its mean square."""
    parts = [samples[at : at + HUNDREDTH] for at in range(0, len(samples), HUNDREDTH)]
    return max((sum(value * value for value in part) / HUNDREDTH) ** 0.5 for part in parts)


def test_all_sounds_are_about_as_loud_and_none_is_cut_off_or_long(listener: Any) -> None:
    loud = {}
    for cue in {*CUES, *OWN}:
        samples = listener().evaluate(PLAY, [cue])
        heard = [at for at, value in enumerate(samples) if abs(value) > 1e-5]
        loud[cue] = loudness(samples)
        assert max(map(abs, samples)) < 0.5, cue
        assert heard[0] > 0.01 * RATE, cue
        assert heard[-1] < RATE, cue
        assert abs(samples[heard[-1]]) < 1e-3, cue
    assert max(loud.values()) < 2 * min(loud.values()), loud


def test_the_volume_is_a_factor_and_at_its_end_nothing_is_heard(listener: Any) -> None:
    whole, half, none = (listener(volume).evaluate(PLAY, ["turn"]) for volume in (100, 50, 0))
    assert half == pytest.approx([value / 2 for value in whole], abs=1e-6)
    assert set(none) == {0}


def test_nothing_sounds_where_it_is_off_or_nobody_has_touched_the_page(listener: Any) -> None:
    early = listener(early="Kibitz.sound('turn')")
    assert early.evaluate("window.made.length") == 0
    silent = listener(sounds="off")
    assert silent.evaluate("Kibitz.sound('turn').then(() => window.made.length)") == 0
    early.evaluate("Kibitz.sound('turn')")
    assert early.evaluate("window.made.length") == 1


def test_many_sounds_at_once_are_as_loud_as_one(listener: Any) -> None:
    one = listener().evaluate(PLAY, ["turn"])
    many = listener().evaluate(PLAY, ["alarm", "win", "out"] * 10 + ["turn"])
    assert loudness(many) < 1.2 * loudness(one)


def test_what_a_sleeping_machine_was_told_does_not_sound_when_it_wakes(listener: Any) -> None:
    page = listener()
    page.clock.install()
    page.evaluate("() => { window.asleep = new Promise((wake) => { window.wake = wake; }); }")
    page.evaluate("() => { window.told = ['turn', 'play'].map((name) => Kibitz.sound(name)); }")
    page.clock.fast_forward(60_000)
    page.evaluate("() => { window.asleep = null; window.wake(); return Promise.all(window.told); }")
    assert set(page.evaluate(PLAY, [])) == {0}


def test_what_is_set_on_a_device_stays_from_page_to_page(page: Page, site: str) -> None:
    page.goto(f"{site}/rules/")
    menu = page.locator("summary", has_text="Look and sound")
    menu.click()
    page.get_by_label("Play sounds").check()
    page.get_by_label("Volume").fill("30")
    for path in ("/rules/deadline_99/", "/lobby/"):
        page.goto(site + path)
        menu.click()
        expect(page.get_by_label("Play sounds")).to_be_checked()
        expect(page.get_by_label("Volume")).to_have_value("30")
