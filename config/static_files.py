"""Static files as collectstatic left them, also those that it has put there since we started.

While one process after the other is restarted, a page of the new one asks the old one for the
styles and scripts of the new version.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Answers by the list made at the start, and looks into the folder for what is not on it."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if not self.autorefresh:
            self.directories.append((f"{self.static_root}/", self.static_prefix))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a file, or go on with what is none."""
        if not self.autorefresh:
            self._look_for(request.path_info)
        answer: HttpResponse = super().__call__(request)
        return answer

    def _look_for(self, address: str) -> None:
        if address.startswith(self.static_prefix) and address not in self.files:
            found = self.find_file(address)
            if found is not None:
                self.files[address] = found
