"""The form that creates an event or changes its settings, including the game's own options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.engine.contract import Rules
from games.matches.bots import bot_label
from games.matches.choices import duration_label
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS
from games.tournaments.bye_worth import bye_units
from games.tournaments.config import MOST_PLACES, SIZED_FORMATS, Config
from games.tournaments.format_form import SAME, FormatForm, scoring_of
from games.tournaments.models import Tournament
from games.tournaments.moment_field import MomentField
from games.tournaments.names import sentence
from games.tournaments.problems import config_problems
from games.tournaments.short_forms import EMBARGO_HELP, SeasonField, season_of

TOLD = (
    "name", "about", "starts_at", "embargo_until", "entry", "rated", "turn_seconds",
    "reserve_seconds", "season",
)  # fmt: skip
"""Fields stored in the event's row exactly as the form gives them."""


class EventForm(FormatForm):
    """Name, game options, format, table sizes, entry conditions, clock."""

    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=80)
    about = forms.CharField(
        label=_("About the event"), max_length=2000, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    starts_at = MomentField(label=_("Begins"), required=False)
    embargo_until = MomentField(
        label=_("Replays are shown from"), required=False, help_text=EMBARGO_HELP
    )
    capacity = forms.IntegerField(
        label=_("Places"), required=False, min_value=2, max_value=MOST_PLACES,
        help_text=format_lazy(
            _("Who comes later stands on a waiting list. Empty: {most}."), most=MOST_PLACES
        ),
    )  # fmt: skip
    check_in = forms.BooleanField(label=_("Who does not check in is left out"), required=False)
    late_entry = forms.BooleanField(label=_("Late entries are taken"), required=False, initial=True)
    entry = forms.ChoiceField(label=_("Open to"), choices=Tournament.Entry, initial="everybody")
    season = SeasonField()
    rated = forms.BooleanField(  # type: ignore[assignment]  # here a yes or no, not a kind of table
        label=_("Matches are rated"), required=False, initial=True
    )

    def __init__(
        self,
        rules: Rules,
        data: Any = None,
        *,
        club: Club | None = None,
        **kwargs: Any,
    ) -> None:
        self.club = club
        super().__init__(rules, data, **kwargs)
        for name in ("visibility", "bots", "on_absence", "steady_only"):
            del self.fields[name]
        self._leave_out_other_formats()
        if club is None:
            del self.fields["entry"]
        season_of(self, club)

    def _draw_choices(self) -> None:
        counts = self.rules.meta.allowed_seats()
        self._offer("seats", [(n, str(n)) for n in counts], self.seat_count)
        self.fields["seats"].label = _("Usual number at a table")
        self._offer("turn_seconds", [(s, duration_label(s)) for s in TURN_SECONDS])
        self._offer("reserve_seconds", [(s, duration_label(s)) for s in RESERVE_SECONDS])
        bots = list(self.rules.bots)
        self._offer("bot", [(name, bot_label(name)) for name in bots], bots[0] if bots else "")

    def table_fields(self) -> list[forms.BoundField]:
        """Return sizes, the game's own options, the clock and the bot."""
        rest = [self[name] for name in ("turn_seconds", "reserve_seconds", "bot")]
        return [*self.parts["table"], self["seats"], *self.option_fields(), *rest]

    def clean(self) -> dict[str, Any]:
        """Let the director's rules judge the settings too."""
        if self._format() not in SIZED_FORMATS:
            self.cleaned_data["seats"] = self.seat_count
        cleaned = super().clean()
        if not self.errors:
            for problem in config_problems(self.config()):
                self.add_error(None, sentence(problem.phrase, {}))
        meta = self.rules.meta
        if not self.errors and not set(self.sizes()) & set(meta.allowed_seats()):
            self.add_error("format", _("The game has no tables of this size."))
        return cleaned

    def sizes(self) -> tuple[int, ...]:
        """Return the numbers of players a match's table may seat, by format and entry size."""
        chosen = self.config()
        return tuple(size * chosen.team_size for size in chosen.size_rule.allowed)

    def config(self, base: Config | None = None) -> Config:
        """Return the director's settings; anything the form does not ask stays as in `base`.

        The seed is drawn when the event is created.
        """
        data = self.cleaned_data
        usual = Config(data["format"], "-")
        same = {
            name: getattr(usual, name) if data.get(name) in (None, "") else data[name]
            for name in SAME
        }
        key = "arena" if data["format"] == "arena" else data.get("points", "share")
        chosen = replace(
            base or usual,
            **same,
            scoring=scoring_of(key),
            scores=self.rules.meta.scores,
            criteria=self.criteria(),
            sizes=self._size_rule(),
        )
        return replace(chosen, pab=bye_units(data.get("bye", ""), chosen))

    def about_event(self) -> dict[str, Any]:
        """Return the fields of the event's row."""
        data = self.cleaned_data
        return {
            **{name: data[name] for name in TOLD if name in data},
            "game": self.rules.meta.key,
            "options": data["options"],
            "bot": data["bot"] or next(iter(self.rules.bots), ""),
        }
