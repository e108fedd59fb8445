"""The Django app `games.tournaments`."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events that clubs run."""

    name = "games.tournaments"
    verbose_name = _("Tournaments")
    periodic = [
        ("games.tournaments.services.results.sweep_tournaments", 1.0),
        ("games.tournaments.services.reminders.reminders_send", 60.0),
        ("games.tournaments.services.arena.sweep_arenas", 5.0),
    ]
    demo = "games.tournaments.demo.events_steps"
    leaving = "games.tournaments.leaving.leaves"
    barring = "games.tournaments.leaving.is_barred"
    profile = "games.tournaments.profile.panel"

    def ready(self) -> None:
        """Connect the signals of matches and clubs."""
        from accounts.clubs.signals import membership_changed
        from games.matches.signals import match_finished, seats_changing
        from games.tournaments.leaving import leaves_club
        from games.tournaments.receivers import seats_keep
        from games.tournaments.services.results import result_note

        match_finished.connect(result_note, dispatch_uid="tournament_result")
        membership_changed.connect(leaves_club, dispatch_uid="tournament_members")
        seats_changing.connect(seats_keep, dispatch_uid="tournament_seats")
