"""What a director's action did, in a sentence: for the tournament's journal.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from games.engine.text import Argument, Phrase, gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.points import points_text
from games.tournaments.text import EntryRef, PlayerRef, phrase

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
    "extend_time": gettext_noop("Round %(round)s got %(seconds)s seconds more."),
    "name_judge": gettext_noop("%(person)s was named a judge."),
    "dismiss_judge": gettext_noop("%(person)s is no longer a judge."),
}

WAITING = gettext_noop("%(entry)s was put on the waiting list.")
WARNING = gettext_noop("%(entry)s got a warning.")
TABLE_TIME = gettext_noop("Round %(round)s, table %(table)s: %(seconds)s seconds more.")

_ENTRIES = ("entry", "by")
_NUMBERS = ("round", "table", "rounds", "penalty", "seconds")


def tell(action: Action) -> Phrase:
    """Return the sentence for an action; entries in it are EntryRefs."""
    facts = action.payload
    args: dict[str, Argument] = {key: EntryRef(facts[key]) for key in _ENTRIES if key in facts}
    args |= {key: facts[key] for key in _NUMBERS if facts.get(key) is not None}
    if "pair" in facts:
        args |= {"entry": EntryRef(facts["pair"][0]), "other": EntryRef(facts["pair"][1])}
    if "player" in facts:
        args["person"] = PlayerRef(facts["player"])
    if "points" in facts:
        args["points"] = points_text(facts["points"])
    return phrase(_words(action), **args)


def _words(action: Action) -> str:
    """Return which sentence tells an action: some kinds have two."""
    facts = action.payload
    if action.kind == "register" and facts["status"] == "waiting":
        return WAITING
    if action.kind == "penalty" and not facts["points"]:
        return WARNING
    if action.kind == "extend_time" and facts["table"] is not None:
        return TABLE_TIME
    return SENTENCES[action.kind]
