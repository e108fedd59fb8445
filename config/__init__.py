"""The site's settings, addresses and entry points, and what runs it.

Loaded by whatever Python starts `manage.py`, so it holds nothing that an old one cannot parse.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
