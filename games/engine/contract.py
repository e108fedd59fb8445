"""The interface a game implements, and the types all games share.

A game is one folder under `games/rules/` whose package exposes `RULES`, a
`Rules` value. `decide` judges an action, `apply` changes the state, `observe`
shows it; `games/engine/README.md` lists each function's obligations. May
import only its siblings and the standard library.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol

from games.engine.bot import LEVELS, Bot, Character, Observation
from games.engine.chance import Chance
from games.engine.hidden import Cards, Hidden, Memory, Statement
from games.engine.length import Duration
from games.engine.lesson import Lesson, Try
from games.engine.picture import Box, Shape
from games.engine.plain import plain_text
from games.engine.showing import TableRegions
from games.engine.text import Phrase, gettext_noop
from games.engine.viewer import Viewer

Action = dict[str, Any]
Scores = Literal["none", "non_negative", "signed"]
Options = dict[str, Any]
JsonObject = dict[str, Any]

RESIGN: Action = {"type": "resign"}


class Refusal(Exception):
    """A request that cannot be carried out; nothing has changed.

    `code` is for programs, `phrase` is the sentence for people.
    """

    def __init__(self, code: str, phrase: Phrase | str) -> None:
        self.code = code
        self.phrase = Phrase(phrase) if isinstance(phrase, str) else phrase
        super().__init__(code)

    def __str__(self) -> str:
        return f"{self.code}: {self.phrase.key}"


class IllegalAction(Refusal):
    """The rules refuse an action."""


class OptionError(Refusal):
    """The rules refuse an option; `key` names it, or is None."""

    def __init__(self, code: str, phrase: Phrase | str, key: str | None = None) -> None:
        self.key = key
        super().__init__(code, phrase)


class Event(ABC):
    """One thing that happened, in the past tense; stored, never changed.

    Subclasses are values (`@value`) whose fields are JSON scalars and
    (nested) tuples of them, so that the codec needs no code per event.
    `name` is stored; `v` is the version of the data's shape, and `upcasts` turn data of
    version v, the key, into data of version v + 1.
    """

    __slots__ = ()
    name: ClassVar[str]
    v: ClassVar[int] = 1
    upcasts: ClassVar[Mapping[int, Callable[[JsonObject], JsonObject]]] = {}

    @abstractmethod
    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Return the log line `viewer` is shown, or None if they see nothing.

        There is no default: a viewer knows a card only if a log line showed it to them.
        """


class State(Protocol):
    """The fold of a match's events: complete, immutable, secret, never sent to a client."""

    @property
    def resigned(self) -> tuple[bool, ...]: ...


@dataclass(frozen=True)
class Result:
    """How a match ended: `ranks` by seat (1 best, ties share), `scores` by seat or None."""

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None = None

    def as_json(self) -> JsonObject:
        """Return the record's `result` object."""
        return {
            "reason": self.reason,
            "ranks": list(self.ranks),
            "scores": None if self.scores is None else list(self.scores),
        }


@dataclass(frozen=True)
class Side:
    """Seats that share a result. `code` names the side's role where roles differ."""

    seats: tuple[int, ...]
    code: str | None = None


@dataclass(frozen=True)
class Contest:
    """Who played against whom, for the ratings of a finished match.

    `mode` is a key of `GameMeta.modes`. In a `grouped` contest some sides win and the others
    lose: winners are not compared with each other, nor are losers.
    """

    mode: str
    sides: tuple[Side, ...]
    grouped: bool = False


STANDARD = "standard"


def as_it_stands(action: Action) -> Action:
    """Return the action unchanged: in most games every legal action is in normal form."""
    return action


def everybody_for_themselves(state: State) -> Contest:
    """Return the contest of a game in which every seat plays alone."""
    return Contest(STANDARD, tuple(Side((seat,)) for seat in range(len(state.resigned))))


@dataclass(frozen=True)
class Option:
    """One choice made before a match.

    `values(seats, chosen)` returns the allowed values, given the options before
    it, or None where the option does not apply and must be left out.
    `default(seats, chosen)` is called only where the option applies. A `rare` option is left out
    unless it is given, and forms don't offer it: events set it.
    """

    key: str
    label: str
    help: str
    values: Callable[[int, Options], Sequence[Any] | None]
    default: Callable[[int, Options], Any]
    value_labels: Mapping[Any, str] = field(default_factory=dict)
    rare: bool = False


@dataclass(frozen=True)
class Happening:
    """One thing that finished matches can be searched for: a stored event with matching data.

    `label` is a gettext key. `without` names an event that the match must not have.
    """

    key: str
    label: str
    event: str
    data: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class GameMeta:
    """A game's description for the lobby, ladders and searches. Texts are gettext keys.

    `modes` each have their own ladder and are keyed by the `mode` that `contest` returns;
    `end_reasons` are the ways a match can end, keyed by its result's reason.
    """

    key: str
    title: str
    tagline: str
    min_seats: int
    max_seats: int
    ruleset: int
    options: tuple[Option, ...]
    seat_counts: tuple[int, ...] = ()
    end_reasons: Mapping[str, str] = field(default_factory=dict)
    modes: Mapping[str, str] = field(default_factory=lambda: {STANDARD: gettext_noop("Standard")})
    sided_modes: frozenset[str] = frozenset()
    """Modes in which several seats may share a side."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Names of the roles sides play, by `Side.code`."""
    contest: Callable[[Any], Contest] = everybody_for_themselves
    """Returns who played against whom, given the last state of a match."""
    usual_seats: int = 0
    """The default number of seats; 0 leaves it to the site."""
    scores: Scores = "none"
    """Whether results have scores, and of which sign; decides how standings may count them."""
    happenings: tuple[Happening, ...] = ()
    """What finished matches can be searched for."""
    duration: Duration = field(default_factory=Duration)
    """Named lengths and how many minutes they take; by default the game has none."""

    @property
    def choices(self) -> tuple[Option, ...]:
        """The options that people choose."""
        return tuple(option for option in self.options if not option.rare)

    def allowed_seats(self) -> tuple[int, ...]:
        """Return the seat counts this game supports, ascending."""
        return self.seat_counts or tuple(range(self.min_seats, self.max_seats + 1))


@dataclass(frozen=True)
class Showing:
    """How a position is shown."""

    card_name: Callable[[str], Phrase]
    """Returns the name of a card's face, the same in all rulesets of a game."""
    table: TableRegions | None = None
    """The game's own table; without one, the site shows rows of text and buttons."""
    recap: Callable[[Sequence[Event]], JsonObject] | None = None
    """Returns a summary of the match so far, built only from what everybody is shown."""
    emotes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What bots may show, by an event's name: the seat (an argument of its log line) and its phrase
    or reaction (a key of `games/matches/talk/words.py`); read by `emotes_after`."""
    picture: Callable[[JsonObject, Sequence[str], Box], list[Shape]] | None = None
    """Draws the middle of a position's picture in a box, given a view and the seats' names."""
    chapter: Callable[[Event], Phrase | None] | None = None
    """Returns the title of the chapter that an event begins, if it begins one."""
    story: Callable[[Any, Sequence[Event]], tuple[Phrase, ...]] | None = None
    """Returns how a match ended, in sentences, given its last state and its events.

    Like `recap`, both tell only what everybody was shown.
    """
    closeness: Callable[[JsonObject], float] | None = None
    """Returns how level the best two sides of a running match are, 0 (decided) to 1, in a view."""


@dataclass(frozen=True)
class Teaching:
    """How the game explains itself."""

    lesson: Lesson | None = None
    offers: Callable[[JsonObject, Sequence[Action]], list[Phrase]] | None = None
    """Returns legal actions of a seat in sentences, given its view; several may share one."""
    tries: Callable[[JsonObject, int], list[Try]] | None = None
    """Returns what a player might try now that the rules may refuse, given the seat's view."""
    habit: Callable[[Action, Action], str | None] | None = None
    """Returns the gettext key of the habit shown by an action where another one was better."""
    themes: Mapping[str, str] = field(default_factory=dict)
    """What puzzles can be about, as gettext keys."""
    theme: Callable[[Action], str] = lambda action: str(action["type"])
    """Returns the key of `themes` that an action falls under."""


@dataclass(frozen=True)
class Hiding:
    """What a seat cannot see, so that a position can be analysed and played on."""

    hidden: Callable[[Any, int], Hidden]
    """Returns what a seat cannot see of a state."""
    with_hidden: Callable[[Any, Hidden], Any]
    """Returns the state with those places refilled, hands `in_order`."""
    in_order: Callable[[Iterable[str]], tuple[str, ...]]
    """Returns cards in the order in which a hand keeps them."""
    recall: Callable[[Memory, Event, int], None] | None = None
    """Updates what a seat knows of others' hands for certain, using only what it was shown."""
    from_view: Callable[[JsonObject], Any] | None = None
    """Returns a state that looks like this view to its seat, with the unseen cards anywhere."""
    playout: str = "casual"
    """The level of the bot that plays positions out: the strongest that needs only milliseconds."""
    statements: Mapping[str, Statement] = field(default_factory=dict)
    """What readers of hands are asked about the other seats (`reading.py`)."""
    secret_odds: Callable[[Any, Memory, Mapping[int, str]], float] | None = None
    """Returns how likely a seat's notes would be, up to a factor, if others had these secrets."""


@dataclass(frozen=True)
class Stakes:
    """What each legal action of an observation is worth, in its order and in log odds.

    They let the collusion report (`collusion.py`) and a bot's read of hands (`reading.py`) weigh
    decisions, and use nothing but the observation with its memory, and the hands given.
    """

    worths: Callable[[Observation], list[float]]
    """Returns what each action is worth to the seat itself."""
    gains: Callable[[Observation, int, Sequence[Cards]], list[list[float]]]
    """Returns for each of some hands what each action is worth to another seat that holds it."""
    knows_hands: bool = False
    """Whether `worths` depends on hands in the memory."""


@dataclass(frozen=True)
class Rules:
    """One ruleset of a game. Every function is pure; states and events are never mutated."""

    meta: GameMeta
    start: Callable[[Options, int, Chance], list[Event]]
    to_act: Callable[[Any], int | None]
    legal_actions: Callable[[Any, int], list[Action]]
    decide: Callable[[Any, int, Action, Chance], tuple[list[Event], Any]]
    apply: Callable[[Any, Sequence[Event]], Any]
    observe: Callable[[Any, Viewer], JsonObject]
    snapshot: Callable[[Any], JsonObject]
    result: Callable[[Any], Result | None]
    default_action: Callable[[Any, int], Action]
    events: tuple[type[Event], ...]
    bots: Mapping[str, Bot]
    showing: Showing
    teaching: Teaching = Teaching()
    hiding: Hiding | None = None
    stakes: Stakes | None = None
    chances: Callable[[Any], tuple[float, ...]] | None = None
    """Returns each seat's chance to win a match that goes on, with all hands open (`luck.py`)."""
    normal: Callable[[Action], Action] = as_it_stands
    """Returns an action in the normal form it is stored in; refuses an unreadable one."""
    alike: Callable[[Action], Hashable] = plain_text
    """Returns a key that actions share if they differ only in what the rules ignore (a suit)."""
    past_bots: tuple[Bot, ...] = ()
    """Earlier versions of bots, whose recorded actions can still be verified."""

    @cached_property
    def event_named(self) -> Mapping[str, type[Event]]:
        """The event classes by the names they are stored under."""
        return {event.name: event for event in self.events}

    @cached_property
    def bot_marked(self) -> Mapping[str, Bot]:
        """Every bot, past and present, by the `auto` that marks its actions."""
        return {bot.auto: bot for bot in (*self.bots.values(), *self.past_bots)}

    @property
    def playout_bot(self) -> Bot:
        """The bot that plays positions out."""
        return self.bot_at(self.hiding.playout if self.hiding else Hiding.playout)

    def character(self, level: str) -> Character | None:
        """Return who the bot of a level appears as, if the game says."""
        return self.bots[level].character if level in self.bots else None

    def bot_at(self, level: str) -> Bot:
        """Return the strongest bot up to a level of LEVELS, or the game's only kind of bot."""
        found = [self.bots[name] for name in LEVELS if name in self.bots]
        below = [bot for bot in found if LEVELS.index(bot.level) <= LEVELS.index(level)]
        return (below or list(self.bots.values()))[-1]
