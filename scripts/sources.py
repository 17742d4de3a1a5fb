# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The state of the files that a long run speaks of, as a short hash: of the work tree, committed or not."""

import hashlib
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def hash_of(patterns):
    """Of names and contents of the files that match git's path specifications; a pattern without a file is an error."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
                            check=True, capture_output=True, text=True).stdout
    names = sorted({name for name in listed.split("\0") if name and (ROOT / name).is_file()})
    if not names:
        raise ValueError(f"no file matches {' '.join(patterns)}")
    total = hashlib.sha256()
    for name in names:
        total.update(name.encode() + b"\0" + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return total.hexdigest()[:12]
