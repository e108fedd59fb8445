"""The form that creates an event or changes its settings, including the game's own options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.engine.contract import Rules
from games.matches.labels import bot_title, duration_label
from games.matches.length_choice import OPTION
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS
from games.registry import current_rules
from games.tournaments.direct.config import MOST_PLACES, SIZED_FORMATS, Config
from games.tournaments.direct.problems import TIE_BREAKS, config_problems
from games.tournaments.forms.field_uses import SAME
from games.tournaments.forms.folds import FOLDS, Fold, fold_of
from games.tournaments.forms.format import AS_USUAL, OWN_ORDER, FormatForm
from games.tournaments.forms.short import (
    COUNTS,
    EMBARGO_HELP,
    IN_SERIES,
    MomentField,
    PrizesField,
    SeasonField,
    season_of,
)
from games.tournaments.models import Tournament
from games.tournaments.refusals import refuse
from games.tournaments.show.names import sentence
from games.tournaments.show.settings import (
    bye_units,
    bye_worth,
    key_of,
    orders,
    scoring_of,
    usual_worth,
)

ROW_FIELDS = (
    "name", "about", "starts_at", "embargo_until", "entry", "rated", "turn_seconds",
    "reserve_seconds", "season", "series", "prizes",
)  # fmt: skip
"""Fields stored in the event's row exactly as the form gives them."""


class EventForm(FormatForm):
    """Name, game options, format, table sizes, entry conditions, clock."""

    first_length = "usual"
    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=80)
    about = forms.CharField(
        label=_("About the event"), max_length=2000, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    starts_at = MomentField(label=_("Starts"), required=False)
    embargo_until = MomentField(
        label=_("Replays visible from"), required=False, help_text=EMBARGO_HELP
    )
    capacity = forms.IntegerField(
        label=_("Entry limit"), required=False, min_value=2, max_value=MOST_PLACES,
        help_text=format_lazy(
            _("Later entries go on a waiting list. Leave empty for {most}."), most=MOST_PLACES
        ),
    )  # fmt: skip
    check_in = forms.BooleanField(label=_("Check-in required to play"), required=False)
    late_entry = forms.BooleanField(label=_("Late entries allowed"), required=False, initial=True)
    entry = forms.ChoiceField(label=_("Open to"), choices=Tournament.Entry, initial="everybody")
    season = SeasonField(label=COUNTS)
    series = SeasonField(label=IN_SERIES)
    prizes = PrizesField()
    rated = forms.BooleanField(  # type: ignore[assignment]  # here a yes or no, not a kind of table
        label=_("Rated matches"), required=False, initial=True
    )
    bots_rank = forms.BooleanField(label=_("Bots take places and points"), required=False)

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
        self._fit_to_format()
        if club is None:
            del self.fields["entry"]
        season_of(self, club)

    def _draw_choices(self) -> None:
        counts = self.rules.meta.allowed_seats()
        self._offer("seats", [(n, str(n)) for n in counts], self.seat_count)
        same = self._is_duplicate()
        self.fields["seats"].label = _("Table size") if same else _("Usual table size")
        self._offer("turn_seconds", [(s, duration_label(s)) for s in TURN_SECONDS])
        self._offer("reserve_seconds", [(s, duration_label(s)) for s in RESERVE_SECONDS])
        bots = list(self.rules.bots)
        called = [(name, bot_title(self.rules.meta.key, name)) for name in bots]
        self._offer("bot", called, bots[0] if bots else "")

    def first(self) -> list[forms.BoundField]:
        """Return the fields that everybody sets, after the name."""
        names = ("format", "starts_at", "length", "minutes")
        return [self[name] for name in names if name in self.fields]

    def folds(self) -> list[Fold]:
        """Return the other fields in folded parts, those that have any."""
        tables = [self[name] for name in ("seats", "turn_seconds", "reserve_seconds", "bot")]
        own = {
            **self.parts,
            "options": list(self.option_fields()),
            "table": [*self.parts["table"], *tables],
        }
        return [fold_of(key, own[key]) for key in FOLDS if own[key]]

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
            self.add_error("format", _("This game doesn’t allow tables of that size."))
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
        set_by = {"arena": data["format"] == "arena", "matchpoints": data.get("duplicate", False)}
        key = next((key for key, holds in set_by.items() if holds), data.get("points", "share"))
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
            **{name: data[name] for name in ROW_FIELDS if name in data},
            "game": self.rules.meta.key,
            "options": data["options"],
            "bot": data["bot"] or next(iter(self.rules.bots), ""),
            **({"rated": False} if data.get("duplicate") else {}),
        }


def first_choices(rules: Rules) -> dict[str, Any]:
    """Return a game's initial choices: the Swiss system for duels, pods for larger tables."""
    duel = rules.meta.max_seats == 2 or 3 not in rules.meta.allowed_seats()
    return {"format": "swiss", "seats": rules.meta.allowed_seats()[0]} if duel else {}


def event_form_of(
    rules: Rules, club: Club, given: Mapping[str, Any], options: Mapping[str, Any]
) -> EventForm:
    """Return the form as a page would send it on which only these fields were changed.

    Refuses fields that the form has not, for this game and format.
    """
    given = {**given, **{f"{OPTION}{key}": json.dumps(one) for key, one in options.items()}}
    drawn = EventForm(rules, club=club, initial=first_choices(rules) | given)
    if given.keys() - drawn.fields.keys():
        raise refuse("not_asked")
    values = {name: _untouched(drawn, name) for name in drawn.fields} | given
    sent = {key: one for key, one in values.items() if one not in (None, False)}
    return EventForm(rules, sent, club=club)


def _untouched(form: EventForm, name: str) -> Any:
    """Return what a browser sends of a field that nobody has touched."""
    field, value = form.fields[name], form[name].value()
    if value or isinstance(field, forms.ModelChoiceField | forms.MultipleChoiceField):
        return value
    choices = list(cast(Any, field).choices) if isinstance(field, forms.ChoiceField) else []
    return choices[0][0] if choices else value


def values_of(event: Tournament, config: Config) -> dict[str, Any]:
    """Return the initial values of an event's form."""
    worth, allowed = bye_worth(config), current_rules(event.game).meta.allowed_seats()
    order = config.criteria
    places = [*order, *[""] * (TIE_BREAKS - len(order))] if order else []
    known = next((key for key, one in orders(config).items() if one == order), OWN_ORDER)
    return {
        **{key: getattr(config, key) for key in SAME},
        **{key: getattr(event, key) for key in ROW_FIELDS},
        **{f"{OPTION}{key}": json.dumps(value) for key, value in event.options.items()},
        **{f"tie_break_{at}": name for at, name in enumerate(places, 1)},
        "bot": event.bot,
        "seats": config.sizes.preferred,
        "fewest": config.sizes.lo,
        "most": config.sizes.hi,
        "variety": config.sizes.variety,
        "forbidden": sorted(config.sizes.forbidden & set(allowed)),
        "points": key_of(config.scoring),
        "duplicate": config.duplicate,
        "bye": AS_USUAL if worth == usual_worth(config.format) else worth,
        "tie_breaks": known if order else AS_USUAL,
    }


def redrawn_values(asked: QueryDict) -> dict[str, Any]:
    """Return the values of a half-filled form that is to be redrawn for its new choices.

    Browsers do not send an unticked checkbox, so a missing one counts as unticked.
    """
    fields = EventForm.base_fields.items()
    boxes = {name: False for name, field in fields if isinstance(field, forms.BooleanField)}
    several = {
        name: asked.getlist(name)
        for name, field in fields
        if isinstance(field, forms.MultipleChoiceField)
    }
    return {**boxes, **asked.dict(), **several}
