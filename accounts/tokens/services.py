"""Creating, finding and withdrawing keys."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from accounts.locking import lock_person
from accounts.models import User
from accounts.refusals import CodedRefusal
from accounts.tokens.models import Token

PREFIX = "kibitz_"  # lets secret scanners find a published key
MOST = 20
USED_EVERY = timedelta(minutes=5)
SENTENCES = {"too_many_tokens": _("You have too many API keys. Revoke one first.")}


class TokenRefused(CodedRefusal):
    """A key that cannot be created."""

    sentences = SENTENCES


@transaction.atomic
def token_make(*, user: User, name: str, scope: str) -> str:
    """Create a key and return its text, which is shown only this once."""
    lock_person(user)
    if Token.objects.filter(user=user).count() >= MOST:
        raise TokenRefused("too_many_tokens")
    text = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(user=user, name=name, scope=scope, digest=_digest(text))
    return text


def token_withdraw(*, user: User, pk: int) -> None:
    """Withdraw one of a person's own keys; do nothing if it is gone."""
    Token.objects.filter(user=user, pk=pk).delete()


def token_withdraw_all(*, user: User) -> int:
    """Withdraw all of a person's keys, and return how many there were."""
    return Token.objects.filter(user=user).delete()[0]


def tokens_of(user: User) -> QuerySet[Token]:
    """Return a person's keys; their texts are not stored."""
    return Token.objects.filter(user=user)


def token_find(text: str) -> Token | None:
    """Return the key with this text if its owner is active, and record the use."""
    if not text.startswith(PREFIX) or len(text) > 100:
        return None
    wanted = Token.objects.filter(digest=_digest(text), user__is_active=True)
    found = wanted.select_related("user").first()
    if found is not None:
        stale = Q(used_at=None) | Q(used_at__lt=Now() - USED_EVERY)
        Token.objects.filter(stale, pk=found.pk).update(used_at=Now())
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
