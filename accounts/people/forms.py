"""What people write about each other."""

from __future__ import annotations

from django import forms

from accounts.people.models import Note


class NoteForm(forms.ModelForm):
    """A private note; empty for none."""

    class Meta:
        model = Note
        fields = ("text",)
