"""What all refusals about people and clubs have in common: a code, and a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext


class CodedRefusal(Exception):
    """Something was asked that cannot be done; nothing has changed.

    `code` is one of `sentences`, `key` its sentence before translation.
    """

    sentences: ClassVar[Mapping[str, str]]

    def __init__(self, code: str) -> None:
        self.code = code
        self.key = self.sentences[code]
        super().__init__(code)

    @property
    def sentence(self) -> str:
        """Return why not, in the active language."""
        return gettext(self.key)
