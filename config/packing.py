"""What browsers are sent of our styles and scripts: fewer files, without comments and indents.

A storage for `collectstatic`: before Django's own gives every file its hashed name, each bundle of
`config.scripts` is put into one file, the sheets that a sheet imports are put into it (one request
instead of a chain of them), and comments and indents are left out: of scripts by rjsmin, which
renames nothing; of sheets here, since rcssmin takes the space out of `ul :is(li)`.
Where the site runs from its sources (`play`), nothing of this happens.
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
COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)  # not a licence
RELATIVE_URL = re.compile(r'url\("(?!data:|/|#)([^"]+)"\)')

Read = Callable[[str], str]


def flat_sheet(name: str, read: Read) -> str:
    """Return a style sheet with what it imports in the place of the imports, in the same layers."""

    def imported(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        sheet = CHARSET.sub("", flat_sheet(target, read))
        return f"@layer {found[2]} {{\n{_moved(sheet, target, name)}\n}}"

    return IMPORT.sub(imported, read(name))


def _moved(sheet: str, source: str, target: str) -> str:
    """Return a sheet whose relative addresses hold from where it is moved to."""

    def address(found: re.Match[str]) -> str:
        path = posixpath.join(posixpath.dirname(source), found[1])
        return f'url("{posixpath.relpath(path, posixpath.dirname(target))}")'

    return RELATIVE_URL.sub(address, sheet)


def packed_sheet(name: str, read: Read) -> str:
    """Return a style sheet as it is sent."""
    lines = COMMENT.sub("", flat_sheet(name, read)).splitlines()
    return "\n".join(filter(None, map(str.strip, lines)))


def packed_script(name: str, read: Read) -> str:
    """Return a script as it is sent; what comes minified stays as it is."""
    source = read(name)
    return source if name.endswith(".min.js") else rjsmin.jsmin(source)


def packed_bundle(name: str, read: Read) -> str:
    """Return the scripts of a bundle as one."""
    return ";\n".join(packed_script(part, read) for part in scripts.bundle_parts(name))


class PackedStorage(CompressedManifestStaticFilesStorage):
    """Packed, hashed and compressed static files."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Pack what is ours, then do what the storages above do with it."""
        if not dry_run:
            paths = {**paths, **{name: (self, name) for name in self._pack(paths)}}
        yield from super().post_process(paths, dry_run=dry_run, **options)
        if not dry_run:
            self._put(collected.FILE, collected.fingerprint())

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress what pages name: nobody asks for a file by its name without a hash."""
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
