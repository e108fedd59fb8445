"""Read replays: build timelines from stored matches and from uploaded records.

`apply` folds the stored events; `decide` is never called. Each process caches the timelines of the
matches viewed last.
"""

from __future__ import annotations

import json

from games.engine.codec import decode_event
from games.engine.contract import JsonObject, Rules
from games.engine.holders import Holders, Substitute
from games.engine.record import SUBSTITUTES
from games.matches import store
from games.matches.chain import first_head
from games.matches.models import Match, Seat
from games.matches.presenters import holders_of
from games.matches.recent import Recent
from replays.access import ReplayNotFound
from replays.models import UploadedRecord
from replays.timeline import PlyFacts, Timeline, extend_timeline, fold_timeline

KEPT_TIMELINES = 128
MAX_NAME = 60
TIMELINES: Recent[Timeline] = Recent(KEPT_TIMELINES)
"""The most recently used timelines, by match, version and names, or by a record's digest.

By match and names alone: the one folded last, with which the next begins while the match goes on.
"""


def match_timeline(match: Match, seats: list[Seat]) -> Timeline:
    """Return the timeline of a started match up to the version of the row given."""
    holders = holders_of(seats)
    key = (match.pk, match.version, holders)
    return TIMELINES.get_or_make(key, lambda: _load_match(match, holders))


def _load_match(match: Match, holders: Holders) -> Timeline:
    """Fold a match's rows into a timeline, only those that the one folded last lacks."""
    last_folded = (match.pk, holders)
    known = TIMELINES.get(last_folded)
    if known is None or known.last >= match.ply:
        known = Timeline(match.rules, match.options, holders, (), ())
    rows = store.read_plies(match, first=len(known.plies), after=len(known.log))
    timeline = extend_timeline(known, [_stored_facts(match, ply) for ply in rows])
    TIMELINES.put(last_folded, timeline)
    return timeline


def _stored_facts(match: Match, ply: store.LoggedPly) -> PlyFacts:
    """Return one ply from its rows; the head before any action is that of the header."""
    row = ply.action
    if row is None:
        return PlyFacts(None, None, "", 0, first_head(match), ply.events)
    return PlyFacts(row.seat, row.action, row.auto, row.at_ms, row.head, ply.events)


def upload_of(digest: str) -> UploadedRecord:
    """Return an uploaded record; raises ReplayNotFound if there is none, or it was deleted."""
    upload = UploadedRecord.objects.filter(digest=digest).first()
    if upload is None:
        raise ReplayNotFound(digest)
    return upload


def uploaded_timeline(upload: UploadedRecord) -> Timeline:
    """Return the timeline of a record that was verified when it was uploaded."""
    return TIMELINES.get_or_make(upload.digest, lambda: _load_upload(upload))


def _load_upload(upload: UploadedRecord) -> Timeline:
    record, plies = upload.as_json(), json.loads(upload.events)
    rules = upload.rules
    entries: list[JsonObject | None] = [None, *record["actions"]]
    facts = [_upload_facts(rules, entry, ply) for entry, ply in zip(entries, plies, strict=True)]
    return fold_timeline(rules, record["options"], _upload_holders(record), facts)


def _upload_holders(record: JsonObject) -> Holders:
    came = [Substitute(**one) for one in record.get(SUBSTITUTES, ())]
    names = [one._replace(name=shown_name(one.name)) for one in came]
    return Holders(tuple(map(shown_name, record["seats"])), tuple(names))


def _upload_facts(rules: Rules, entry: JsonObject | None, ply: JsonObject) -> PlyFacts:
    """Return one ply of an upload, from the record's entry and the events stored with it."""
    entry = entry or {"seat": None, "action": None, "at": 0}
    return PlyFacts(
        seat=entry["seat"],
        action=entry["action"],
        auto=entry.get("auto", ""),
        at_ms=entry.get("at"),
        head=ply["head"],
        events=tuple(decode_event(rules, *event) for event in ply["events"]),
    )


def shown_name(name: str) -> str:
    """Return a name from a file in displayable form: valid text of limited length."""
    return name.encode("utf-8", "replace").decode()[:MAX_NAME]


def file_seats(timeline: Timeline, ply: int) -> list[Seat]:
    """Return unsaved seats with a record's names at a ply, for the table's fragments."""
    names = timeline.holders.at(ply)
    return [Seat(number=number, name=name) for number, name in enumerate(names)]
