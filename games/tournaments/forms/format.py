"""The part of an event's form that asks for the format, and for what the chosen one requires."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.stocks import OWN_STOCKS
from games.matches.forms import TableForm
from games.matches.phrases import listing
from games.tournaments.direct.config import (
    DUEL_CUTS,
    DUELS,
    GROUP_FORMATS,
    LEAST_MINUTES,
    MOST_BOARDS,
    MOST_GROUPS,
    MOST_MINUTES,
    SIZED_FORMATS,
    Config,
    Format,
)
from games.tournaments.direct.problems import ALL_SIZES, MOST_ROUNDS, TIE_BREAKS
from games.tournaments.forms.field_uses import FIELD_USES, FORMATS, NOT_DUPLICATE
from games.tournaments.pair.byes import HALF_BYES
from games.tournaments.pair.heats import usual_cuts
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import VECTORS
from games.tournaments.show.settings import (
    POINTS,
    USUAL,
    WORTHS,
    criterion_choices,
    cut_label,
    groups_label,
    orders,
    titles,
    usual_worth,
)

NOT_WITH_TEAMS = {
    "cut", "groups", "team_size", "fixed_schedule", "short_in_turn", "knockout_tie", "duplicate",
}  # fmt: skip
"""Fields that an event of teams has no use for."""
OF_A_TEAM = _("Teams: {n} play each round")
AS_USUAL, OWN_ORDER = "usual", "own"

ORDERS = {
    "swiss": _("as in a Swiss"),
    "round_robin": _("as in a round robin"),
    "tables": _("as at larger tables"),
}


class FormatForm(TableForm):
    """Format, rounds, points, table sizes, final stage.

    Drawn for one format: fields that only other formats need are left out.
    """

    format = forms.ChoiceField(
        label=_("Format"),
        choices=list(FORMATS.items()),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), required=False, min_value=1, max_value=50,
        help_text=_("Leave empty for the usual number for this many players."),
    )  # fmt: skip
    fewest = forms.IntegerField(
        label=_("Smallest table"), min_value=2, max_value=10, initial=3, required=False
    )
    most = forms.IntegerField(
        label=_("Largest table"), min_value=2, max_value=10, initial=5, required=False
    )
    minutes = forms.IntegerField(
        label=_("Length in minutes"), min_value=LEAST_MINUTES, max_value=MOST_MINUTES, initial=60
    )
    duplicate = forms.BooleanField(
        label=_("Duplicate: every table plays the same deal"), required=False,
        help_text=_(
            "You score against those in the same seat at the other tables. All tables have the "
            "same size, matches aren’t rated, and no one sees a table before all have finished."
        ),
    )  # fmt: skip
    points = forms.ChoiceField(label=_("Points"), choices=POINTS, initial="share")
    bye = forms.ChoiceField(label=_("A bye counts as"), initial=AS_USUAL)
    half_byes = forms.IntegerField(
        label=_("Half byes"), min_value=0, max_value=MOST_ROUNDS, initial=HALF_BYES,
        help_text=_("Up to this many rounds sat out count as half a win each."),
    )  # fmt: skip
    tie_breaks = forms.ChoiceField(label=_("Tie-breaks"), initial=AS_USUAL)
    first_round = forms.ChoiceField(
        label=_("First round"), initial="random",
        choices=[("random", _("random")), ("seed", _("by seed"))],
    )  # fmt: skip
    team_size = forms.TypedChoiceField(
        label=_("An entry is"), coerce=int, choices=[(1, _("one player")), (2, _("a pair"))]
    )
    boards = forms.TypedChoiceField(
        label=_("Teams"), coerce=int, initial=0, required=False,
        help_text=_("You make the teams before the event starts."),
        choices=[
            (0, _("no teams")),
            *[(n, format_lazy(OF_A_TEAM, n=n)) for n in range(2, MOST_BOARDS + 1)],
        ],
    )  # fmt: skip
    cycles = forms.TypedChoiceField(
        label=_("Round robin"), coerce=int, choices=[(1, _("once")), (2, _("twice"))]
    )
    groups = forms.TypedChoiceField(
        label=_("Groups"), coerce=int, initial=0, required=False,
        choices=[(0, _("no groups")), *[(n, str(n)) for n in range(2, MOST_GROUPS + 1)]],
        help_text=_("Each group plays by itself. Its first players advance to a final stage."),
    )  # fmt: skip
    cut = forms.TypedChoiceField(
        label=_("Final stage"), coerce=int, required=False,
        help_text=_("After the last round, the best entries play off for the top places."),
    )  # fmt: skip
    advance = forms.TypedChoiceField(
        label=_("Advancing from each table"), coerce=int,
        choices=[(1, _("the winner")), (2, _("the top two"))],
    )  # fmt: skip
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    knockout_kind = forms.ChoiceField(
        label=_("Elimination"), initial="single",
        choices=[("single", _("after one loss")), ("double", _("after two losses"))],
    )  # fmt: skip
    knockout_tie = forms.ChoiceField(
        label=_("If a knockout match is drawn"), required=False, initial="replay",
        choices=[("replay", _("play it again")), ("higher_seed", _("the higher seed advances"))],
    )  # fmt: skip
    fixed_schedule = forms.BooleanField(label=_("Pair all rounds at the start"), required=False)
    short_in_turn = forms.BooleanField(
        label=_("No one sits at a smaller table twice before everyone has once"),
        help_text=_("For rounds paired at the start. In small events, more players meet twice."),
        required=False,
    )
    variety = forms.BooleanField(
        label=_("Use more, smaller tables to avoid repeat opponents"), required=False
    )
    forbidden = forms.TypedMultipleChoiceField(
        label=_("Never tables of"), coerce=int, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    clubs_apart = forms.BooleanField(
        label=_("Keep players of one club apart in the first round"), required=False
    )
    last_round_by_standings = forms.BooleanField(
        label=_("Pair the last round strictly by standings"), required=False
    )

    def _format(self) -> Format:
        """Return the format for which to draw the form."""
        asked = self.drawn_from.get("format", "pods")
        return asked if asked in FORMATS else "pods"

    def _draft_seats(self) -> int:
        """Return the number of seats to draw for; the format decides it for tables of two."""
        if self._format() in SIZED_FORMATS:
            return super()._draft_seats()
        pairs = self._format() == "partners" or str(self.drawn_from.get("team_size")) == "2"
        wanted, allowed = 4 if pairs else 2, self.rules.meta.allowed_seats()
        return wanted if wanted in allowed else allowed[0]

    def _fit_to_format(self) -> None:
        """Drop the fields that the chosen format does not use, and offer the rest their choices."""
        for name in self._unused():
            self.fields.pop(name, None)
        if self._format() not in SIZED_FORMATS:
            self.fields["seats"].widget = forms.HiddenInput()
            self.fields["seats"].required = False
            self.initial["seats"] = self.seat_count
        if "cut" in self.fields:
            none = [] if self._groups() else [(0, gettext("No final stage"))]
            self._offer("cut", [*none, *self._cuts()])
        if "points" in self.fields:
            self._offer("points", [(key, str(label)) for key, label in POINTS if self._suits(key)])
        if "bye" in self.fields:
            usual = str(USUAL[usual_worth(self._format())])
            self._offer("bye", [(AS_USUAL, usual), *((key, str(label)) for key, label in WORTHS)])
        if "forbidden" in self.fields:
            sizes = [one for one in self.rules.meta.allowed_seats() if one in ALL_SIZES]
            self._offer("forbidden", [(one, str(one)) for one in sizes])
        if "tie_breaks" in self.fields:
            self._offer_tie_breaks()

    def _unused(self) -> set[str]:
        """Return the fields that the format, the points or the final stage leave without a use."""
        unused = {name for name, use in FIELD_USES.items() if self._format() not in use.formats}
        if self._format() == "round_robin" and not self._groups():
            unused.add("cut")
        has_stage = "cut" not in unused and str(self.drawn_from.get("cut") or 0) != "0"
        if self._format() in ("swiss", "round_robin") and not has_stage:
            unused |= {"third_place", "knockout_kind", "knockout_tie"}
        if self._groups():
            unused |= {"boards", "fixed_schedule", "short_in_turn", "duplicate"}
        if str(self.drawn_from.get("boards") or 0) != "0":
            unused |= NOT_WITH_TEAMS if self._format() == "pods" else {*NOT_WITH_TEAMS, "points"}
        if OWN_STOCKS not in self.rules.meta.options:
            unused.add("duplicate")
        elif "duplicate" not in unused and self._is_duplicate():
            unused |= NOT_DUPLICATE
        if self.drawn_from.get("points") == "raw":  # raw scores have no full win
            unused |= {"bye", "half_byes"}
        if self.drawn_from.get("knockout_kind") == "double":
            unused.add("third_place")
        return unused

    def _is_duplicate(self) -> bool:
        """Tell whether the form is drawn for a duplicate event."""
        is_offered = (
            self._format() in FIELD_USES["duplicate"].formats and "duplicate" in self.fields
        )
        return is_offered and bool(self["duplicate"].value())

    def _offer_tie_breaks(self) -> None:
        """Offer the standard orders, and a menu for each place of a custom one."""
        drawn = Config(self._format(), "-", scores=self.rules.meta.scores)
        known = orders(drawn)
        labels = [(key, str(label)) for key, label in ORDERS.items() if key in known]
        choices = [
            (AS_USUAL, gettext("as usual")),
            *labels,
            (OWN_ORDER, gettext("an order of your own")),
        ]
        self._offer("tie_breaks", choices)
        chosen = str(self.drawn_from.get("tie_breaks") or "")
        if chosen != OWN_ORDER:
            shown = known.get(chosen, drawn.criteria_list)
            self.fields["tie_breaks"].help_text = listing(titles(shown))
            return
        usual = [*drawn.criteria_list, *[""] * TIE_BREAKS]
        for at in range(TIE_BREAKS):
            self.fields[f"tie_break_{at + 1}"] = forms.ChoiceField(
                label=gettext("Tie-break %(number)s") % {"number": at + 1},
                choices=[("", gettext("none")), *criterion_choices(drawn)],
                initial=usual[at],
                required=at == 0,
            )

    def criteria(self) -> tuple[str, ...]:
        """Return the chosen order of tie-breaks; empty for the default one."""
        data = self.cleaned_data
        if data.get("tie_breaks") != OWN_ORDER:
            drawn = Config(data["format"], "-", scores=self.rules.meta.scores)
            return orders(drawn).get(data.get("tie_breaks", ""), ())
        chosen = [data.get(f"tie_break_{at + 1}") for at in range(TIE_BREAKS)]
        return tuple(one for one in chosen if one)

    def _groups(self) -> int:
        """Return the number of groups that the form is drawn with."""
        asked = str(self.drawn_from.get("groups") or 0)
        fits = self._format() in GROUP_FORMATS and asked.isdecimal() and len(asked) < 3
        return int(asked) if fits and 2 <= int(asked) <= MOST_GROUPS else 0

    def _cuts(self) -> list[tuple[int, str]]:
        """Return how many may advance to a final stage, given the sizes the form is drawn with."""
        drawn = [str(self.drawn_from.get(name) or "") for name in ("fewest", "most")]
        fewest, most = (int(text) if text.isdecimal() and len(text) < 3 else None for text in drawn)
        if count := self._groups():
            return [(count * first, groups_label(count, first)) for first in (1, 2, 3, 4)]
        duels = self._format() == "swiss"
        rule = DUELS if duels else self._rule(fewest, most, self.seat_count, self._never())
        if not rule.allowed:
            return []
        return [
            (count, cut_label(count, rule)) for count in (DUEL_CUTS if duels else usual_cuts(rule))
        ]

    def _suits(self, points: str) -> bool:
        """Tell whether a way of giving points makes sense for this game and format."""
        if points == "matchpoints":
            return False
        if points in VECTORS:
            return self._format() == "pods"
        if points == "weighed_side":
            return self._format() == "pods" and bool(self.rules.meta.sides)
        return points != "raw" or self.rules.meta.scores != "none"

    @property
    def parts(self) -> dict[str, list[forms.BoundField]]:
        """The fields that the format asks for, by part; also the places of a custom order."""
        found: dict[str, list[forms.BoundField]] = {one.part: [] for one in FIELD_USES.values()}
        for name in [one for one in FIELD_USES if one in self.fields]:
            found[FIELD_USES[name].part].append(self[name])
        found["rare"] += [self[name] for name in self.fields if name.startswith("tie_break_")]
        return found

    def _size_rule(self) -> SizeRule:
        data = self.cleaned_data
        if data.get("duplicate"):
            return SizeRule(data["seats"], data["seats"], data["seats"])
        limits = data.get("fewest"), data.get("most")
        rule = self._rule(*limits, data["seats"], data.get("forbidden") or ())
        return replace(rule, variety=data.get("variety", False))

    def _never(self) -> list[int]:
        """Return the sizes to avoid, as the form is drawn."""
        asked = self["forbidden"].value() or ()
        return [int(one) for one in asked if str(one) in map(str, ALL_SIZES)]

    def _rule(
        self, fewest: int | None, most: int | None, wanted: int, never: Collection[int]
    ) -> SizeRule:
        """Return the sizes in a range that the game supports and that are not excluded."""
        allowed = self.rules.meta.allowed_seats()
        low, high = max(fewest or 3, allowed[0]), min(most or 5, allowed[-1])
        forbidden = frozenset(range(low, high + 1)) - set(allowed) | frozenset(never)
        return SizeRule(low, high, min(max(wanted, low), high), forbidden)
