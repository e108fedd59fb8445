"""Programs in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable


def printed(program: str, *, hash_seeds: Iterable[int]) -> set[str]:
    """Return what a Python program prints under each of the seeds that order its sets."""
    path = ":".join(sys.path)
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": path},
        ).stdout
        for seed in hash_seeds
    }
