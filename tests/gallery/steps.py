"""What somebody does on a page before the picture is taken."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page as Tab

from tests.gallery.names import GUARDED, ME, PASSWORD


def open_menu(tab: Tab) -> None:
    """Open the site's menu: on a phone the whole, on a desk the account's."""
    button = tab.locator(".menu-button")
    if button.is_visible():
        button.click()
    else:
        tab.locator(".site-tools details").last.locator("summary").click()


def _log_in(tab: Tab, name: str, password: str) -> None:
    tab.locator("[name=login]").fill(name)
    tab.locator("[name=password]").fill(password)
    tab.locator("[name=password]").press("Enter")
    tab.wait_for_load_state()


def keep_pages(tab: Tab) -> None:
    """Have some pages on the device, as somebody has who opened them."""
    tab.evaluate(
        """async (paths) => {
          const cache = await caches.open("kibitz-kept-pages");
          await cache.addAll(paths.map((path) => new Request(path, { credentials: "omit" })));
        }""",
        ["/rules/", "/rules/zombie_rummy/", "/learn/deadline_99/"],
    )
    tab.reload()
    tab.locator("#kept li").last.wait_for()


def log_in_wrongly(tab: Tab) -> None:
    """Mistype the password."""
    _log_in(tab, f"nobody{uuid.uuid4().hex[:6]}", "wrong")


def log_in_guarded(tab: Tab) -> None:
    """Log in as somebody who then needs a second step."""
    _log_in(tab, GUARDED, PASSWORD)
    tab.wait_for_url("**/2fa/**")


def preview_correction(tab: Tab) -> None:
    """Ask what taking all matches of a pair out of the ratings would do."""
    tab.locator("main form[method=post] button").click()
    tab.wait_for_url("**/preview")


def _sign_up(tab: Tab, name: str, password: str) -> None:
    tab.locator("[name=email]").fill(f"{name}@example.org")
    tab.locator("[name=username]").fill(name)
    tab.locator("[name=password1]").fill(password)
    tab.locator("[name=password1]").press("Enter")
    tab.wait_for_load_state()


def sign_up_wrongly(tab: Tab) -> None:
    """Take a name and a password that are refused."""
    _sign_up(tab, ME, "12345678")


def sign_up(tab: Tab) -> None:
    """Sign up, and be asked for the code."""
    _sign_up(tab, f"jaques{uuid.uuid4().hex[:6]}", PASSWORD)
    tab.wait_for_url("**/confirm-email/**")


def ask_for_reset(tab: Tab) -> None:
    """Ask for a new password."""
    tab.locator("[name=email]").fill(f"{ME}@example.org")
    tab.locator("[name=email]").press("Enter")
    tab.wait_for_url("**/reset/confirm/**")


def ask_for_mail(tab: Tab) -> None:
    """Let the site write a mail, and open what it wrote."""
    here = tab.url
    tab.goto(here.replace("/mails/", "/password/reset/"))
    ask_for_reset(tab)
    tab.goto(here)


def show_template(name: str, **context: Any) -> Callable[[Tab], None]:
    """Show a page that only a failure brings, in the browser's language."""

    def show(tab: Tab) -> None:
        language = tab.locator("html").get_attribute("lang") or "en"
        with translation.override(language):
            body = render_to_string(name, context)
        address = f"{tab.url.rstrip('/')}/gallery/"
        tab.route(address, lambda route: route.fulfill(body=body, content_type="text/html"))
        tab.goto(address)

    return show


def open_help(tab: Tab) -> None:
    """Ask at the table what can be done now."""
    tab.locator("#help > summary").click()
    tab.locator("[data-help] :is(p, h3)").first.wait_for()


def open_rates(tab: Tab) -> None:
    """Unfold how often the collusion report is right."""
    tab.locator("#reading summary").first.click()


def open_coach(tab: Tab) -> None:
    """Unfold the coach beside a replay."""
    tab.locator("#coach > summary").click()
    tab.locator(".coach__one").first.scroll_into_view_if_needed()


def open_luck(tab: Tab) -> None:
    """Unfold the luck beside a replay."""
    tab.locator("#luck > summary").click()
    tab.locator(".ledger").first.scroll_into_view_if_needed()


def open_choice(tab: Tab) -> None:
    """Press a card that asks how it is meant."""
    tab.locator("#link-state[data-state=live]").wait_for(state="attached")
    tab.locator(".hand > [popovertarget]").first.click()
    tab.locator(".choice:popover-open").wait_for()


def answer_puzzle(tab: Tab) -> None:
    """Make the first move that takes one press."""
    tab.locator("#stage .hand-area [data-action]").first.click()
    tab.locator(".puzzle__options").wait_for()


LARGEST_HAND = 20
# A hand as large as that: its cards again, each in place of one that has another id.
FILL_HAND = """(most) => {
    const hand = document.querySelector("[data-hand]");
    const isCard = (one) => one.querySelector(".card") ?? one.matches(".card");
    const cards = [...(hand?.children ?? [])].filter(isCard);
    for (let n = cards.length; n && n < most; n += 1) {
        const copy = cards[n % cards.length].cloneNode(true);
        for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.id &&= `${one.id}-${n}`;
        hand.append(copy);
    }
    if (cards.length && hand.dataset.count) hand.dataset.count = Math.max(cards.length, most);
}"""


def fill_hand(tab: Tab, most: int = LARGEST_HAND) -> None:
    """Hold as many cards as a hand may grow to."""
    tab.locator("#link-state[data-state=live]").wait_for(state="attached")
    tab.evaluate(FILL_HAND, most)


POST = """async tail => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = location.pathname + tail;
  form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
  document.body.append(form);
  form.submit();
}"""


def post(tail: str) -> Callable[[Tab], None]:
    """Post, as a page without script does, what is refused below the page's own address."""

    def send(tab: Tab) -> None:
        # not expect_navigation: the first push to a page counts as one, and may come meanwhile
        with tab.expect_event("load"):
            tab.evaluate(POST, tail)

    return send
