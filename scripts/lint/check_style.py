#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Check what no compiler checks: file sizes, headers, forbidden text, what lies at the top.

Looks at the files git knows of, or at the files named on the command line.
"""

import re
import subprocess
import sys
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parents[2]

# Most lines a file may have. A longer one is split along the data path.
BUDGET = {".sv": 400, ".svh": 400, ".c": 600, ".h": 600, ".cpp": 600, ".cc": 600, ".py": 400}

COMMENTED = {".sv", ".svh", ".vlt", ".c", ".h", ".cpp", ".cc", ".py", ".sh", ".mk", ".core", ".ys",
             ".rdl"}
COMMENTED_NAMES = {"Makefile", "run"}
COPYRIGHT = "Copyright 2026 rvtrace contributors"
LICENSE = "SPDX-License-Identifier: Apache-2.0"

TOP = set(
    "rtl cmodel tb sim scripts constraints docs .ci Makefile fusesoc.core Bender.yml README.md CHANGELOG.md"
    " CONTRIBUTING.md LICENSE .gitignore .gitattributes .editorconfig .clang-format".split()
)

# Written in halves, so that this file passes its own check.
FORBIDDEN = [
    (r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b", "unfinished work belongs in no file"),
    (r"(?<![\w.])/(wo" r"rk|ro" r"ot|ho" r"me|far" r"m|mnt)/", "a path of one machine"),
    (r"\b(py" r"pi\.org|python" r"hosted|registry\.np" r"mjs|crates\.io|proxy\.go" r"lang"
     r"|repo1\.ma" r"ven|deb\.deb" r"ian\.org)", "a registry's host name"),
    (r"`(ifdef(?! RVT_(HART_)?CHECKERS$)|ifndef|elsif)\b", "conditional compilation belongs in the assertion header"),
]
IFDEF_RULE = len(FORBIDDEN) - 1


def known_files():
    out = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    return [name for name in out.split("\0") if name and (ROOT / name).is_file()]


def is_rtl(name):
    return name.startswith("rtl/") and not name.endswith(".svh")


def check(name, text):
    """What is wrong with one file, as lines to print."""
    path = PurePath(name)
    lines = text.splitlines()
    if path.parts[0] not in TOP:
        yield f"{name}:1: nothing of this name belongs at the top of the tree"
    limit = BUDGET.get(path.suffix)
    if limit and len(lines) > limit:
        yield f"{name}:{len(lines)}: {len(lines)} lines, the budget is {limit}"
    if path.suffix in COMMENTED or path.name in COMMENTED_NAMES:
        head = "\n".join(lines[:4])
        if COPYRIGHT not in head or LICENSE not in head:
            yield f"{name}:1: the first lines lack '{COPYRIGHT}' or '{LICENSE}'"
    if text and not text.endswith("\n"):
        yield f"{name}:{len(lines)}: no newline at the end"
    for number, line in enumerate(lines, start=1):
        for index, (pattern, why) in enumerate(FORBIDDEN):
            if index == IFDEF_RULE and not is_rtl(name):
                continue
            found = re.search(pattern, line)
            if found:
                yield f"{name}:{number}: {found.group(0)!r}: {why}"
        if line != line.rstrip():
            yield f"{name}:{number}: blank at the end of the line"
        if "\t" in line and path.suffix in BUDGET:
            yield f"{name}:{number}: tab"


def main():
    names = sys.argv[1:] or known_files()
    faults, count = [], 0
    for name in names:
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count += 1
        faults += check(name, text)
    for fault in faults:
        print(fault, file=sys.stderr)
    if count == 0:
        print("style: found no file to look at", file=sys.stderr)
    if faults or count == 0:
        return 1
    print(f"style: {count} files keep their budgets, headers and words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
