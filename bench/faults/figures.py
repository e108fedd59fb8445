"""Figures out of a journal: how late viewers were, and how soon after a fault all was well."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.faults.journal import Line

LONG = 15.0


@dataclass
class View:
    """When one viewer was shown which version, and when the link was up."""

    match: str
    times: list[float] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    left: float = float("inf")

    def shows(self, version: int, since: float) -> float | None:
        """Return when, not before `since`, this viewer is at `version` or later, link up."""
        at = next((t for t, v in zip(self.times, self.versions, strict=True) if v >= version), None)
        if at is None:
            return None
        return max(at, since, self._up(since))

    def _up(self, since: float) -> float:
        """Return when the link is up at or after `since`."""
        opened = self.opened[: bisect.bisect_right(self.opened, since)]
        lost = self.lost[: bisect.bisect_right(self.lost, since)]
        if opened and (not lost or opened[-1] >= lost[-1]):
            return since
        later = self.opened[bisect.bisect_right(self.opened, since) :]
        return later[0] if later else float("inf")

    def watches(self, time: float) -> bool:
        """Tell whether this page was open then."""
        return bool(self.opened) and self.opened[0] <= time < self.left


def views_of(lines: Iterable[Line]) -> dict[str, View]:
    """Return every viewer's story."""
    views: dict[str, View] = {}
    for line in lines:
        if line["op"] not in {"shown", "open", "lost", "left"}:
            continue
        view = views.setdefault(line["who"], View(line["match"]))
        match line["op"]:
            case "shown":
                view.times.append(line["t"])
                view.versions.append(line["version"])
            case "open":
                view.opened.append(line["t"])
            case "lost":
                view.lost.append(line["t"])
            case "left":
                view.left = line["t"]
    return views


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that `share` of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def summary(values: Sequence[float]) -> str:
    """Return median, 95 % and the largest."""
    parts = [f"{percentile(values, s):.2f}" for s in (0.5, 0.95, 1.0)]
    return f"median {parts[0]} s, 95 % {parts[1]} s, largest {parts[2]} s (n={len(values)})"


def reconvergence(lines: Sequence[Line]) -> dict[str, list[float]]:
    """Return, by kind of fault, how long after its end each viewer was back at the head.

    The head is the newest version acknowledged before the fault's end.
    """
    views = views_of(lines)
    acknowledged = [line for line in lines if line["op"] == "ok"]
    found: dict[str, list[float]] = defaultdict(list)
    for fault in (line for line in lines if line["op"] == "fault"):
        heads: dict[str, int] = {}
        for line in acknowledged:
            if line["t"] <= fault["end"]:
                heads[line["match"]] = max(heads.get(line["match"], 0), line["version"])
        for view in views.values():
            if view.match not in heads or not view.watches(fault["end"]):
                continue
            at = view.shows(heads[view.match], fault["end"])
            if at is not None and at <= view.left:
                found[fault["what"]].append(at - fault["end"])
            elif view.left > fault["end"] + LONG:
                found[fault["what"]].append(float("inf"))  # had time to, and never did
    return found


def lateness(lines: Sequence[Line]) -> list[float]:
    """Return how long after each acknowledgement each other viewer of the match was shown it."""
    by_match: dict[str, list[View]] = defaultdict(list)
    for view in views_of(lines).values():
        by_match[view.match].append(view)
    late = []
    for line in lines:
        if line["op"] == "ok":
            for view in by_match[line["match"]]:
                if view.watches(line["t"]):
                    at = view.shows(line["version"], 0.0)
                    if at is not None:
                        late.append(max(0.0, at - line["t"]))
    return late
