"""The form that opens a table, generated from the options a game declares.

Option values are posted as JSON text. The rules validate them (`complete_options`), so that a
refusal gives its reason in the game's own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Option, OptionError, Options, Rules
from games.engine.options import complete_options, length_of, lengths_for
from games.engine.text import Phrase, Term
from games.matches.labels import (
    bot_title,
    duration_label,
    length_label,
    number_row,
    usual_seats,
    value_label,
)
from games.matches.length_choice import CUSTOM, DRAWN, OPTION, length_choice
from games.matches.models import DEFAULT_RESERVE_SECONDS, DEFAULT_TURN_SECONDS, Match
from games.matches.phrases import phrase_text
from games.matches.refusals import SENTENCES
from games.matches.requests import parse_json
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS

TOO_MANY_BOTS = _(SENTENCES["too_many_bots"])
MOST_LISTED = 20
"""A longer range of numbers becomes a number input instead of a menu."""
UNREADABLE = _("That value isn’t valid.")


class ValueField(forms.ChoiceField):
    """A choice among an option's values, validated by the rules."""

    def to_python(self, value: Any) -> Any:
        """Decode a JSON text."""
        try:
            return parse_json(value or "")
        except ValueError:
            raise forms.ValidationError(UNREADABLE, code="unreadable") from None

    def validate(self, value: Any) -> None:
        """Accept everything: `TableForm.clean` lets the rules validate."""


class LengthField(forms.ChoiceField):
    """A choice among lengths, read by `length_choice`."""

    def validate(self, value: Any) -> None:
        """Accept everything: the lengths offered change with the seats."""


GUESTS_TOO = "guests"
"""The choice of who can join: everybody with the link, guests included."""


class TableForm(forms.Form):
    """Length, seats, options, clock, visibility and bots of a table to be opened."""

    first_length = "quick"
    """The length to begin with."""

    length = LengthField(label=_("Length"), required=False, widget=forms.RadioSelect)
    shown_length = forms.CharField(required=False, widget=forms.HiddenInput)
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    turn_seconds = forms.TypedChoiceField(
        label=_("Time per turn"), coerce=int, initial=DEFAULT_TURN_SECONDS
    )
    reserve_seconds = forms.TypedChoiceField(
        label=_("Time bank for the whole match"),
        coerce=int,
        initial=DEFAULT_RESERVE_SECONDS,
        help_text=_("Time beyond the turn limit comes out of the time bank."),
    )
    on_absence = forms.ChoiceField(
        label=_("If a player is away"),
        choices=[(value, capfirst(label)) for value, label in Match.Absence.choices],
        initial=Match.Absence.RESIGN,
        help_text=_("After three timeouts in a row."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can find and join it"),
        choices=[
            (Match.Visibility.PUBLIC, _("Everyone: it’s listed in the lobby")),
            (Match.Visibility.UNLISTED, _("Anyone with the link")),
            (GUESTS_TOO, _("Anyone with the link, even without an account")),
            (Match.Visibility.PRIVATE, _("Only people you invite")),
        ],
        initial=Match.Visibility.PUBLIC,
    )
    steady_only = forms.ChoiceField(
        label=_("Who can sit down"),
        choices=[("no", _("Everyone")), ("yes", _("Players who finish their matches"))],
        initial="no",
        required=False,
        help_text=_(
            "Players who finish left at most one in ten of their last 50 matches with other "
            "people. Newcomers and anyone you invite can always sit down."
        ),
    )
    rated = forms.ChoiceField(
        label=_("Rating"),
        choices=[("yes", _("Rated (people only)")), ("no", _("Casual"))],
        initial="yes",
        required=False,
        help_text=_("Rated matches count for the ladders, unless a bot has a seat."),
    )
    bots = forms.TypedChoiceField(
        label=_("Bots"),
        coerce=int,
        initial=0,
        help_text=_("They sit down right away, ready to play."),
        error_messages={"invalid_choice": TOO_MANY_BOTS},
    )
    bot = forms.ChoiceField(label=_("Bot level"), required=False)
    invite = forms.CharField(required=False, max_length=150, widget=forms.HiddenInput)

    def __init__(self, rules: Rules, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.rules = rules
        self.drawn_from = self.data if self.is_bound else dict(self.initial)
        self.seat_count = self._draft_seats()
        self.choice = length_choice(
            rules.meta, self.seat_count, self.drawn_from, first=self.first_length
        )
        self._draw_choices()
        self._draw_lengths(self._draw_options())

    def seen_by(self) -> str:
        """Return the table's visibility."""
        chosen: str = self.cleaned_data["visibility"]
        return Match.Visibility.UNLISTED.value if chosen == GUESTS_TOO else chosen

    def lets_guests_in(self) -> bool:
        """Tell whether guests may sit down by the link."""
        return bool(self.cleaned_data["visibility"] == GUESTS_TOO)

    def _draft_seats(self) -> int:
        """Return a valid number of seats to build the form for, whatever was posted."""
        asked = str(self.drawn_from.get("seats", ""))
        allowed = {str(count) for count in self.rules.meta.allowed_seats()}
        return int(asked) if asked in allowed else usual_seats(self.rules.meta)

    def _draw_choices(self) -> None:
        counts = self.rules.meta.allowed_seats()
        self._offer("seats", [(n, str(n)) for n in counts], self.seat_count)
        self._offer("turn_seconds", [(s, duration_label(s)) for s in TURN_SECONDS])
        self._offer("reserve_seconds", [(s, duration_label(s)) for s in RESERVE_SECONDS])
        self._offer("bots", [(n, str(n)) for n in range(self.seat_count)])
        bots = list(self.rules.bots)
        called = [(name, bot_title(self.rules.meta.key, name)) for name in bots]
        self._offer("bot", called, bots[0] if bots else "")

    def _offer(self, name: str, choices: list[tuple[Any, str]], initial: Any = None) -> None:
        field = cast("forms.ChoiceField", self.fields[name])
        field.choices = choices
        if initial is not None:
            field.initial = initial

    def _draw_lengths(self, chosen: Options) -> None:
        """Offer the lengths for these seats, with the minutes they take beside other options."""
        meta, seats = self.rules.meta, self.seat_count
        self.time = length_label(meta, seats, chosen)
        if not self.choice.keys:
            del self.fields["length"], self.fields["shown_length"]
            return
        offered = [
            (key, length_label(meta, seats, {**chosen, **length.options(seats)}, named=True))
            for key, length in lengths_for(meta, seats).items()
        ]
        self._offer("length", [*offered, (CUSTOM, pgettext("length of a match", "Your own"))])
        found = length_of(meta, seats, chosen)
        is_custom = found is None or self.drawn_from.get("length") == CUSTOM or self.choice.was_left
        self.drawn_length = CUSTOM if is_custom or found is None else found.key
        self.initial["length"] = self.initial["shown_length"] = self.drawn_length

    def _draw_options(self) -> Options:
        """Add a field for each option that applies, with its currently allowed values.

        Return the values drawn.
        """
        chosen: Options = {}
        for option in self.rules.meta.choices:
            values = option.values(self.seat_count, chosen)
            if values is None:
                continue
            usual = option.default(self.seat_count, chosen)
            if option.key in self.choice.preset:
                chosen[option.key] = usual = self.choice.preset[option.key]
            else:
                chosen[option.key] = self._draft_value(option, values, usual)
            self.fields[OPTION + option.key] = _value_field(option, values)
            self.fields[DRAWN + option.key] = forms.CharField(
                required=False, widget=forms.HiddenInput
            )
            self.initial[OPTION + option.key] = json.dumps(chosen[option.key])
            self.initial[DRAWN + option.key] = json.dumps(usual)
        return chosen

    def _draft_value(self, option: Option, values: Any, usual: Any) -> Any:
        """Return the posted value if allowed; an untouched default follows the new default.

        Clamp a typed number that is too high or too low.
        """
        asked = str(self.drawn_from.get(OPTION + option.key, ""))
        was_usual = str(self.drawn_from.get(DRAWN + option.key, ""))
        is_kept = self.choice.was_left and option.key in self.choice.keys
        if asked == was_usual and not is_kept:
            return usual
        row = _typed_row(option, values)
        if row and was_usual == json.dumps(usual) and re.fullmatch(r"-?[0-9]{1,9}", asked):
            return min(max(int(asked), row[0]), row[-1])
        return next((value for value in values if json.dumps(value) == asked), usual)

    def option_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the game's own options, in the order in which to choose them."""
        return (self[name] for name in self.fields if name.startswith(OPTION))

    def free_options(self) -> list[forms.BoundField]:
        """Return the fields of the options that no length sets."""
        set_by_lengths = {OPTION + key for key in self.choice.keys}
        return [field for field in self.option_fields() if field.name not in set_by_lengths]

    def length_options(self) -> list[forms.BoundField]:
        """Return the fields of the options that a length sets."""
        set_by_lengths = {OPTION + key for key in self.choice.keys}
        return [field for field in self.option_fields() if field.name in set_by_lengths]

    def is_length_open(self) -> bool:
        """Tell whether to unfold the options that a length sets."""
        return self.drawn_length == CUSTOM or any(field.errors for field in self.length_options())

    def clean(self) -> dict[str, Any]:
        """Let the rules validate the options once seats and values parse."""
        cleaned: dict[str, Any] = super().clean() or {}
        unreadable = any(name.startswith(OPTION) for name in self.errors)
        if "seats" in cleaned and not unreadable:
            self._complete_options(cleaned, cleaned["seats"])
        return cleaned

    def _complete_options(self, cleaned: dict[str, Any], seats: int) -> None:
        """Let the rules validate the options, and attach a refusal to the option's field."""
        try:
            cleaned["options"] = complete_options(self.rules.meta, seats, self._posted_options())
        except OptionError as error:
            name = f"{OPTION}{error.key}"
            where = name if name in self.fields else None
            self.add_error(where, option_refusal(self.rules, error))

    def _posted_options(self) -> dict[str, Any]:
        """Return every posted option, even those the form does not offer, and the length's."""
        posted = {
            name.removeprefix(OPTION): self.cleaned_data.get(name, self.data[name])
            for name in self.data
            if name.startswith(OPTION)
        }
        return {**posted, **self.choice.preset}

    def bot_names(self) -> list[str]:
        """Return the bots to seat, in the form `table_create` expects."""
        bot: str = self.cleaned_data["bot"] or next(iter(self.rules.bots))
        return [bot] * self.cleaned_data["bots"]

    def remembered(self) -> dict[str, Any]:
        """Return the form's initial values for the next time, as plain strings."""
        kept = [name for name in self.fields if name in self.data and name != "invite"]
        return {name: str(self.data[name]) for name in kept}


def _typed_row(option: Option, values: Sequence[Any]) -> range | None:
    """Return the range for a number input, or None if the values are few enough for a menu."""
    row = number_row(option, values)
    return row if row and len(row) > MOST_LISTED else None


def _value_field(option: Option, values: Sequence[Any]) -> ValueField:
    """Return the form field of an option with these allowed values."""
    row = _typed_row(option, values)
    return ValueField(
        label=gettext(option.label),
        help_text=gettext(option.help),
        choices=[] if row else [(json.dumps(one), value_label(option, one)) for one in values],
        widget=forms.NumberInput({"min": row[0], "max": row[-1]}) if row else forms.Select,
    )


def option_refusal(rules: Rules, error: OptionError) -> str:
    """Return why an option was refused, naming it by label instead of key."""
    labels: Mapping[str | None, str] = {o.key: o.label for o in rules.meta.options}
    args = dict(error.phrase.args)
    if "option" in args and error.key in labels:
        args["option"] = Term(labels[error.key])
    return phrase_text(Phrase(error.phrase.key, args, error.phrase.plural), rules, ())
