"""What is counted and drawn for a while: in the process, or in Redis. Must not import Django."""

from __future__ import annotations

from typing import Any

# What is counted must not be pushed out by what is drawn, nor by what anybody can add in minutes.
MOST = {"default": 100_000, "pictures": 300}


def memory_caches() -> dict[str, Any]:
    """For a single process."""
    return {
        name: {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": most},
        }
        for name, most in MOST.items()
    }


def redis_caches(url: str) -> dict[str, Any]:
    """For several: one for all, in which everything ends by itself; so many while it is away."""
    return {
        name: {
            "BACKEND": "config.sturdy_cache.SturdyRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": name,
            "max_entries": most,
        }
        for name, most in MOST.items()
    }
