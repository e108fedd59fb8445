"""`manage.py translations`: brings the message catalogues up to date, and compiles them.

Needs gettext (developers only). Standard library only.
"""

from __future__ import annotations

LOCALES = ("zh_Hant", "zh_Hans")
IGNORED = (".venv", ".local", "staticfiles", "tests", "bench", "node_modules", "deploy")


def extraction_arguments() -> list[str]:
    """Return the arguments of makemessages, the same for everybody and for the test."""
    arguments = ["--no-location", "--no-obsolete", "--no-wrap"]
    for locale in LOCALES:
        arguments += ["-l", locale]
    for folder in IGNORED:
        arguments += ["-i", folder]
    return arguments
