"""Describe a director's action in one sentence for the tournament's journal.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from games.engine.text import Argument, Phrase, gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.points import points_text
from games.tournaments.text import EntryRef, PlayerRef, Seconds, phrase

SENTENCES: dict[str, str] = {
    "create": gettext_noop("The tournament was created."),
    "configure": gettext_noop("The settings were changed."),
    "open_registration": gettext_noop("Registration was opened."),
    "close_registration": gettext_noop("Registration was closed; check-in began."),
    "start": gettext_noop("The tournament was started."),
    "plan_rounds": gettext_noop("The number of rounds was set to %(rounds)s."),
    "finish": gettext_noop("The tournament was finished."),
    "reopen": gettext_noop("The tournament was reopened."),
    "archive": gettext_noop("The tournament was archived."),
    "register": gettext_noop("%(entry)s was registered."),
    "unregister": gettext_noop("%(entry)s was taken off the list."),
    "promote": gettext_noop("%(entry)s came in from the waiting list."),
    "check_in": gettext_noop("%(entry)s checked in."),
    "check_out": gettext_noop("%(entry)s checked out."),
    "late_entry": gettext_noop("%(entry)s entered late."),
    "withdraw": gettext_noop("%(entry)s withdrew."),
    "restore": gettext_noop("%(entry)s came back."),
    "exclude": gettext_noop("%(entry)s was excluded."),
    "readmit": gettext_noop("%(entry)s was admitted again."),
    "absent": gettext_noop("%(entry)s is excused from round %(round)s."),
    "present": gettext_noop("%(entry)s will play round %(round)s after all."),
    "keep_apart": gettext_noop("%(entry)s and %(other)s are kept apart."),
    "allow": gettext_noop("%(entry)s and %(other)s may meet again."),
    "propose_round": gettext_noop("Round %(round)s was proposed."),
    "set_tables": gettext_noop("Round %(round)s was seated by hand."),
    "swap": gettext_noop("Two places of round %(round)s were exchanged."),
    "give_bye": gettext_noop("The bye of round %(round)s was given by hand."),
    "publish_round": gettext_noop("Round %(round)s was published."),
    "cancel_round": gettext_noop("Round %(round)s was taken back."),
    "close_round": gettext_noop("Round %(round)s was closed."),
    "reopen_round": gettext_noop("Round %(round)s was reopened."),
    "no_show": gettext_noop("%(entry)s did not come to table %(table)s of round %(round)s."),
    "forfeit": gettext_noop("Table %(table)s of round %(round)s was decided without play."),
    "reseat": gettext_noop("%(entry)s took the seat at table %(table)s of round %(round)s."),
    "set_result": gettext_noop("Round %(round)s, table %(table)s: the result is in."),
    "clear_result": gettext_noop("Round %(round)s, table %(table)s: the result was taken back."),
    "override_result": gettext_noop("Round %(round)s, table %(table)s: a ruling was made."),
    "report_result": gettext_noop("Round %(round)s, table %(table)s: %(by)s reported a result."),
    "penalty": gettext_noop("%(entry)s got a penalty of %(points)s points."),
    "lift_penalty": gettext_noop("Penalty %(penalty)s was lifted."),
    "extend_time": gettext_noop("Round %(round)s got %(time)s more."),
    "pair_free": gettext_noop("Who was free was paired."),
    "join": gettext_noop("%(entry)s joined."),
    "come_back": gettext_noop("%(entry)s came back."),
    "move_end": gettext_noop("The end was put off by %(minutes)s minutes."),
    "name_judge": gettext_noop("%(person)s was named a judge."),
    "dismiss_judge": gettext_noop("%(person)s is no longer a judge."),
    "announce": gettext_noop("An announcement was made."),
    "take_back_announcement": gettext_noop("An announcement was taken back."),
}

WAITING = gettext_noop("%(entry)s was put on the waiting list.")
WARNING = gettext_noop("%(entry)s got a warning.")
TABLE_TIME = gettext_noop("Round %(round)s, table %(table)s: %(time)s more.")

EARLIER = gettext_noop("The end was brought forward by %(minutes)s minutes.")
TIME_AT_A_TABLE = gettext_noop("Table %(table)s: %(time)s more.")

WITHOUT_ROUNDS = {
    "no_show": gettext_noop("%(entry)s did not come to table %(table)s."),
    "forfeit": gettext_noop("Table %(table)s was decided without play."),
    "set_result": gettext_noop("Table %(table)s: the result is in."),
    "override_result": gettext_noop("Table %(table)s: a ruling was made."),
    "extend_time": gettext_noop("Every table got %(time)s more."),
}
"""Sentences that replace the others in an arena's journal."""

_ENTRIES = ("entry", "by")
_NUMBERS = ("round", "table", "rounds", "penalty", "minutes")


def tell(action: Action, in_rounds: bool = True) -> Phrase:
    """Return the sentence for an action; entries in it are EntryRefs."""
    facts = action.payload
    args: dict[str, Argument] = {key: EntryRef(facts[key]) for key in _ENTRIES if key in facts}
    args |= {key: facts[key] for key in _NUMBERS if facts.get(key) is not None}
    if "seconds" in facts:
        args["time"] = Seconds(facts["seconds"])
    if "pair" in facts:
        args |= {"entry": EntryRef(facts["pair"][0]), "other": EntryRef(facts["pair"][1])}
    if "player" in facts:
        args["person"] = PlayerRef(facts["player"])
    if "points" in facts:
        args["points"] = points_text(facts["points"])
    return phrase(_words(action, in_rounds), **args)


def _words(action: Action, in_rounds: bool) -> str:
    """Return the message describing an action: some kinds have two."""
    facts = action.payload
    if action.kind == "register" and facts["status"] == "waiting":
        return WAITING
    if action.kind == "penalty" and not facts["points"]:
        return WARNING
    if action.kind == "move_end" and not facts["later"]:
        return EARLIER
    if action.kind == "extend_time" and facts["table"] is not None:
        return TABLE_TIME if in_rounds else TIME_AT_A_TABLE
    if not in_rounds and action.kind in WITHOUT_ROUNDS:
        return WITHOUT_ROUNDS[action.kind]
    return SENTENCES[action.kind]
