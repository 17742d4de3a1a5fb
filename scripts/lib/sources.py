# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The state of the files that a long run speaks of, as a short hash: of the work tree, committed or not; and where ledgers of runs are."""

import hashlib
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = ROOT / os.environ.get("EVIDENCE", "build/evidence")


def shown(path):
    """A path as a message has it."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def write(path, text):
    """A file of the evidence, in a directory that may not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def hash_of(patterns):
    """Of names and contents of the files that match git's path specifications; a pattern without a file is an error."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--error-unmatch", "--", *patterns],
                            check=False, capture_output=True, text=True)
    names = sorted({name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()})
    if listed.returncode != 0 or not names:
        raise ValueError((listed.stderr.splitlines() or [f"no file matches {' '.join(patterns)}"])[0])
    total = hashlib.sha256()
    for name in names:
        total.update(name.encode() + b"\0" + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return total.hexdigest()[:12]


def with_headers(paths, public=True):
    """These C files and the headers of the tree that they include, and those in turn; public: of cmodel/include too."""
    found, left = set(), list(paths)
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        for name in re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            places = [path.parent, ROOT / "cmodel", *([ROOT / "cmodel/include"] if public else [])]
            left += [(place / name).resolve() for place in places if (place / name).is_file()]
    return sorted(found)
