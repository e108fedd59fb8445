"""The form that creates an event or changes its settings: the game's own options among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs.models import Club
from games.engine.contract import Rules
from games.matches.bots import bot_label
from games.matches.choices import duration_label
from games.matches.forms import TableForm
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS
from games.tournaments.bye_worth import PAIRED, WORTHS, bye_units
from games.tournaments.config import (
    DUEL_CUTS,
    DUEL_FORMATS,
    DUELS,
    MOST_PLACES,
    SIZED_FORMATS,
    Config,
)
from games.tournaments.cut_view import cut_label
from games.tournaments.models import Season, Tournament
from games.tournaments.names import sentence
from games.tournaments.pairing.heats import usual_cuts
from games.tournaments.pairing.sizes import SizeRule
from games.tournaments.points import VECTORS, Scoring
from games.tournaments.problems import config_problems
from games.tournaments.short_forms import EMBARGO_HELP

POINTS = [
    ("share", _("Share of the opponents beaten")),
    ("win", _("Five for a win, one for a shared win")),
    ("hig", _("5-3-2-1 (tables of three and four)")),
    ("bga", _("6-4-2-0 (tables of four)")),
    ("wbc", _("100-50-20-10 (tables of three and four)")),
    ("vtes", _("60-48-36-24-12 (tables of four and five)")),
    ("raw", _("The game's own score")),
    ("side", _("A win for the winning side")),
    ("weighed_side", _("A win for the winning side, worth more the rarer that side wins")),
]


FORMATS = {
    "pods": _("Pods: tables of three and more"),
    "swiss": _("Swiss system: tables of two"),
    "round_robin": _("Round robin: everybody meets everybody"),
    "knockout": _("Knockout: who loses is out"),
    "table_knockout": _("Knockout of tables: the best of each table go on"),
    "partners": _("Changing partners: two against two"),
}
ASKED_BY = {
    "fewest": SIZED_FORMATS, "most": SIZED_FORMATS, "variety": ("pods",),
    "last_by_standings": ("pods",), "advance": ("table_knockout",),
    "fixed_schedule": ("pods",), "rounds": PAIRED, "late_entry": PAIRED, "team_size": DUEL_FORMATS,
    "points": (*PAIRED, "round_robin"), "bye": PAIRED,
    "cycles": ("round_robin",), "third_place": ("knockout", "swiss"),
    "knockout_kind": ("knockout", "swiss"), "knockout_tie": ("knockout", "swiss"),
    "cut": ("swiss", "pods"),
}  # fmt: skip


class EventForm(TableForm):
    """Name, game options, format, table sizes, entry conditions, clock.

    Drawn for one format: what another alone would ask is left out.
    """

    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=80)
    about = forms.CharField(
        label=_("About the event"), max_length=2000, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    starts_at = forms.DateTimeField(
        label=_("Begins"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    embargo_until = forms.DateTimeField(
        label=_("Replays are shown from"), required=False, help_text=EMBARGO_HELP,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    format = forms.ChoiceField(
        label=_("Format"),
        choices=list(FORMATS.items()),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), required=False, min_value=1, max_value=50,
        help_text=_("Empty: as many as are usual for the number of players."),
    )  # fmt: skip
    fewest = forms.IntegerField(
        label=_("Fewest at a table"), min_value=2, max_value=10, initial=3, required=False
    )
    most = forms.IntegerField(
        label=_("Most at a table"), min_value=2, max_value=10, initial=5, required=False
    )
    points = forms.ChoiceField(label=_("Points"), choices=POINTS, initial="share")
    bye = forms.ChoiceField(label=_("A bye is worth"), choices=WORTHS, initial="full")
    first_round = forms.ChoiceField(
        label=_("First round"), choices=[("random", _("by lot")), ("seed", _("by strength"))]
    )
    team_size = forms.TypedChoiceField(
        label=_("An entry is"), coerce=int, choices=[(1, _("one player")), (2, _("a pair"))]
    )
    cycles = forms.TypedChoiceField(
        label=_("Round robin"), coerce=int, choices=[(1, _("once")), (2, _("there and back"))]
    )
    cut = forms.TypedChoiceField(
        label=_("Final stage"), coerce=int, required=False,
        help_text=_("After the last round the best play for the first places."),
    )  # fmt: skip
    advance = forms.TypedChoiceField(
        label=_("From each table go on"), coerce=int,
        choices=[(1, _("the winner")), (2, _("the best two"))],
    )  # fmt: skip
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    knockout_kind = forms.ChoiceField(
        label=_("Who is out"), initial="single",
        choices=[("single", _("who loses once")), ("double", _("who loses twice"))],
    )  # fmt: skip
    knockout_tie = forms.ChoiceField(
        label=_("A drawn knockout match"), required=False,
        choices=[("replay", _("is played again")), ("higher_seed", _("goes to the higher seed"))],
    )  # fmt: skip
    fixed_schedule = forms.BooleanField(label=_("Make all rounds at the start"), required=False)
    variety = forms.BooleanField(
        label=_("More, smaller tables, so that fewer meet again"), required=False
    )
    last_by_standings = forms.BooleanField(
        label=_("Pair the last round strictly by the standings"), required=False
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
    counts = forms.BooleanField(label=_("Gives points for the season"), required=False)
    rated = forms.BooleanField(  # type: ignore[assignment]  # here a yes or no, not a kind of table
        label=_("Matches are rated"), required=False, initial=True
    )

    def __init__(
        self,
        rules: Rules,
        data: Any = None,
        *,
        club: Club | None = None,
        season: Season | None = None,
        **kwargs: Any,
    ) -> None:
        self.club = club
        super().__init__(rules, data, **kwargs)
        for name in ("visibility", "bots", "on_absence"):
            del self.fields[name]
        self._leave_out_other_formats()
        running = None if club is None else club.seasons.filter(is_open=True).first()
        self.season = season or running
        if club is None:
            del self.fields["entry"]
        if self.season is None:
            del self.fields["counts"]

    def _format(self) -> str:
        """Return the format to draw the form for."""
        asked = self.drawn_from.get("format", "pods")
        return asked if asked in FORMATS else "pods"

    def _draft_seats(self) -> int:
        """Return the number of seats to draw for: in tables of two it follows from the format."""
        if self._format() in SIZED_FORMATS:
            return super()._draft_seats()
        pairs = self._format() == "partners" or str(self.drawn_from.get("team_size")) == "2"
        wanted, allowed = 4 if pairs else 2, self.rules.meta.allowed_seats()
        return wanted if wanted in allowed else allowed[0]

    def _leave_out_other_formats(self) -> None:
        """Ask nothing that the chosen format has no use for."""
        for name, formats in ASKED_BY.items():
            if self._format() not in formats:
                del self.fields[name]
        if self._format() == "swiss" and str(self.drawn_from.get("cut") or 0) == "0":
            for name in ("third_place", "knockout_kind", "knockout_tie"):
                del self.fields[name]
        if self._format() not in SIZED_FORMATS:
            self.fields["seats"].widget = forms.HiddenInput()
            self.fields["seats"].required = False
            self.initial["seats"] = self.seat_count
        if "cut" in self.fields:
            self._offer("cut", [(0, gettext("No final stage")), *self._cuts()])
        if self.drawn_from.get("points") == "raw":  # which knows no full win
            self.fields.pop("bye", None)
        if self.drawn_from.get("knockout_kind") == "double":
            self.fields.pop("third_place", None)
        if "points" in self.fields:
            self._offer("points", [(key, str(label)) for key, label in POINTS if self._suits(key)])

    def _cuts(self) -> list[tuple[int, str]]:
        """Return how many may go on to a final stage, by the sizes the form is drawn with."""
        drawn = [str(self.drawn_from.get(name) or "") for name in ("fewest", "most")]
        fewest, most = (int(text) if text.isdecimal() else None for text in drawn)
        duels = self._format() == "swiss"
        rule = DUELS if duels else self._rule(fewest, most, self.seat_count)
        return [
            (count, cut_label(count, rule)) for count in (DUEL_CUTS if duels else usual_cuts(rule))
        ]

    def _suits(self, points: str) -> bool:
        """Tell whether a way to give points makes sense for this game and format."""
        if points in VECTORS:
            return self._format() == "pods"
        if points == "weighed_side":
            return self._format() == "pods" and bool(self.rules.meta.sides)
        return points != "raw" or self.rules.meta.scores != "none"

    def _draw_choices(self) -> None:
        counts = self.rules.meta.allowed_seats()
        self._offer("seats", [(n, str(n)) for n in counts], self.seat_count)
        self.fields["seats"].label = _("Usual number at a table")
        self._offer("turn_seconds", [(s, duration_label(s)) for s in TURN_SECONDS])
        self._offer("reserve_seconds", [(s, duration_label(s)) for s in RESERVE_SECONDS])
        bots = list(self.rules.bots)
        self._offer("bot", [(name, bot_label(name)) for name in bots], bots[0] if bots else "")

    def _those(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def format_fields(self) -> list[forms.BoundField]:
        """Return what the format asks."""
        return self._those(
            "rounds",
            "cycles",
            "points",
            "bye",
            "first_round",
            "advance",
            "cut",
            "knockout_kind",
            "knockout_tie",
        )

    def format_boxes(self) -> list[forms.BoundField]:
        """Return what the format may have."""
        return self._those("variety", "last_by_standings", "fixed_schedule", "third_place")

    def table_fields(self) -> list[forms.BoundField]:
        """Return sizes, the game's own options, the clock and the bot."""
        sizes = self._those("fewest", "most", "seats")
        return [
            *sizes, *self.option_fields(), *self._those("turn_seconds", "reserve_seconds", "bot")
        ]  # fmt: skip

    def entry_fields(self) -> list[forms.BoundField]:
        """Return who may enter, and as what."""
        return self._those("entry", "team_size", "capacity")

    def entry_boxes(self) -> list[forms.BoundField]:
        """Return what else holds for entries and their matches."""
        return self._those("check_in", "late_entry", "counts", "rated")

    def clean(self) -> dict[str, Any]:
        """Let the fold judge the settings too."""
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
        """Return how many may sit at a table of the match, by format and size of entries."""
        chosen = self.config()
        return tuple(size * chosen.team_size for size in chosen.size_rule.allowed)

    def config(self, base: Config | None = None) -> Config:
        """Return the settings for the fold: what the form does not ask stays as in `base`.

        The seed is drawn by who creates the event.
        """
        data = self.cleaned_data
        scoring = scoring_of(data.get("points", "share"))
        return replace(
            base or Config("pods", "-"),
            format=data["format"],
            rounds=data.get("rounds"),
            team_size=data.get("team_size", 1),
            scoring=scoring,
            pab=bye_units(data.get("bye", ""), scoring),
            scores=self.rules.meta.scores,
            sizes=self._size_rule(),
            capacity=data["capacity"],
            check_in=data["check_in"],
            late_entry=data.get("late_entry", True),
            first_round=data["first_round"],
            last_round_by_standings=data.get("last_by_standings", False),
            fixed_schedule=data.get("fixed_schedule", False),
            cycles=data.get("cycles", 1),
            third_place=data.get("third_place", False),
            knockout_kind=data.get("knockout_kind") or "single",
            knockout_tie=data.get("knockout_tie") or "replay",
            cut=data.get("cut") or 0,
            advance=data.get("advance", 1),
        )

    def _size_rule(self) -> SizeRule:
        data = self.cleaned_data
        rule = self._rule(data.get("fewest"), data.get("most"), data["seats"])
        return replace(rule, variety=data.get("variety", False))

    def _rule(self, fewest: int | None, most: int | None, wanted: int) -> SizeRule:
        """Return the sizes between two that the game has."""
        allowed = self.rules.meta.allowed_seats()
        low, high = max(fewest or 3, allowed[0]), min(most or 5, allowed[-1])
        forbidden = frozenset(range(low, high + 1)) - set(allowed)
        return SizeRule(low, high, min(max(wanted, low), high), forbidden)

    def about_event(self) -> dict[str, Any]:
        """Return the fields of the event's row."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "about": data["about"],
            "game": self.rules.meta.key,
            "options": data["options"],
            "bot": data["bot"] or next(iter(self.rules.bots), ""),
            "starts_at": data["starts_at"],
            "embargo_until": data["embargo_until"],
            "turn_seconds": data["turn_seconds"],
            "reserve_seconds": data["reserve_seconds"],
            "rated": data["rated"],
            "entry": data.get("entry", Tournament.Entry.EVERYBODY),
            "season": self.season if data.get("counts") else None,
        }


def scoring_of(key: str) -> Scoring:
    """Return the scoring that a choice of the form stands for."""
    if key in VECTORS:
        return Scoring("vector", dict(VECTORS[key]))
    return Scoring(key)  # type: ignore[arg-type]
