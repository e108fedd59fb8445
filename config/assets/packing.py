"""Packs styles and scripts for browsers: fewer files, without comments and indents.

A storage for `collectstatic`. Before Django's own storage adds hashes to file names, it joins each
bundle into one file, inlines a style sheet's imports (one request instead of a chain), and strips
comments and indents: from scripts by rjsmin, which renames nothing; from style sheets by its own
code, since rcssmin drops the space in `ul :is(li)`.
A site that runs from its sources (`play`) does without.

It also stores a fingerprint of all sources, which `serve` recomputes (some 3 MB, a hundredth of a
second): a half-updated site would show its new pages with old styles.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import rjsmin
from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.assets import bundles

IMPORT = re.compile(r'@import url\("([^"]+)"\) layer\(([\w-]+)\);')
CHARSET = re.compile(r'^@charset "[^"]+";')
COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)  # keeps licences
RELATIVE_URL = re.compile(r'url\("(?!data:|/|#)([^"]+)"\)')

FINGERPRINT_FILE = "fingerprint.txt"
"""The fingerprint's name in STATIC_ROOT."""
PACKERS = ("packing.py", "bundles.py")
"""Modules of this folder that transform the static files."""

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
    return ";\n".join(packed_script(part, read) for part in bundles.bundle_parts(name))


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
            self._put(FINGERPRINT_FILE, fingerprint())

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
        for bundle in bundles.bundle_names():
            yield self._put(bundles.bundle_file(bundle), packed_bundle(bundle, read))

    def _put(self, name: str, text: str) -> str:
        self.delete(name)
        return str(self._save(name, ContentFile(text.encode())))


def is_up_to_date() -> bool:
    """Tell whether the collected files were made from the current sources."""
    stored = Path(settings.STATIC_ROOT) / FINGERPRINT_FILE
    return stored.exists() and stored.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of all files that collectstatic collects, their names, and the packing code."""
    digest = hashlib.sha256()
    for name in PACKERS:
        _add(digest, name, Path(__file__).with_name(name).read_bytes())
    for finder in get_finders():
        listed = finder.list(StaticFilesConfig.ignore_patterns)
        for name, storage in sorted(listed, key=itemgetter(0)):
            with storage.open(name) as file:
                _add(digest, name, file.read())
    return digest.hexdigest()


def _add(digest: hashlib._Hash, name: str, data: bytes) -> None:
    digest.update(f"{name}\0{len(data)}\0".encode() + data)
