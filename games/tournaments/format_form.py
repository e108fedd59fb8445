"""The part of an event's form that asks for the format, and what the chosen one needs to know."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.matches.forms import TableForm
from games.tournaments.bye_worth import PAIRED, WORTHS
from games.tournaments.config import (
    DUEL_CUTS,
    DUEL_FORMATS,
    DUELS,
    LEAST_MINUTES,
    MOST_MINUTES,
    SIZED_FORMATS,
)
from games.tournaments.cut_view import cut_label
from games.tournaments.pairing.heats import usual_cuts
from games.tournaments.pairing.sizes import SizeRule
from games.tournaments.points import VECTORS, Scoring

POINTS = [
    ("share", _("Share of the opponents beaten")),
    ("win", _("Five for a win, one for a shared win")),
    ("hig", _("5-3-2-1 (tables of three and four)")),
    ("bga", _("6-4-2-0 (tables of four)")),
    ("wbc", _("100-50-20-10 (tables of three and four)")),
    ("vtes", _("60-48-36-24-12 (tables of four and five)")),
    ("raw", _("The game’s own score")),
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
    "arena": _("Arena: duels for a fixed time, whoever is free plays on"),
}
PLANNED = tuple(one for one in FORMATS if one != "arena")
ASKED_BY = {
    "fewest": SIZED_FORMATS, "most": SIZED_FORMATS, "variety": ("pods",),
    "last_by_standings": ("pods",), "advance": ("table_knockout",),
    "fixed_schedule": ("pods",), "short_in_turn": ("pods",),
    "rounds": PAIRED, "late_entry": PAIRED, "team_size": DUEL_FORMATS,
    "points": (*PAIRED, "round_robin"), "bye": PAIRED,
    "cycles": ("round_robin",), "third_place": ("knockout", "swiss"),
    "knockout_kind": ("knockout", "swiss"), "knockout_tie": ("knockout", "swiss"),
    "cut": ("swiss", "pods"), "first_round": PLANNED, "check_in": PLANNED, "minutes": ("arena",),
}  # fmt: skip


class FormatForm(TableForm):
    """Format, rounds, points, table sizes, final stage.

    Drawn for one format: what another alone would ask is left out.
    """

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
    minutes = forms.IntegerField(
        label=_("Minutes it lasts"), min_value=LEAST_MINUTES, max_value=MOST_MINUTES, initial=60
    )
    points = forms.ChoiceField(label=_("Points"), choices=POINTS, initial="share")
    bye = forms.ChoiceField(label=_("A bye is worth"), choices=WORTHS, initial="full")
    first_round = forms.ChoiceField(
        label=_("First round"), initial="random",
        choices=[("random", _("by lot")), ("seed", _("by strength"))],
    )  # fmt: skip
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
        label=_("A drawn knockout match"), required=False, initial="replay",
        choices=[("replay", _("is played again")), ("higher_seed", _("goes to the higher seed"))],
    )  # fmt: skip
    fixed_schedule = forms.BooleanField(label=_("Make all rounds at the start"), required=False)
    short_in_turn = forms.BooleanField(
        label=_("Nobody sits at a smaller table twice before everybody has once"),
        help_text=_("When all rounds are made at the start. In small events more meet again."),
        required=False,
    )
    variety = forms.BooleanField(
        label=_("More, smaller tables, so that fewer meet again"), required=False
    )
    last_by_standings = forms.BooleanField(
        label=_("Pair the last round strictly by the standings"), required=False
    )

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
        fewest, most = (int(text) if text.isdecimal() and len(text) < 3 else None for text in drawn)
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

    def _those(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def format_fields(self) -> list[forms.BoundField]:
        """Return what the format asks of everybody."""
        return self._those("minutes", "rounds", "cycles", "advance", "cut", "knockout_kind")

    def rare_fields(self) -> list[forms.BoundField]:
        """Return what is left as it is for most events: shown when it is asked for."""
        return self._those("points", "bye", "first_round", "knockout_tie", "embargo_until")

    def rare_boxes(self) -> list[forms.BoundField]:
        """Return what else the format may have, and few events do."""
        return self._those(
            "variety", "last_by_standings", "fixed_schedule", "short_in_turn", "third_place"
        )

    def is_rare(self) -> bool:
        """Tell whether something is chosen, or wrong, that is shown when it is asked for."""
        rare = [*self.rare_fields(), *self.rare_boxes()]
        return any(one.errors or _is_chosen(one) for one in rare)

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


def _is_chosen(field: forms.BoundField) -> bool:
    """Tell whether a field says something else than the form of a new event."""
    chosen = field.value()
    return bool(chosen) and str(chosen) != str(field.field.initial)


def scoring_of(key: str) -> Scoring:
    """Return the scoring that a choice of the form stands for."""
    if key in VECTORS:
        return Scoring("vector", dict(VECTORS[key]))
    return Scoring(key)  # type: ignore[arg-type]
