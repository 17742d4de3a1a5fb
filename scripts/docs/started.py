#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Do what README.md (its first block), docs/getting-started.md and docs/driver.md say, each in one shell: every
command must succeed and print what the page shows.

A block `console` holds commands after `$ ` and their output; a block of another language is saved
under the name that the text before it gives (`build/start/NAME`).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "docs/getting-started.md", ROOT / "docs/driver.md"]
HOME = ROOT / "build/start"
BLOCK = re.compile(r"```(\w+)\n(.*?)```\n", re.S)
NAME = re.compile(r"`(build/start/[\w.]+)`:\s*$")
MARK = "--- end of command"
LAST = 5  # lines of a log into which a command has written what is wrong


def steps(page):
    """Files to write and commands to run, in the page's order."""
    text, position = page.read_text(encoding="utf-8"), 0
    for found in BLOCK.finditer(text):
        before, position = text[position : found.start()], found.end()
        if found.group(1) != "console":
            name = NAME.search(before)
            if not name:
                sys.exit(f"{page.name}: a block {found.group(1)} has no file name before it")
            yield "file", name.group(1), found.group(2)
            continue
        for command in re.split(r"^\$ ", found.group(2), flags=re.M)[1:]:
            line, _, output = command.partition("\n")
            yield "command", line, output


def follow(page):
    """The number of commands that did what the page says; None, and a message, when one did not."""
    # Not a child of the make that may have called this.
    env = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    env["XDG_CACHE_HOME"] = env["XDG_DATA_HOME"] = str(ROOT / "build/cache")  # FuseSoC's
    shell = subprocess.Popen(["bash"], cwd=ROOT, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
    commands = 0
    for kind, what, text in steps(page):
        if kind == "file":
            (ROOT / what).write_text(text, encoding="utf-8")
            continue
        shell.stdin.write(f"{what}\necho \"{MARK} $?\"\n")
        shell.stdin.flush()
        said, status = [], None
        for line in shell.stdout:
            output, mark, rest = line.partition(MARK)
            said.append(output)
            if mark:
                status = rest.strip()
                break
        if status != "0":
            ended = "the shell itself" if status is None else f"with {status}"
            log = re.search(r">(\S+) 2>&1", what)
            if log and (ROOT / log[1]).exists():
                said += (ROOT / log[1]).read_text(encoding="utf-8").splitlines(keepends=True)[-LAST:]
            print(f"{page.name}: `{what}` ended {ended} and printed\n{''.join(said)}", end="", file=sys.stderr)
            return None
        if "".join(said) != text:
            print(f"{page.name}: `{what}` prints\n{''.join(said)}the page shows\n{text}", end="", file=sys.stderr)
            return None
        commands += 1
    shell.stdin.close()
    shell.wait()
    print(f"{page.stem}: {commands} commands succeed and print what the page shows")
    return commands


def main():
    shutil.rmtree(HOME, ignore_errors=True)
    return 0 if all(follow(page) for page in PAGES) else 1


if __name__ == "__main__":
    sys.exit(main())
