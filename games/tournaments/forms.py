"""The form that creates an event or changes its settings: the game's own options among them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.clubs.models import Club
from games.engine.contract import Rules
from games.matches.forms import TableForm, bot_label, duration_label
from games.matches.services.table_create import RESERVE_SECONDS, TURN_SECONDS
from games.tournaments.config import Config
from games.tournaments.models import Tournament
from games.tournaments.names import sentence
from games.tournaments.pairing.sizes import SizeRule
from games.tournaments.points import VECTORS, Scoring
from games.tournaments.problems import config_problems

POINTS = [
    ("share", _("Share of the opponents beaten")),
    ("win", _("Five for a win, one for a shared win")),
    ("hig", _("5-3-2-1 (tables of three and four)")),
    ("bga", _("6-4-2-0 (tables of four)")),
    ("wbc", _("100-50-20-10 (tables of three and four)")),
    ("vtes", _("60-48-36-24-12 (tables of four and five)")),
    ("raw", _("The game's own score")),
    ("side", _("A win for the winning side")),
]
SIGNED_SCORES = {"zombie_rummy"}


class EventForm(TableForm):
    """Name, game options, format, table sizes, entry conditions, clock."""

    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=80)
    about = forms.CharField(
        label=_("About the event"), max_length=2000, required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    starts_at = forms.DateTimeField(
        label=_("Begins"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[
            ("pods", _("Pods: tables of three and more")),
            ("swiss", _("Swiss system: tables of two")),
            ("round_robin", _("Round robin: everybody meets everybody")),
            ("knockout", _("Knockout: who loses is out")),
            ("partners", _("Changing partners: two against two")),
        ],
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
    first_round = forms.ChoiceField(
        label=_("First round"), choices=[("random", _("by lot")), ("seed", _("by strength"))]
    )
    team_size = forms.TypedChoiceField(
        label=_("An entry is"), coerce=int, choices=[(1, _("one player")), (2, _("a pair"))]
    )
    cycles = forms.TypedChoiceField(
        label=_("Round robin"), coerce=int, choices=[(1, _("once")), (2, _("there and back"))]
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    fixed_schedule = forms.BooleanField(
        label=_("Make all rounds at the start (pods)"), required=False
    )
    capacity = forms.IntegerField(
        label=_("Places"), required=False, min_value=2, max_value=1000,
        help_text=_("Who comes later stands on a waiting list. Empty: no limit."),
    )  # fmt: skip
    check_in = forms.BooleanField(label=_("Who does not check in is left out"), required=False)
    late_entry = forms.BooleanField(label=_("Late entries are taken"), required=False, initial=True)
    entry = forms.ChoiceField(label=_("Open to"), choices=Tournament.Entry, initial="everybody")
    counts = forms.BooleanField(label=_("Gives points for the season"), required=False)
    rated = forms.BooleanField(  # type: ignore[assignment]  # here a yes or no, not a kind of table
        label=_("Matches are rated"), required=False, initial=True
    )

    def __init__(
        self, rules: Rules, data: Any = None, *, club: Club | None = None, **kwargs: Any
    ) -> None:
        self.club = club
        super().__init__(rules, data, **kwargs)
        for name in ("visibility", "bots", "on_absence"):
            del self.fields[name]
        self.season = None if club is None else club.seasons.filter(is_open=True).first()
        if club is None:
            del self.fields["entry"]
        if self.season is None:
            del self.fields["counts"]

    def _draw_choices(self) -> None:
        counts = self.rules.meta.allowed_seats()
        self._offer("seats", [(n, str(n)) for n in counts], self.seat_count)
        self._offer("turn_seconds", [(s, duration_label(s)) for s in TURN_SECONDS])
        self._offer("reserve_seconds", [(s, duration_label(s)) for s in RESERVE_SECONDS])
        bots = list(self.rules.bots)
        self._offer("bot", [(name, bot_label(name)) for name in bots], bots[0] if bots else "")

    def clean(self) -> dict[str, Any]:
        """Let the fold judge the settings too."""
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

    def config(self) -> Config:
        """Return the settings for the fold; the seed is drawn by who creates the event."""
        data = self.cleaned_data
        allowed = self.rules.meta.allowed_seats()
        low = max(data.get("fewest") or 3, allowed[0])
        high = min(data.get("most") or 5, allowed[-1])
        forbidden = frozenset(range(low, high + 1)) - set(allowed)
        wanted = min(max(data["seats"], low), high)
        return Config(
            data["format"],
            "-",
            rounds=data["rounds"],
            team_size=data["team_size"],
            scoring=scoring_of(data["points"]),
            scores="signed" if self.rules.meta.key in SIGNED_SCORES else "none",
            sizes=SizeRule(low, high, wanted, forbidden),
            capacity=data["capacity"],
            check_in=data["check_in"],
            late_entry=data["late_entry"],
            first_round=data["first_round"],
            fixed_schedule=data["fixed_schedule"],
            cycles=data["cycles"],
            third_place=data["third_place"],
        )

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


class SeasonForm(forms.Form):
    """A season's name, and how many results count."""

    name = forms.CharField(label=pgettext_lazy("of a season", "Name"), max_length=60)
    best_of = forms.IntegerField(
        label=_("Results that count"), required=False, min_value=1, max_value=100,
        help_text=_("Empty: all of them."),
    )  # fmt: skip
