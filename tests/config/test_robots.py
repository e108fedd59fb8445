"""What programs that go from link to link leave alone: all but one address of a replay."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from config.views import ROBOTS

CODE = "abcdefghij"
FOR_ALL, FOR_PREVIEWS = ROBOTS.split("\n\n")


def is_left_alone(address: str, asked: str = FOR_ALL) -> bool:
    """Tell whether a line forbids an address, as RFC 9309 reads `*`."""
    lines = re.findall(r"^Disallow: (\S+)$", asked, re.MULTILINE)
    patterns = [".*".join(re.escape(part) for part in line.split("*")) for line in lines]
    return any(re.match(pattern, address) for pattern in patterns)


def test_it_stands_where_programs_look(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.content.decode() == ROBOTS
    assert answer["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("name", ["embed", "moving", "operations", "picture", "proof", "record"])
def test_of_a_replay_one_page_is_gone_to(name: str) -> None:
    page = reverse("replays:show", args=[CODE])
    assert not is_left_alone(page)
    assert is_left_alone(f"{page}?ply=7&as=2")
    assert is_left_alone(reverse(f"replays:{name}", args=[CODE]))


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("account_login", ()),
        ("admin:index", ()),
        ("api:games", ()),
        ("clubs:join_by_link", ("token",)),
        ("matches:match", (CODE,)),
        ("versus", ("ada", "bo")),
        ("replays:file", ("0" * 64,)),
        ("replays:study", (CODE,)),
        ("tournaments:embed", (CODE,)),
        ("tournaments:export", (CODE, "event.json")),
        ("tournaments:paper", (CODE, "slips")),
        ("tournaments:reasons", (CODE, 1)),
    ],
)
def test_what_is_one_persons_or_a_files_is_left_alone(name: str, args: tuple[str, ...]) -> None:
    assert is_left_alone(reverse(name, args=args))


@pytest.mark.parametrize("name", ["home", "replays:list", "clubs:list", "tournaments:list"])
def test_what_everybody_should_find_is_not(name: str) -> None:
    assert not is_left_alone(reverse(name))


def test_a_shared_position_is_looked_at_for_its_preview() -> None:
    for name in ("show", "picture"):
        shared = f"{reverse(f'replays:{name}', args=[CODE])}?ply=7"
        assert not is_left_alone(shared, FOR_PREVIEWS)
