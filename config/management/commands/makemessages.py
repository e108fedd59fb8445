"""`makemessages` that also reads fragments (`.jinja`)."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages

from config.catalogue import calls_of


class BuildFile(makemessages.BuildFile):
    """A source prepared for gettext: a fragment is reduced to its translation calls."""

    def preprocess(self) -> None:
        """Write the file that gettext reads instead of the source."""
        if not self.path.endswith(".jinja"):
            super().preprocess()
            return
        source = Path(self.path).read_text("utf-8")
        Path(self.work_path).write_text(calls_of(source), "utf-8")


class Command(makemessages.Command):
    """Django's own command, with fragments."""

    build_file_class = BuildFile
