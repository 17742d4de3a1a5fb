# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Whose turn it is: what `make test` takes of a long list, all of which the release gate runs.

An entry is taken if a file that decides about it differs from the commit before the last (SINCE=REV in the environment: from
REV), or if the last commit's hash draws it, one of ten. Who is drawn changes with every commit, and can be told again of each.
"""

import functools
import hashlib
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ONE_OF = 10
BINDS = "rvt_check_bind"
COMMENT = re.compile(r"//.*|/\*.*?\*/|(?<!`include )\"[^\"\n]*\"")  # and text, which names modules too


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=False, capture_output=True, text=True).stdout


def changed(since):
    """Files of the work tree, committed or not, that differ from a commit; none where there is no history."""
    return set((git("diff", "--name-only", since, "--") + git("ls-files", "--others", "--exclude-standard")).split("\n")) - {""}


def of(kind, entries, parts=lambda since: set()):
    """Names of the entries, name -> files that decide about it, or parts of one that differ from a commit, whose turn it is."""
    since, commit = os.environ.get("SINCE") or "HEAD~1", git("rev-parse", "HEAD").strip()
    files = changed(since) | parts(since)

    def drawn(name):
        return int(hashlib.sha256(f"{commit} {kind} {name}".encode()).hexdigest(), 16) % ONE_OF

    taken = [name for name, reads in entries.items() if files & set(reads) or drawn(name) == 0]
    return taken or sorted(entries, key=drawn)[:1]


@functools.cache
def modules():
    """Name of each file of RTL, bench and proofs -> (its path, names of those that it reads; a module reads what is bound to it)."""
    paths = {p.stem: p for folder in ("rtl", "tb/rtl", "tb/formal") for p in (ROOT / folder).rglob("*.sv*")}
    texts = {name: COMMENT.sub("", path.read_text(encoding="utf-8")) for name, path in paths.items()}
    read = {name: set(re.findall(r"\brvt_\w+", text)) for name, text in texts.items()}
    read[BINDS] = set()
    for module, checker in re.findall(r"^bind (\w+) (\w+)", texts[BINDS], re.M):
        read[module] |= {checker, BINDS}
    return {name: (str(paths[name].relative_to(ROOT)), (names & texts.keys()) - {name}) for name, names in read.items()}


def below(top):
    """A module and all that it reads, by name."""
    found, waiting = set(), [top]
    while waiting:
        module = waiting.pop()
        if module not in found and module in modules():
            found.add(module)
            waiting += modules()[module][1]
    return found


def sources(top):
    """Files of a module and of all that it reads."""
    return {modules()[name][0] for name in below(top)}
