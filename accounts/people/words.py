"""Sentences that notices keep as keys. English; the reader's language is put in when shown."""

from __future__ import annotations

from django.utils.translation import gettext_noop

FOLLOWS_YOU = gettext_noop("%(name)s follows you now.")
