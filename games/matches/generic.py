"""Show any game's observation as rows of text, for games without regions of their own.

Everything here comes from an observation and its legal actions, so it shows only what the viewer
may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.engine.contract import Action, JsonObject, Rules
from games.engine.plain import plain_text
from games.engine.showing import Region, Scene, TableRegions, clockwise
from games.matches.phrases import card_text, listing, phrase_html


@dataclass(frozen=True)
class Row:
    """One value of the view: its key in words and its text; `seat` is its owner, if any."""

    label: str
    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Choice:
    """One legal action as a button."""

    text: str
    json: str


def words(key: str) -> str:
    """Turn a key of a view into words."""
    return key.replace("_", " ").capitalize()


def value_text(value: Any, rules: Rules) -> str:
    """Return a view's value as text: a hidden list as its length, a hidden value as a dash."""
    match value:
        case None:
            return "–"
        case bool():
            return gettext("Yes") if value else gettext("No")
        case {"count": int(count)} if len(value) == 1:
            return ngettext("%d hidden card", "%d hidden cards", count) % count
        case str():
            return _card_or_word(value, rules)
        case list():
            return listing(value_text(item, rules) for item in value) or "–"
        case dict():
            parts = (f"{words(key)}: {value_text(item, rules)}" for key, item in value.items())
            return "; ".join(parts) or "–"
    return str(value)


def _card_or_word(text: str, rules: Rules) -> str:
    return card_text(text, rules) if _is_card(text, rules) else text.replace("_", " ")


def _is_by_seat(value: Any, seats: int, rules: Rules) -> bool:
    """Tell whether a value has one item per seat; a pile with as many cards does not."""
    if not isinstance(value, list) or len(value) != seats:
        return False
    return not all(isinstance(item, str) and _is_card(item, rules) for item in value)


def _is_card(text: str, rules: Rules) -> bool:
    try:
        rules.showing.card_name(text)
    except (LookupError, ValueError):
        return False
    return True


def rows(state: dict[str, Any], seats: int, rules: Rules) -> list[Row]:
    """Return the game's part of a view as rows; a list with one item per seat gets a row each."""
    found = []
    for key, value in state.items():
        if _is_by_seat(value, seats, rules):
            texts = [value_text(item, rules) for item in value]
            found += [Row(words(key), text, seat) for seat, text in enumerate(texts)]
        else:
            found.append(Row(words(key), value_text(value, rules)))
    return found


def choices(legal: Sequence[Action], rules: Rules) -> list[Choice]:
    """Return the legal actions as buttons."""
    return [Choice(_action_text(action, rules), plain_text(action)) for action in legal]


def action_words(
    rules: Rules, view: JsonObject, action: Action, names: Sequence[str]
) -> SafeString | str:
    """Return an action as the help panel calls it, or spelled out, given its seat's view."""
    offered = rules.teaching.offers(view, [action]) if rules.teaching.offers is not None else []
    return phrase_html(offered[0], rules, names) if offered else _action_text(action, rules)


def _action_text(action: Action, rules: Rules) -> str:
    details = [
        f"{words(key)}: {value_text(value, rules)}"
        for key, value in action.items()
        if key != "type"
    ]
    return " · ".join([words(action["type"]), *details])


def table_regions(rules: Rules) -> TableRegions:
    """Return the table of a game that has none of its own: seats, rows of text, buttons."""
    return TableRegions(partial(_public, rules), partial(_regions, rules), _layout)


def _public(rules: Rules, scene: Scene) -> Iterator[Region]:
    for seat in scene.seats:
        arguments = {
            "number": seat.number,
            "name": seat.name,
            "face": seat.face,
            "turn": seat.to_act,
            "resigned": seat.resigned,
            "away": seat.is_away,
            "bot": seat.player_bot,
            "winner": seat.is_winner,
            "score": seat.score,
        }
        yield Region(f"seat-{seat.number}", "partials/seat.jinja", arguments)
    yield from _regions(rules, scene)


def _regions(rules: Rules, scene: Scene) -> Iterator[Region]:
    yield scene.ticker()
    yield scene.turn_bar()
    shown = [
        {
            "label": row.label,
            "text": row.text,
            "name": None if row.seat is None else scene.seats[row.seat].name,
        }
        for row in rows(scene.view["state"], len(scene.seats), rules)
    ]
    yield Region("rows", "games/_generic/_rows.jinja", {"rows": shown})
    offered = [asdict(choice) for choice in choices(scene.legal, rules)]
    yield Region("choices", "games/_generic/_choices.jinja", {"choices": offered})


def _layout(scene: Scene) -> JsonObject:
    return {"order": clockwise(len(scene.seats), scene.me)}
