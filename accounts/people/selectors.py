"""Reads ties, presence and notices; every answer is for one reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.clubs.models import Membership
from accounts.models import User
from accounts.people.models import Note, Notice, Presence, Tie
from accounts.people.words import ANNOUNCEMENT

HERE_FOR = timedelta(seconds=70)
"""Every process renews the presence of its open pages every 25 seconds."""
PINNED_FOR = timedelta(days=1)


def tied(owner: User | AnonymousUser, kind: str) -> QuerySet[User]:
    """Return the people whom `owner` follows, mutes or blocks, by name."""
    if not isinstance(owner, User):
        return User.objects.none()
    return User.objects.filter(ties_to__owner=owner, ties_to__kind=kind, is_active=True).order_by(
        "username"
    )


def ties_between(owner: User, other: User) -> set[str]:
    """Return the kinds of ties that `owner` has to `other`."""
    return set(Tie.objects.filter(owner=owner, other=other).values_list("kind", flat=True))


def ties_to(owner: User, people: Collection[int]) -> set[tuple[int, str]]:
    """Return the kinds and ids of `owner`'s ties to those of `people` whose account is active."""
    ties = Tie.objects.filter(owner=owner, other__in=people, other__is_active=True)
    return set(ties.values_list("other_id", "kind"))


def note_about(owner: User, person: User) -> str:
    """Return `owner`'s note about a person, or ""."""
    note = Note.objects.filter(owner=owner, about=person).first()
    return "" if note is None else note.text


def is_blocked(one: User, other: User) -> bool:
    """Tell whether one of the two has blocked the other."""
    between = Q(owner=one, other=other) | Q(owner=other, other=one)
    return Tie.objects.filter(between, kind=Tie.Kind.BLOCK).exists()


def unheard_by(reader: User | AnonymousUser) -> set[int]:
    """Return the ids of people whose words `reader` is not shown: muted, or blocked either way."""
    if not isinstance(reader, User):
        return set()
    muted = Tie.objects.filter(owner=reader, kind=Tie.Kind.MUTE)
    return {*muted.values_list("other_id", flat=True), *kept_from(reader)}


def kept_from(person: User) -> set[int]:
    """Return the ids of people with a block between them and `person`, either way."""
    own = Tie.objects.filter(owner=person, kind=Tie.Kind.BLOCK)
    back = Tie.objects.filter(other=person, kind=Tie.Kind.BLOCK)
    return {*own.values_list("other_id", flat=True), *back.values_list("owner_id", flat=True)}


def people_here(reader: User) -> QuerySet[User]:
    """Return the others whose presence `reader` may see, by name."""
    follows_reader = Tie.objects.filter(owner=OuterRef("pk"), other=reader, kind=Tie.Kind.FOLLOW)
    blocks = Tie.objects.filter(
        Q(owner=OuterRef("pk"), other=reader) | Q(owner=reader, other=OuterRef("pk")),
        kind=Tie.Kind.BLOCK,
    )
    shown = Q(presence__shown_to=Presence.ShownTo.EVERYBODY) | Q(
        Exists(follows_reader), presence__shown_to=Presence.ShownTo.FOLLOWED
    )
    here = User.objects.filter(
        shown,
        ~Exists(blocks),
        presence__seen_at__gt=Now() - HERE_FOR,
        is_active=True,
        is_guest=False,
    )
    return here.exclude(pk=reader.pk).order_by("username")


def hearers_of(seeker: User) -> QuerySet[User]:
    """Return people online to tell that `seeker` looks for players: followers and clubmates.

    They have asked for it, may see that `seeker` is online, and don't mute or block them.
    """
    follows = Tie.objects.filter(owner=OuterRef("pk"), other=seeker, kind=Tie.Kind.FOLLOW)
    clubs = Membership.objects.filter(user=seeker).values("club")
    clubmates = Membership.objects.filter(user=OuterRef("pk"), club__in=clubs)
    unheard = Tie.objects.filter(owner=OuterRef("pk"), other=seeker, kind=Tie.Kind.MUTE)
    found = User.objects.filter(
        Exists(follows) | Exists(clubmates),
        ~Exists(unheard),
        preferences__hear_searches=True,
        presence__seen_at__gt=Now() - HERE_FOR,
        is_active=True,
    ).exclude(pk__in={seeker.pk, *kept_from(seeker)})
    shown_to = presence_of(seeker).shown_to
    if shown_to == Presence.ShownTo.FOLLOWED:
        return found.filter(ties_to__owner=seeker, ties_to__kind=Tie.Kind.FOLLOW)
    return found.none() if shown_to == Presence.ShownTo.NOBODY else found


def here_among(reader: User, people: Iterable[User]) -> set[int]:
    """Return the ids of those of `people` whose presence `reader` may see."""
    return set(
        people_here(reader).filter(pk__in=[one.pk for one in people]).values_list("pk", flat=True)
    )


def presence_of(user: User) -> Presence:
    """Return the setting of who may see a person's presence; by default an unsaved one."""
    return Presence.objects.filter(user=user).first() or Presence(user=user)


def unread_count(user: User | AnonymousUser) -> int:
    """Return the number of a person's unread notices."""
    if not isinstance(user, User):
        return 0
    return Notice.objects.filter(user=user, read_at__isnull=True).count()


def pinned_notice(user: User | AnonymousUser) -> Notice | None:
    """Return a person's newest unread announcement, to pin at their table."""
    return pinned_notices({user.pk}).get(user.pk) if isinstance(user, User) else None


def pinned_notices(people: Collection[int]) -> dict[int, Notice]:
    """Return the `pinned_notice` of each person who has one, in one statement.

    An announcement older than a day shows in the bell only.
    """
    since = Now() - PINNED_FOR
    unread = Notice.objects.filter(user__in=people, kind=ANNOUNCEMENT, read_at=None)
    newest = unread.filter(created_at__gt=since).order_by("user", "-created_at", "-pk")
    return {notice.user_id: notice for notice in newest.distinct("user")}


def notices_of(user: User) -> QuerySet[Notice]:
    """Return a person's notices, newest first."""
    return Notice.objects.filter(user=user).order_by("-created_at", "-pk")


def newest_unread(user: User, pk: int) -> Notice | None:
    """Return a person's unread notice, or None if it was read or withdrawn meanwhile."""
    return Notice.objects.filter(user=user, pk=pk, read_at__isnull=True).first()
