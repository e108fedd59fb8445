"""Packs styles and scripts for browsers: fewer files, without comments and indents.

A storage for `collectstatic`. Before Django's own storage adds hashes to file names, it joins each
bundle of `config.scripts` into one file, inlines a style sheet's imports (one request instead of a
chain), and strips comments and indents: from scripts by rjsmin, which renames nothing; from style
sheets by its own code, since rcssmin drops the space in `ul :is(li)`.
A site that runs from its sources (`play`) does without.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import rjsmin
from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config import collected, scripts

IMPORT = re.compile(r'@import url\("([^"]+)"\) layer\(([\w-]+)\);')
CHARSET = re.compile(r'^@charset "[^"]+";')
COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)  # keeps licences
RELATIVE_URL = re.compile(r'url\("(?!data:|/|#)([^"]+)"\)')

Read = Callable[[str], str]


def flat_sheet(name: str, read: Read) -> str:
    """Return a style sheet with its imports inlined, each in its layer."""

    def imported(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        sheet = CHARSET.sub("", flat_sheet(target, read))
        return f"@layer {found[2]} {{\n{_moved(sheet, target, name)}\n}}"

    return IMPORT.sub(imported, read(name))


def _moved(sheet: str, source: str, target: str) -> str:
    """Return a sheet with its relative URLs adjusted to its new place."""

    def address(found: re.Match[str]) -> str:
        path = posixpath.join(posixpath.dirname(source), found[1])
        return f'url("{posixpath.relpath(path, posixpath.dirname(target))}")'

    return RELATIVE_URL.sub(address, sheet)


def packed_sheet(name: str, read: Read) -> str:
    """Return a style sheet, packed."""
    lines = COMMENT.sub("", flat_sheet(name, read)).splitlines()
    return "\n".join(filter(None, map(str.strip, lines)))


def packed_script(name: str, read: Read) -> str:
    """Return a script, packed unless it is minified already."""
    source = read(name)
    return source if name.endswith(".min.js") else rjsmin.jsmin(source)


def packed_bundle(name: str, read: Read) -> str:
    """Return the scripts of a bundle, packed and joined."""
    return ";\n".join(packed_script(part, read) for part in scripts.bundle_parts(name))


class PackedStorage(CompressedManifestStaticFilesStorage):
    """Packed, hashed and compressed static files."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Pack our files, then hand over to the parent storages."""
        if not dry_run:
            paths = {**paths, **{name: (self, name) for name in self._pack(paths)}}
        yield from super().post_process(paths, dry_run=dry_run, **options)
        if not dry_run:
            self._put(collected.FILE, collected.fingerprint())

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress hashed names only: nothing requests a file by its plain name."""
        yield from super().compress_files(set(paths) & set(self.hashed_files.values()))

    def _pack(self, paths: dict[str, Any]) -> Iterator[str]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        packers = {".css": packed_sheet, ".js": packed_script}
        for name, (storage, _path) in paths.items():
            packed = packers.get(posixpath.splitext(name)[1])
            if packed and storage.location in map(str, settings.STATICFILES_DIRS):
                yield self._put(name, packed(name, read))
        for bundle in scripts.bundle_names():
            yield self._put(scripts.bundle_file(bundle), packed_bundle(bundle, read))

    def _put(self, name: str, text: str) -> str:
        self.delete(name)
        return str(self._save(name, ContentFile(text.encode())))
