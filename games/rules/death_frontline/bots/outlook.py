"""Look ahead to the end of the round: everybody's deployments, then the attacks. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.bots.appraise import HELD, appraise
from games.rules.death_frontline.bots.battle import fight
from games.rules.death_frontline.bots.imagine import settle_facilities, walk
from games.rules.death_frontline.catalogue import AIRBORNE_TROOPS, CARDS, TROOPS
from games.rules.death_frontline.entering import barred_cells, paths
from games.rules.death_frontline.field import Cell, Field, Unit, depth_of
from games.rules.death_frontline.state import ATTACK_STEP, DEPLOY, FACILITY_STEP, Cards
from games.rules.death_frontline.verbs.deploying import DEPLOYABLE, deploy_zone
from games.rules.death_frontline.verbs.moving import steps_of

MOST_ACTIONS = 12
WORTH_DOING = 0.02

Passed = tuple[bool, ...]


class Prospect(NamedTuple):
    """An action, the field after it, the card it takes from the hand, and who has then passed."""

    action: Action
    field: Field
    card: str | None
    passed: Passed


class Outlook(NamedTuple):
    """The course of a round, as far as it is public."""

    round: int
    step: str
    order: tuple[int, ...]
    passed: Passed
    resigned: Passed
    turned: bool
    """Whether the Axis looks from its own edge, so that ties fall alike for both sides."""

    @classmethod
    def of(cls, view: JsonObject, turned: bool) -> Outlook:
        """Return the outlook of a view."""
        game = view["state"]
        passed, resigned = tuple(game["passed"]), tuple(view["resigned"])
        return cls(game["round"], game["step"], tuple(game["order"]), passed, resigned, turned)

    def passing(self, seat: int) -> Passed:
        """Return who has passed once `seat` passes too."""
        return (*self.passed[:seat], True, *self.passed[seat + 1 :])

    def odds(self, prospect: Prospect, seat: int) -> float:
        """Return the log odds of the seat's side if only attacks follow an action of `seat`."""
        sign = 1 - 2 * (seat & 1)
        cost = HELD[CARDS[prospect.card].kind] if prospect.card else 0.0
        return sign * self._settled(prospect.field, seat, prospect.passed) - cost

    def _settled(self, field: Field, seat: int, passed: Passed) -> float:
        """Return the Allies' log odds after the round, from the end of a turn of `seat`."""
        if self.step in (DEPLOY, FACILITY_STEP):
            field = settle_facilities(field)
        if self.step == ATTACK_STEP:
            end = fight(field, self.order, passed, self.turned, self.order.index(seat) + 1)
        else:
            end = fight(field, self.order, self.resigned, self.turned)
        return appraise(end.field, end.forces, self.order[1] & 1)

    def played_on(self, prospect: Prospect, seat: int, hands: tuple[Cards, ...]) -> float:
        """Return the seat's side's log odds if all play on with these hands from the prospect."""
        left = {other: list(hand) for other, hand in enumerate(hands)}
        field, passed, spent = prospect.field, list(prospect.passed), 0.0
        if prospect.card:
            left[seat].remove(prospect.card)
            spent += _price(prospect.card, seat)
        place = self.order.index(seat)
        for _ in range(MOST_ACTIONS):
            place = self._next(place, passed)
            if place < 0:
                break
            actor = self.order[place]
            found = self._best(field, actor, left[actor])
            if found is None:
                passed[actor] = True
                continue
            field, card = found
            if card:
                left[actor].remove(card)
                spent += _price(card, actor)
        odds = self._settled(field, seat, self.resigned) - spent
        return odds if seat % 2 == 0 else -odds

    def _next(self, place: int, passed: list[bool]) -> int:
        """Return the place of the next seat that has not passed, or -1."""
        count = len(self.order)
        for further in range(place + 1, place + 1 + count):
            if not passed[self.order[further % count]]:
                return further % count
        return -1

    def _best(self, field: Field, seat: int, hand: list[str]) -> tuple[Field, str | None] | None:
        """Return the field after the seat's best deployment or move, and the card, or None."""
        sign = 1 - 2 * (seat & 1)
        best, most = None, sign * self._settled(field, seat, self.passed) + WORTH_DOING
        for after, card in deployments(field, seat, hand, self.round, self.turned):
            odds = sign * self._settled(after, seat, self.passed)
            odds -= HELD[CARDS[card].kind] if card else 0.0
            if odds > most:
                best, most = (after, card), odds
        return best


def _price(card: str, seat: int) -> float:
    """Return what leaving the hand costs the Allies."""
    return HELD[CARDS[card].kind] * (1 - 2 * (seat & 1))


def deployments(
    field: Field, seat: int, hand: list[str], this_round: int, turned: bool
) -> Iterator[tuple[Field, str | None]]:
    """Yield the field after each sensible move and deployment, and the card deployed."""
    step = -1 if turned and seat & 1 else 1
    for unit in field.units[::step]:
        if unit.seat == seat and unit.code in TROOPS and unit.may_move(this_round):
            ends = {path[-1]: path for path in paths(field, unit, steps_of(unit.card))}
            for path in ends.values():
                yield walk(field, unit, path), None
    for code in dict.fromkeys(hand):
        if code in DEPLOYABLE:
            for cell in _places(field, seat, code)[::step]:
                unit = Unit(cell, code, seat, False, False, this_round)
                yield field.with_unit(unit), code


def _places(field: Field, seat: int, code: str) -> list[Cell]:
    """Return where a card is worth deploying: the nearer rows, or all once the enemy is there."""
    invaded = any(
        (unit.seat - seat) % 2 and depth_of(unit.seat, unit.cell[1]) > 0 for unit in field.units
    )
    rearmost = -2 if code not in TROOPS else -3 if invaded else -1
    barred = barred_cells(field, code)
    return [
        cell
        for cell in deploy_zone(field.width, seat & 1, code in AIRBORNE_TROOPS)
        if depth_of(seat, cell[1]) >= rearmost and cell not in field.unit_at and cell not in barred
    ]
