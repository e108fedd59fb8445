"""Takes the pictures: every page in every language and size, in each scheme."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error
from playwright.sync_api import Page as Tab

from tests.gallery.page import Page
from tests.gallery.pages import PAGES
from tests.gallery.reach import out_of_reach
from tests.gallery.sheets import make_sheets
from tests.gallery.visit import (
    LONGEST_PICTURE,
    PHONES,
    Visitor,
    beyond,
    excess,
    findings,
    small_targets,
)
from tests.gallery.world import World


def shoot_all(browser: Browser, site: str, world: World, wanted: Namespace) -> list[str]:
    """Write all pictures and sheets; return what was wrong, a line each."""
    wrong: list[str] = []
    heard: list[str] = []

    def new_context(**options: Any) -> BrowserContext:
        # a service worker would fetch pages itself, past the routes that steps lay
        context = browser.new_context(service_workers="block", **options)
        context.on("console", lambda said: said.type == "error" and heard.append(said.text))
        return context

    visitor = Visitor(site, world, new_context)
    pages = [page for page in PAGES if not wanted.only or page.name.startswith(tuple(wanted.only))]
    for language in wanted.languages:
        for size in wanted.sizes:
            for page in pages:
                heard.clear()
                wrong += _shoot(visitor, page, language, size, wanted)
                refused = page.status != 200 or page.steps is not None
                wrong += [
                    f"{page.name} {language} {size}: {said}"
                    for said in heard
                    if not (refused and "with a status of 4" in said)
                ]
            for scheme in wanted.schemes:
                look = f"{language}-{scheme}-{size}"
                make_sheets(wanted.out, look, size, list(_pictures(wanted.out, look, pages)))
    return wrong


def _pictures(out: Path, look: str, pages: list[Page]) -> Iterator[Path]:
    return (path for page in pages if (path := out / look / f"{page.name}.png").exists())


def _shoot(visitor: Visitor, page: Page, language: str, size: str, wanted: Namespace) -> list[str]:
    """Take one page's pictures in a language and size; return what was wrong with it."""
    wrong = []
    try:
        with visitor.visit(page, language, size) as tab:
            found = beyond(tab)[:6]
            if (wide := excess(tab)) > 0:
                found.append(f"{wide} pixels too wide")
            if tab.title().strip().startswith("·"):
                found.append("no title")
            if tab.locator("#stage[data-stage=live]").count():
                found += out_of_reach(tab)
            wrong += [f"{page.name} {language} {size}: {one}" for one in found]
            if size in PHONES:
                small = small_targets(tab)
                wrong += [f"{page.name} {language}: small {one}" for one in small]
            for scheme in wanted.schemes:
                folder = wanted.out / f"{language}-{scheme}-{size}"
                _picture(tab, scheme, folder / f"{page.name}.png")
                if wanted.axe:
                    name = f"{page.name} {language} {scheme} {size}"
                    wrong += [f"{name}: {one}" for one in findings(tab)]
    except (AssertionError, Error) as error:
        wrong.append(f"{page.name} {language} {size}: {error}")
    return wrong


def _picture(tab: Tab, scheme: str, path: Path) -> None:
    """Write the whole page, to a sane length."""
    path.parent.mkdir(parents=True, exist_ok=True)
    tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    tall = tab.evaluate("document.documentElement.scrollHeight")
    if tall <= LONGEST_PICTURE:
        tab.screenshot(path=path, full_page=True, animations="disabled")
        return
    width = tab.evaluate("innerWidth")
    clip = {"x": 0, "y": 0, "width": width, "height": LONGEST_PICTURE}
    tab.screenshot(path=path, full_page=True, animations="disabled", clip=clip)
