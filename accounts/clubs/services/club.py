"""Founding a club, editing its page, posting news."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.clubs.crest import Crest
from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club, Membership, NewsItem
from accounts.clubs.refusals import refuse
from accounts.clubs.services.membership import club_hold_as_director, club_hold_as_owner
from accounts.locking import lock_person
from accounts.registry import Hook

RESERVED_SLUGS = {"new", "join"}
MOST_OWNED = 20

news_posted: Hook[[NewsItem], None] = Hook()
news_removed: Hook[[NewsItem], None] = Hook()
"""Both are called inside the transaction."""


@transaction.atomic
def club_found(*, founder: Any, **fields: Any) -> Club:
    """Found a club owned by `founder`; `fields` are those of its form."""
    lock_person(founder)
    owned = Membership.objects.filter(user=founder, role=Membership.Role.OWNER)
    if owned.count() >= MOST_OWNED:
        raise refuse("too_many")
    club = Club(**fields)
    club.slug = _free_slug(club)
    _save(club)
    Membership.objects.create(club=club, user=founder, role=Membership.Role.OWNER)
    journal_write(club=club, actor=founder, verb="founded")
    return club


def _free_slug(club: Club) -> str:
    """Return a slug for a club's name, with a few random letters if it is taken.

    A private club's slug always has them, so that nobody can guess it, or find it taken.
    """
    name = slugify(club.name, allow_unicode=True)[:30] or "club"
    slug = _with_letters(name) if club.is_private else name
    while slug in RESERVED_SLUGS or Club.objects.filter(slug=slug).exists():
        slug = _with_letters(name)
    return slug


def _with_letters(name: str) -> str:
    return f"{name}-{secrets.token_hex(3)}"


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise refuse("name_taken") from None


@transaction.atomic
def club_edit(*, club: Club, actor: Any, **fields: Any) -> Club:
    """Change a club's name, text, and who may see and join it; its URL stays."""
    club_hold_as_owner(club, actor)
    for key, value in fields.items():
        setattr(club, key, value)
    _save(club)
    journal_write(club=club, actor=actor, verb="edited")
    return club


@transaction.atomic
def club_crest(*, club: Club, actor: Any, crest: Crest) -> None:
    """Give the club a crest."""
    club_hold_as_director(club, actor)
    club.crest = " ".join(crest)
    club.save(update_fields=["crest"])
    journal_write(club=club, actor=actor, verb="crested")


@transaction.atomic
def news_post(*, club: Club, author: Any, title: str, text: str) -> NewsItem:
    """Put a notice on the club's page."""
    club_hold_as_director(club, author)
    item = NewsItem.objects.create(club=club, author=author, title=title, text=text)
    news_posted(item)
    journal_write(club=club, actor=author, verb="posted", about=title)
    return item


@transaction.atomic
def news_remove(*, club: Club, actor: Any, item_id: int) -> None:
    """Take a notice off the page."""
    club_hold_as_director(club, actor)
    item = NewsItem.objects.filter(club=club, pk=item_id).first()
    if item is None:
        raise refuse("no_such_news")
    news_removed(item)
    item.delete()
    journal_write(club=club, actor=actor, verb="unposted", about=item.title)
