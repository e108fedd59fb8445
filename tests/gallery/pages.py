"""The list of pages: what has a picture taken, is read by axe and must fit a phone.

Every route of the site stands either in LISTED, by at least one example, or in NOT_PAGES with the
reason; `tests/gallery/test_pages.py` compares with the URL configuration. Whoever adds a route adds
a line here (of an event: in `event_pages.py`); one whose address is the same for everything is
found by itself, and so are the pages of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.urls import URLPattern, get_resolver
from django.utils.translation import gettext_lazy

from config.error_responses import GONE
from games.registry import all_rules
from tests.gallery import steps
from tests.gallery.event_pages import EVENTS
from tests.gallery.names import (
    CHINESE,
    GUARDED,
    KEYED,
    LONGEST,
    ME,
    NEWCOMER,
    SILENCED,
)
from tests.gallery.page import (
    Page,
    at,
    of_challenges,
    of_club,
    of_event,
    of_league,
    of_match,
    of_replay,
    of_room,
    of_study,
)
from tests.gallery.world import ENDINGS, FULL_TABLES, SCENES, World


def _of_games() -> Iterator[Page]:
    """Yield the pages that every game has, and those that some have."""
    for game, rules in all_rules().items():
        yield Page(f"table-new-{game}", "table_new", at(f"/tables/new/{game}/"), ME)
        yield Page(f"rules-{game}", "rules:game", at(f"/rules/{game}/"))
        turn = of_match(f"{game} turn")
        yield Page(f"match-turn-{game}", "matches:match", turn, ME)
        yield Page(f"match-watched-{game}", "matches:match", turn)
        yield Page(f"match-over-{game}", "matches:match", of_match(f"{game} over"), ME)
        ply = 12 if game in SCENES else "last"
        yield Page(
            f"replay-{game}", "replays:show", of_replay(f"{game} over", f"?ply={ply}&as=all")
        )
        if rules.teaching.lesson is not None:
            yield Page(f"learn-{game}", "learn:lesson", at(f"/learn/{game}/?step=3"))
        yield Page(f"match-hand-{game}", "matches:match", turn, ME, steps.fill_hand)
        if rules.teaching.offers is not None:
            yield Page(f"match-help-{game}", "matches:match", turn, ME, steps.open_help)


# Tables in states of their own: full, asked, paused. A new state of a table gets its picture here.
TABLES = (
    Page("match-choice", "matches:match", of_match("deadline_99 turn"), ME, steps.open_choice),
    Page("match-full", "matches:match", of_match("full"), ME),
    Page("match-full-over", "matches:match", of_match("full over"), ME),
    *(Page(f"match-{what}", "matches:match", of_match(what), ME) for what in FULL_TABLES),
    Page("match-asked", "matches:match", of_match("asked"), ME),
    Page("match-paused", "matches:match", of_match("paused"), ME),
    Page("match-void", "matches:match", of_match("void"), ME),
    Page("match-offered", "matches:match", of_match("offered")),
    Page("match-offer-own", "matches:match", of_match("offered mine"), ME),
    Page("match-took-over", "matches:match", of_match("took over"), ME),
    Page("match-left", "matches:match", of_match("left"), ME),
    Page("match-handed-over", "matches:match", of_match("handed over"), ME),
    Page("replay-handed-over", "replays:show", of_replay("handed over", "?ply=last&as=all"), ME),
    Page("match-clock", "matches:match", of_match("clock"), ME),
    Page("match-search", "matches:match", of_match("search"), ME),
)


def of_read(name: str, ply: int = 9, seat: int = 0) -> Callable[[World], str]:
    """Return the address at which a match's position is read."""
    return lambda world: f"/reads/{world.matches[name].code}/{ply}/{seat}/"


def _of_puzzle(game: str) -> Callable[[World], str]:
    """Return the address of a game's puzzle."""
    return lambda world: f"/puzzles/{world.puzzles[game].code}/"


def _of_pair(below: str) -> Callable[[World], str]:
    """Return the address of the pair that farms, below a report's."""
    return lambda w: f"{below}/{w.people[LONGEST].pk}/{w.people[CHINESE].pk}/"


LISTED = (
    Page("front", "home", at("/")),
    Page("front-known", "home", at("/"), ME),
    Page("lobby", "lobby", at("/lobby/"), ME),
    Page("lobby-stranger", "lobby", at("/lobby/")),
    Page("play-now", "play_now", at("/play-now/deadline_99"), ME),
    Page("find-players", "find_players", at("/play-with-people/zombie_rummy"), ME),
    *_of_games(),
    *(
        Page(f"match-{what.replace(' ', '-')}", "matches:match", of_match(what), ME)
        for what in ENDINGS
    ),
    Page("match-ended-watched", "matches:match", of_match("deadline_99 lost")),
    Page("match-ended-event", "matches:match", of_match("event ended"), ME),
    Page("replay-ended", "replays:show", of_replay("death_frontline lost", "?ply=last&as=0"), ME),
    *TABLES,
    Page("front-newcomer", "home", at("/"), NEWCOMER),
    Page("match-frame", "matches:frame", of_match("deadline_99 turn", "frame/")),
    Page("table-seated", "matches:match", of_match("table"), ME),
    Page("table-owner", "matches:match", of_match("table"), CHINESE),
    Page("table-stranger", "matches:match", of_match("open")),
    Page("menu", "home", at("/"), ME, steps.open_menu),
    Page("rules", "rules:index", at("/rules/")),
    Page("bots", "bots", at("/bots/")),
    Page("tv", "tv:all", at("/tv/")),
    Page("tv-game", "tv:game", at("/tv/zombie_rummy/"), ME),
    Page("ladders", "ratings:index", at("/ladders/")),
    Page("ladders-rules", "ratings:rules", at("/ladders/rules/")),
    Page("ladder", "ratings:ladder", at("/ladders/deadline_99-survivor/")),
    # people and their accounts
    Page("person", "accounts:person", at(f"/people/{LONGEST}/"), ME),
    Page("person-stranger", "accounts:person", at(f"/people/{CHINESE}/")),
    Page("people", "people:index", at("/people/"), ME),
    Page("people-none", "people:index", at("/people/"), NEWCOMER),
    Page("person-newcomer", "accounts:person", at(f"/people/{NEWCOMER}/"), NEWCOMER),
    Page("person-report", "moderation:report", at(f"/people/{LONGEST}/report"), ME),
    Page("notices-none", "people:notices", at("/notices/"), NEWCOMER),
    Page("standing-muted", "moderation:standing", at("/accounts/standing/"), SILENCED),
    Page("versus-never", "versus", at(f"/people/{NEWCOMER}/against/{LONGEST}/"), NEWCOMER),
    Page("notices", "people:notices", at("/notices/"), ME),
    Page(
        "talk-report",
        "talk:report",
        of_match("deadline_99 turn", f"report/{LONGEST}/"),
        ME,
    ),
    Page("versus", "versus", at(f"/people/{ME}/against/{LONGEST}/"), ME),
    Page("profile", "accounts:profile", at("/accounts/profile/"), ME),
    Page("face", "faces:face", at("/accounts/face/"), ME),
    Page("preferences", "accounts:preferences", at("/accounts/preferences/"), ME),
    Page("mails", "accounts:mails", at("/accounts/mails/"), "", steps.ask_for_mail),
    Page("login", "account_login", at("/accounts/login/")),
    Page("login-refused", "account_login", at("/accounts/login/"), "", steps.log_in_wrongly),
    Page("logout", "account_logout", at("/accounts/logout/"), ME),
    Page("inactive", "account_inactive", at("/accounts/inactive/")),
    Page("signup", "account_signup", at("/accounts/signup/")),
    Page("signup-refused", "account_signup", at("/accounts/signup/"), "", steps.sign_up_wrongly),
    Page("confirm", "account_email_verification_sent", at("/accounts/signup/"), "", steps.sign_up),
    Page("reauthenticate", "account_reauthenticate", at("/accounts/reauthenticate/"), ME),
    Page("email", "account_email", at("/accounts/email/"), ME),
    Page("password-change", "account_change_password", at("/accounts/password/change/"), ME),
    Page("password-reset", "account_reset_password", at("/accounts/password/reset/")),
    Page(
        "password-reset-code",
        "account_confirm_password_reset_code",
        at("/accounts/password/reset/"),
        "",
        steps.ask_for_reset,
    ),
    Page(
        "password-reset-done",
        "account_password_reset_completed",
        at("/accounts/password/reset/done/"),
    ),
    Page("security", "mfa_index", at("/accounts/2fa/"), GUARDED),
    Page("security-unguarded", "mfa_index", at("/accounts/2fa/"), ME),
    Page("second-step", "mfa_authenticate", at("/accounts/login/"), "", steps.log_in_guarded),
    Page("app-activate", "mfa_activate_totp", at("/accounts/2fa/totp/activate/"), ME),
    Page("app-deactivate", "mfa_deactivate_totp", at("/accounts/2fa/totp/deactivate/"), GUARDED),
    Page("codes", "mfa_view_recovery_codes", at("/accounts/2fa/recovery-codes/"), GUARDED),
    Page(
        "codes-new",
        "mfa_generate_recovery_codes",
        at("/accounts/2fa/recovery-codes/generate/"),
        GUARDED,
    ),
    Page("passkeys", "mfa_list_webauthn", at("/accounts/2fa/webauthn/"), KEYED),
    Page("passkey-add", "mfa_add_webauthn", at("/accounts/2fa/webauthn/add/"), ME),
    Page(
        "passkey-edit",
        "mfa_edit_webauthn",
        lambda world: f"/accounts/2fa/webauthn/keys/{world.passkey}/edit/",
        KEYED,
    ),
    Page(
        "passkey-remove",
        "mfa_remove_webauthn",
        lambda world: f"/accounts/2fa/webauthn/keys/{world.passkey}/remove/",
        KEYED,
    ),
    Page("sessions", "usersessions_list", at("/accounts/sessions/"), ME),
    # replays
    Page("replays", "replays:list", at("/replays/"), ME),
    Page("replays-none", "replays:list", at("/replays/?player=nobody-of-this-name")),
    Page("replay-start", "replays:show", of_replay("deadline_99 over")),
    Page("replay-talk", "replays:show", of_replay("deadline_99 over", "?ply=9&as=all&open=1"), ME),
    Page(
        "replay-coach",
        "replays:show",
        of_replay("coached", "?ply=9&as=0&open=1"),
        ME,
        steps.open_coach,
    ),
    Page("puzzles", "puzzles:index", at("/puzzles/"), ME),
    Page("puzzles-stranger", "puzzles:index", at("/puzzles/")),
    *(
        Page(f"puzzle-{game}", "puzzles:show", _of_puzzle(game), ME)
        for game in all_rules()
        if game in SCENES
    ),
    Page(
        "puzzle-answered",
        "puzzles:show",
        _of_puzzle("deadline_99"),
        CHINESE,
        steps.answer_puzzle,
    ),
    Page("reads", "reading:index", at("/reads/"), ME),
    Page("reads-stranger", "reading:index", at("/reads/")),
    *(
        Page(f"read-{game}", "reading:show", of_read(f"{game} over"), LONGEST)
        for game in all_rules()
        if game in SCENES
    ),
    Page("read-answered", "reading:show", of_read("deadline_99 over", ply=12), ME),
    Page("study", "replays:study", of_study(), ME),
    Page("study-answers", "replays:chapter", of_study("?ply=12"), LONGEST),
    Page("study-task", "replays:chapter", of_study("?ply=20"), CHINESE),
    Page("study-task-stranger", "replays:chapter", of_study("?ply=20")),
    Page("study-edit", "replays:chapter", of_study("?ply=21#study-edit"), ME),
    Page("studies", "replays:studies", at("/replays/study/"), ME),
    Page("studies-none", "replays:studies", at("/replays/study/"), NEWCOMER),
    Page(
        "replay-luck",
        "replays:show",
        of_replay("coached", "?ply=9&as=0&open=1"),
        ME,
        steps.open_luck,
    ),
    Page("coach", "replays:coach", at("/replays/coach/"), ME),
    Page("coach-none", "replays:coach", at("/replays/coach/"), NEWCOMER),
    Page("replay-open", "replays:open", at("/replays/open/")),
    Page("replay-embed", "replays:embed", of_replay("proven", "embed/?ply=4")),
    Page("replay-proof", "replays:proof", of_replay("proven", "proof/")),
    Page(
        "replay-file",
        "replays:file",
        lambda world: f"/replays/file/{world.upload.digest}/?ply=20&as=2",
    ),
    Page(
        "replay-file-proof",
        "replays:file_proof",
        lambda world: f"/replays/file/{world.upload.digest}/proof/",
    ),
    # clubs
    Page("clubs", "clubs:list", at("/clubs/")),
    Page("clubs-none", "clubs:list", at("/clubs/?q=no-such-club")),
    Page("club-new", "clubs:new", at("/clubs/new/"), ME),
    Page("club", "clubs:home", of_club(), ME),
    Page("club-stranger", "clubs:home", of_club()),
    Page("club-members", "clubs:members", of_club("members/"), ME),
    Page("club-journal", "clubs:journal", of_club("journal/"), ME),
    Page("club-edit", "clubs:edit", of_club("edit/"), ME),
    Page("club-webhooks", "clubs:webhooks", of_club("webhooks/"), ME),
    Page("club-link", "clubs:join_by_link", lambda w: f"/clubs/join/{w.link.token}/", GUARDED),
    Page("club-crest", "clubs:crest", of_club("crest/"), ME),
    Page("club-ladders", "club_events:index", of_club("ladders/"), ME),
    Page("club-ladder", "club_events:ladder", of_club("ladders/deadline_99-survivor/"), ME),
    Page("club-talk", "rooms:room", of_room("club"), ME),
    Page("club-talk-member", "rooms:room", of_room("club"), CHINESE),
    Page("club-talk-earlier", "rooms:room", of_room("club", "?before=4"), ME),
    Page("club-talk-report", "rooms:report", of_room("club", "report/1/"), ME),
    Page("event-talk", "rooms:room", of_room("event"), LONGEST),
    Page("club-challenges", "challenges:index", of_club("challenges/"), ME),
    Page("club-challenges-new", "challenges:new", of_club("challenges/new/deadline_99/"), ME),
    Page("challenge-ladder", "challenges:ladder", of_challenges(), ME),
    Page("challenge-ladder-first", "challenges:ladder", of_challenges(), LONGEST),
    Page("challenge-ladder-stranger", "challenges:ladder", of_challenges()),
    Page(
        "challenge-ladder-history",
        "challenges:history",
        of_challenges("history/?on=2999-01-01"),
        ME,
    ),
    Page("challenge-ladder-settings", "challenges:settings", of_challenges("settings/"), ME),
    Page("club-course", "course:index", of_club("course/"), ME),
    Page("club-course-member", "course:index", of_club("course/"), CHINESE),
    Page("club-course-stranger", "course:index", of_club("course/")),
    Page("club-leagues", "leagues:index", of_club("leagues/"), ME),
    Page("club-leagues-new", "leagues:new", of_club("leagues/new/deadline_99/?evenings=1"), ME),
    Page("league", "leagues:league", of_league(), ME),
    Page("league-member", "leagues:league", of_league(), CHINESE),
    Page("league-stranger", "leagues:league", of_league()),
    Page("league-season", "leagues:season", of_league("seasons/1/"), ME),
    Page("league-plan", "leagues:plan", of_league("next/"), ME),
    Page("league-settings", "leagues:settings", of_league("settings/"), ME),
    *EVENTS,
    # reports, and what becomes of one's data
    Page("desk", "moderation:desk", at("/moderation/"), GUARDED),
    Page("desk-audit", "moderation:audit", at("/moderation/audit/"), GUARDED),
    Page("desk-case", "moderation:case", lambda w: f"/moderation/reports/{w.report.pk}/", GUARDED),
    Page("desk-pairs", "pairs:index", at("/moderation/pairs/"), GUARDED),
    Page(
        "desk-pair",
        "pairs:show",
        at(f"/moderation/pairs/{CHINESE}/{LONGEST}/"),
        GUARDED,
        steps.open_rates,
    ),
    Page("fairness", "fairness:report", at("/moderation/ratings/"), GUARDED),
    Page(
        "fairness-none",
        "fairness:report",
        at("/moderation/ratings/?ladder=zombie_rummy-standard&days=30"),
        GUARDED,
    ),
    Page("fairness-pair", "fairness:pair", _of_pair("/moderation/ratings"), GUARDED),
    Page(
        "fairness-preview", "", _of_pair("/moderation/ratings"), GUARDED, steps.preview_correction
    ),
    Page(
        "fairness-corrections",
        "fairness:corrections",
        at("/moderation/ratings/corrections/"),
        GUARDED,
    ),
    Page(
        "fairness-correction",
        "fairness:correction",
        lambda w: f"/moderation/ratings/corrections/{w.correction.pk}/",
        GUARDED,
    ),
    Page("club-fairness", "fairness:club", of_club("fairness/"), ME),
    Page(
        "club-fairness-pair",
        "fairness:club_pair",
        lambda w: _of_pair(f"/clubs/{w.club.slug}/fairness")(w),
        ME,
    ),
    # what went wrong
    Page("not-found", "", at("/no-such-page/"), ME, status=404),
    Page("match-not-found", "", at("/matches/nosuchcode/"), status=404),
    Page("gone", "", at("/"), "", steps.show_template("410.html", sentence=gettext_lazy(GONE))),
    Page("forbidden", "", at("/"), "", steps.show_template("403.html")),
    Page("forbidden-csrf", "", at("/"), "", steps.show_template("403_csrf.html")),
    Page("offline", "offline", at("/offline/")),
    Page("offline-kept", "offline", at("/offline/"), "", steps.keep_pages),
    Page("broken", "", at("/"), "", steps.show_template("500.html")),
    Page("unreadable", "", at("/"), "", steps.show_template("400.html")),
    Page("too-large", "", at("/"), "", steps.show_template("413.html")),
    Page("busy", "", at("/"), "", steps.show_template("503.html")),
    Page("refused", "", of_match("deadline_99 over"), ME, steps.post("sit"), status=None),
    Page("club-refused", "", of_club(), ME, steps.post("join"), status=None),
    Page("tournament-refused", "", of_event("over"), ME, steps.post("act"), status=None),
    Page("replay-refused", "", of_replay("proven"), ME, steps.post("moments/mark"), status=None),
)

NOT_PAGES = {
    "puzzles:daily": "leads on to a puzzle",
    "puzzles:next": "leads on to a puzzle",
    "puzzles:due": "leads on to a puzzle",
    "reading:next": "leads on to a position to read",
    "set_language": "a POST",
    "api:api-root": "the programs' interface has no page",
    "people:notice": "marks a notice as read and leads on",
    "tournaments:season_new": "a POST",
    "tournaments:clock": "a part of a match's page",
    "replays:frame": "a frame of replays-beside",
    "broadcasts:frame": "a frame of broadcast",
    "tournaments:arrive": "leads on to tournament-mine",
    "tournaments:door_key": "leads on to tournament-door",
    "account_set_password": "nobody here is without a password but by another way in",
    "account_confirm_login_code": "logging in by code is not offered",
    "account_complete_password_reset": "follows the code, and is the form of password-change",
    "mfa_reauthenticate": "the form of second-step",
    "mfa_reauthenticate_webauthn": "asks the device at once",
    "mfa_login_webauthn": "JSON for the device",
    "mfa_download_recovery_codes": "a text file",
}


def page_routes() -> set[str]:
    """Return the names of all routes that may be pages: those whose address ends in a slash.

    What ends otherwise is an action, a file or an answer for scripts; the admin is Django's.
    """
    return {name for name, path in _routes(get_resolver(), "") if not path or path.endswith("/")}


def _found() -> Iterator[Page]:
    """Yield pages that nobody has listed, as somebody sees them who is logged in."""
    listed = {page.route for page in LISTED} | set(NOT_PAGES)
    for name, path in _routes(get_resolver(), ""):
        if path.endswith("/") and "<" not in path and name not in listed:
            yield Page(name.replace(":", "-"), name, at(f"/{path}"), ME, status=None)


def _routes(resolver: object, prefix: str, space: str = "") -> Iterator[tuple[str, str]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", path
        elif entry.namespace != "admin":
            yield from _routes(entry, path, f"{entry.namespace}:" if entry.namespace else space)


PAGES = (*LISTED, *_found())
