"""Serves collected static files, including those added since the process started.

During a rolling restart, a page from a new process may request the new version's styles and scripts
from an old process.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise with its list from start-up; looks in the folder for files not on that list."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if not self.autorefresh:
            self.directories.append((f"{self.static_root}/", self.static_prefix))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a static file, or pass the request on."""
        if not self.autorefresh:
            self._look_for(request.path_info)
        answer: HttpResponse = super().__call__(request)
        return answer

    def _look_for(self, address: str) -> None:
        if address.startswith(self.static_prefix) and address not in self.files:
            found = self.find_file(address)
            if found is not None:
                self.files[address] = found
