"""Turn the rules' phrases into sentences in the viewer's language.

Log lines are not stored: they are computed from the events, so each reader gets them in their own
language. Names and cards are escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from games.engine.contract import Rules
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, SeatRefs, Term

CardName = Callable[[str], Phrase]
MOST_KEPT = 4096


def phrase_text(phrase: Phrase, rules: Rules | None, names: Sequence[str]) -> str:
    """Return the phrase as plain text; `names` are the seats' names by number."""
    return _text(phrase, None if rules is None else rules.showing.card_name, names)


def _text(phrase: Phrase, card_name: CardName | None, names: Sequence[str]) -> str:
    args = {key: _argument_text(value, card_name, names) for key, value in phrase.args.items()}
    return _message(phrase) % args


def phrase_html(
    phrase: Phrase, rules: Rules, names: Sequence[str], language: str | None = None
) -> SafeString:
    """Return the phrase as HTML: names in <b>, cards as words with a class, all else escaped.

    Cached by its full content, so that viewers who are told the same share it. Callers with many
    phrases may pass the active language as `language` to save looking it up.
    """
    args = tuple(phrase.args.items())
    language = language or get_language()
    return _html(phrase.key, phrase.plural, args, rules.showing.card_name, tuple(names), language)


@lru_cache(maxsize=MOST_KEPT)
def _html(
    key: str,
    plural: str | None,
    items: tuple[tuple[str, Argument], ...],
    card_name: CardName,
    names: tuple[str, ...],
    language: str | None,
) -> SafeString:
    phrase = Phrase(key, dict(items), plural)
    args = {name: _argument_html(value, card_name, names) for name, value in items}
    # The message comes from our own catalogue, and every argument is escaped above.
    return mark_safe(conditional_escape(_message(phrase)) % args)  # noqa: S308


def _message(phrase: Phrase) -> str:
    """Return the sentence in the active language.

    Pure code marks the singular and plural as separate messages, so each is looked up on its own;
    none of our languages has a third form.
    """
    if phrase.plural is not None and phrase.args["count"] != 1:
        return gettext(phrase.plural)
    return gettext(phrase.key)


def card_text(code: str, rules: Rules | None) -> str:
    """Return a card face's name in the active language."""
    return _named(code, None if rules is None else rules.showing.card_name)


@lru_cache(maxsize=MOST_KEPT)
def _card_text(code: str, card_name: CardName, language: str | None) -> str:
    return _text(card_name(code), card_name, ())


def _argument_text(value: Argument, card_name: CardName | None, names: Sequence[str]) -> str:
    match value:
        case SeatRef(seat):
            return names[seat] if seat < len(names) else gettext("Seat %d") % (seat + 1)
        case SeatRefs(seats):
            return listing(_argument_text(SeatRef(seat), card_name, names) for seat in seats)
        case CardRef(code):
            return _named(code, card_name)
        case CardRefs(codes):
            return listing(_named(code, card_name) for code in codes) or "–"
        case Term(message):
            return gettext(message)
    return str(value)


def _argument_html(value: Argument, card_name: CardName, names: Sequence[str]) -> SafeString:
    match value:
        case SeatRef(_):
            return format_html("<b>{}</b>", _argument_text(value, card_name, names))
        case SeatRefs(seats):
            parts = (_argument_html(SeatRef(seat), card_name, names) for seat in seats)
            return mark_safe(listing(parts))  # noqa: S308
        case CardRef(code):
            return _chip(code, card_name)
        case CardRefs(codes) if codes:
            return mark_safe(listing(_chip(code, card_name) for code in codes))  # noqa: S308
    return conditional_escape(_argument_text(value, card_name, names))


def _named(code: str, card_name: CardName | None) -> str:
    return code if card_name is None else _card_text(code, card_name, get_language())


def listing(parts: Iterable[str]) -> str:
    """Join cards or names with the list separator of the reader's language."""
    return pgettext("between the cards of a list", ", ").join(parts)


def _chip(code: str, card_name: CardName) -> SafeString:
    text = _named(code, card_name)
    return format_html('<span class="card-word" data-card="{}">{}</span>', code, text)


def with_minus(points: int) -> str:
    """Format points, with a true minus sign if negative."""
    return f"−{-points}" if points < 0 else str(points)


def signed(points: int) -> str:
    """Format points with their sign, a true minus if negative."""
    return f"+{points}" if points > 0 else with_minus(points)
