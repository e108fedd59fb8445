"""Brings `locale/` up to date with the source, then compiles it."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext, override, to_language

from games.registry import all_rules

LOCALES = ("zh_Hant", "zh_Hans")
ENGLISH = "en"  # hand-written overrides of packages' messages; nothing is collected
IGNORED = (".venv", ".local", "staticfiles", "tests", "bench", "node_modules", "deploy")


def extraction_arguments() -> list[str]:
    """Return the arguments of makemessages; a test compares the catalogues by them."""
    arguments = ["--no-location", "--no-obsolete", "--no-wrap", "-e", "html,txt,py,jinja"]
    for locale in LOCALES:
        arguments += ["-l", locale]
    for folder in IGNORED:
        arguments += ["-i", folder]
    return arguments


def untranslated_games(locale: str) -> list[str]:
    """Return the games whose title is not translated: new ones, whose words may all wait."""
    with override(to_language(locale)):
        metas = [rules.meta for rules in all_rules().values()]
        return [meta.key for meta in metas if gettext(meta.title) == meta.title]


class Command(BaseCommand):
    """Collect, then compile."""

    help = "Collect all messages into locale/ and compile the catalogues (needs gettext)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Update `locale/` and nothing else."""
        call_command("makemessages", *extraction_arguments())
        call_command(
            "compilemessages", "--ignore=.venv", *[f"-l{locale}" for locale in (ENGLISH, *LOCALES)]
        )
        for locale in LOCALES:
            for game in untranslated_games(locale):
                self.stderr.write(f"Warning: {game} is not translated into {locale} yet.")
