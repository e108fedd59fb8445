"""Phrases of the rules as sentences in the viewer's language.

A log line is stored as nothing at all: it is computed from the event, so it
is shown in whatever language the reader has. Names and cards are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from games.engine.contract import Rules
from games.engine.text import Argument, CardRef, CardRefs, Phrase, SeatRef, Term


def phrase_text(phrase: Phrase, rules: Rules | None, names: Sequence[str]) -> str:
    """Return the phrase as plain text; `names` are the seats' names by number."""
    args = {key: _argument_text(value, rules, names) for key, value in phrase.args.items()}
    return _message(phrase) % args


def phrase_html(phrase: Phrase, rules: Rules, names: Sequence[str]) -> SafeString:
    """Return the phrase as HTML: names in <b>, cards as words with a class, all else escaped."""
    args = {key: _argument_html(value, rules, names) for key, value in phrase.args.items()}
    # The message comes from our own catalogue, every argument is escaped above.
    return mark_safe(conditional_escape(_message(phrase)) % args)  # noqa: S308


def _message(phrase: Phrase) -> str:
    """Return the sentence in the active language.

    Pure code marks the two English forms as messages of their own, so each is looked up by
    itself; none of our languages has a third form.
    """
    if phrase.plural is not None and phrase.args["count"] != 1:
        return gettext(phrase.plural)
    return gettext(phrase.key)


def card_text(code: str, rules: Rules | None) -> str:
    """Return a card face's name in the active language."""
    return code if rules is None else phrase_text(rules.card_name(code), rules, ())


def _argument_text(value: Argument, rules: Rules | None, names: Sequence[str]) -> str:
    match value:
        case SeatRef(seat):
            return names[seat] if seat < len(names) else gettext("Seat %d") % (seat + 1)
        case CardRef(code):
            return card_text(code, rules)
        case CardRefs(codes):
            return _listed(card_text(code, rules) for code in codes) or "–"
        case Term(message):
            return gettext(message)
    return str(value)


def _argument_html(value: Argument, rules: Rules, names: Sequence[str]) -> SafeString:
    match value:
        case SeatRef(_):
            return format_html("<b>{}</b>", _argument_text(value, rules, names))
        case CardRef(code):
            return _chip(code, rules)
        case CardRefs(codes) if codes:
            return mark_safe(_listed(_chip(code, rules) for code in codes))  # noqa: S308
    return conditional_escape(_argument_text(value, rules, names))


def _listed(cards: Iterable[str]) -> str:
    """Return cards side by side, parted as the reader's language parts what it lists."""
    return pgettext("between the cards of a list", ", ").join(cards)


def _chip(code: str, rules: Rules) -> SafeString:
    text = card_text(code, rules)
    return format_html('<span class="card-word" data-card="{}">{}</span>', code, text)
