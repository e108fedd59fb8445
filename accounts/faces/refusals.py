"""Refusals of faces: a code and a sentence each."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.refusals import CodedRefusal

SENTENCES = {
    "no_such_face": _("Choose one of the faces shown."),
    "no_picture": _("That file isn’t a picture. Choose a JPEG, PNG, WebP or GIF."),
    "too_large": _("That file is too large. Choose one of at most 8 MB."),
    "too_many_pixels": _("That picture is too large. Choose one of at most 25 megapixels."),
    "removed": _(
        "The moderators removed your last picture. You can choose a drawn face now, and upload a "
        "picture again 30 days after that."
    ),
    "too_many_today": _("You’ve uploaded many pictures today. Please wait until tomorrow."),
}


class PictureRefused(CodedRefusal):
    """A face or picture cannot be accepted."""

    sentences = SENTENCES
