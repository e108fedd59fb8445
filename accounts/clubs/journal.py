"""The club's journal: its verbs, writing an entry, and rendering one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.clubs.models import Club, JournalEntry
from accounts.leaving import FORMER

SENTENCES = {
    "founded": _("%(actor)s created the club."),
    "edited": _("%(actor)s edited the club page."),
    "crested": _("%(actor)s changed the club’s crest."),
    "joined": _("%(actor)s joined."),
    "asked": _("%(actor)s asked to join."),
    "accepted": _("%(actor)s accepted %(about)s’s request."),
    "declined": _("%(actor)s declined %(about)s’s request."),
    "left": _("%(actor)s left."),
    "removed": _("%(actor)s removed %(about)s."),
    "made_owner": _("%(actor)s made %(about)s an owner."),
    "made_director": _("%(actor)s made %(about)s a director."),
    "made_member": _("%(actor)s made %(about)s a regular member."),
    "made_link": _("%(actor)s created an invite link."),
    "withdrew_link": _("%(actor)s revoked an invite link."),
    "removed_message": _("%(actor)s removed a chat message by %(about)s."),
    "muted_in_chat": _("%(actor)s muted %(about)s in a chat."),
    "unmuted_in_chat": _("%(actor)s unmuted %(about)s in a chat."),
    "posted": _("%(actor)s posted “%(about)s”."),
    "unposted": _("%(actor)s removed the announcement “%(about)s”."),
    "added_webhook": _("%(actor)s added a webhook to %(about)s."),
    "rotated_webhook": _("%(actor)s changed the secret of the webhook to %(about)s."),
    "removed_webhook": _("%(actor)s removed the webhook to %(about)s."),
    "imported_event": _("%(actor)s imported the event “%(about)s” from a file."),
    "opened_event": _("%(actor)s opened the event “%(about)s”."),
    "began_season": _("%(actor)s started the season “%(about)s”."),
    "edited_season": _("%(actor)s changed the season “%(about)s”."),
    "unbegan_season": _("%(actor)s cancelled the season “%(about)s”."),
    "began_series": _("%(actor)s started the series “%(about)s”."),
    "ended_series": _("%(actor)s ended the series “%(about)s”."),
    "reopened_series": _("%(actor)s reopened the series “%(about)s”."),
    "unbegan_series": _("%(actor)s deleted the series “%(about)s”."),
    "named_champion": _("%(actor)s added a champion: %(about)s."),
    "unnamed_champion": _("%(actor)s removed a champion: %(about)s."),
    "moved_event": _("%(actor)s changed the season or series of “%(about)s”."),
    "opened_ladder": _("%(actor)s opened the challenge ladder “%(about)s”."),
    "edited_ladder": _("%(actor)s changed the challenge ladder “%(about)s”."),
    "closed_ladder": _("%(actor)s closed the challenge ladder “%(about)s”."),
    "opened_league": _("%(actor)s opened the league “%(about)s”."),
    "edited_league": _("%(actor)s changed the league “%(about)s”."),
    "closed_league": _("%(actor)s closed the league “%(about)s”."),
    "began_league_season": _("%(actor)s started a season of the league “%(about)s”."),
    "ended_league_season": _("%(actor)s ended a season of the league “%(about)s”."),
    "added_lesson": _("%(actor)s added “%(about)s” to the course."),
    "removed_lesson": _("%(actor)s removed “%(about)s” from the course."),
    "ruled": _("%(actor)s made a ruling in “%(about)s”."),
}
ABOUT_PEOPLE = (
    "accepted", "declined", "removed", "made_owner", "made_director", "made_member",
    "removed_message", "muted_in_chat", "unmuted_in_chat",
)  # fmt: skip
"""The verbs whose `about` is a person's name; for the others it is a title."""


def journal_write(*, club: Club, actor: Any, verb: str, about: str = "") -> JournalEntry:
    """Add an entry; `verb` is one of SENTENCES."""
    if verb not in SENTENCES:
        raise ValueError(f"the journal has no verb {verb!r}")
    return JournalEntry.objects.create(club=club, actor=actor, verb=verb, about=about[:120])


def sentence_of(entry: JournalEntry) -> str:
    """Return an entry as a sentence in the active language, unescaped."""
    former = gettext("a former member")
    actor = entry.actor.get_username() if entry.actor else former
    has_left = entry.about == FORMER and entry.verb in ABOUT_PEOPLE
    about = former if has_left else entry.about
    return gettext(SENTENCES[entry.verb]) % {"actor": actor, "about": about}
