"""The base of all refusals about people and clubs: a code, and a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext


class CodedRefusal(Exception):
    """A request was refused; nothing has changed.

    `code` is a key of `sentences`, `key` its sentence before translation, which `told` fills.
    """

    sentences: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **told: Any) -> None:
        self.code, self.told = code, told
        self.key = self.sentences[code]
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """Return the reason, in the active language."""
        return gettext(self.key) % self.told if self.told else gettext(self.key)
