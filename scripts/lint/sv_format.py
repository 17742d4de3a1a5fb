#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Format SystemVerilog with Verible, but leave macro calls of several lines as they were written.

Verible joins the lines of a macro's argument, however long; an assertion is laid out by hand. Such
a call is replaced by a short one while Verible runs.

usage: sv_format.py [--check] VERIBLE_FORMAT FILE...
"""

import re
import subprocess
import sys
from pathlib import Path

FLAGS = Path(__file__).with_name("verible-format.flags")
CALL = re.compile(r"^([ ]*)(`[A-Z]\w*\()", re.M)


def call_end(text, start):
    """Position after the parenthesis that closes the one before `start`."""
    depth = 1
    for found in re.finditer(r'"(?:\\.|[^"\\])*"|//[^\n]*|[()]', text[start:]):
        depth += {"(": 1, ")": -1}.get(found.group(0), 0)
        if depth == 0:
            return start + found.end()
    return None


def hide(text):
    """Text with the long calls replaced, and the calls with their indentation."""
    calls, out, position = [], [], 0
    for found in CALL.finditer(text):
        end = call_end(text, found.end())
        if found.start() < position or end is None or "\n" not in text[found.start() : end]:
            continue
        out += [text[position : found.start(2)], f"`HELD_CALL({len(calls)})"]
        calls.append((len(found.group(1)), text[found.start(2) : end]))
        position = end
    return "".join(out) + text[position:], calls


def show(text, calls):
    """The calls back in place, shifted by as much as their first lines were."""

    def put(found):
        indent, call = calls[int(found.group(2))]
        shift = len(found.group(1)) - indent
        first, *rest = call.split("\n")
        moved = [" " * (len(r) - len(r.lstrip()) + shift) + r.lstrip() for r in rest]
        return found.group(1) + "\n".join([first] + moved)

    return re.sub(r"^([ ]*)`HELD_CALL\((\d+)\)", put, text, flags=re.M)


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    verible, *names = arguments[check:]
    failed = 0
    for name in names:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        hidden, calls = hide(text)
        run = subprocess.run(
            [verible, "--flagfile", str(FLAGS), "-"],
            input=hidden, capture_output=True, text=True, check=False,
        )
        if run.returncode != 0:
            print(f"{name}: {run.stderr.strip()}", file=sys.stderr)
            failed += 1
            continue
        formatted = show(run.stdout, calls)
        if formatted == text:
            continue
        if check:
            print(f"{name}: not formatted", file=sys.stderr)
            failed += 1
        else:
            path.write_text(formatted, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
