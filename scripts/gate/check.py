#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run the tests that concern what changed; `make check`.

    check.py [REV]      what differs from REV, by default from the last commit
    check.py --list     ... name the tests only

Before a commit, in two minutes; `make test` has all of them. What changed decides:

    cmodel/, docs/examples    unit tests, and those of the command line
    rtl/, its models, tb/     the cheapest lines of the regression whose build has the unit, its proofs
    scripts/, registers       the tests of scripts/tests that name the file
    anything                  style, format, documents, layers, planted faults that still fit
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts"), str(ROOT / "scripts/formal"), str(ROOT / "scripts/faults"), str(ROOT / "scripts/sim")]
from formal import parse_line as parse_proof  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
from sim import read_list  # noqa: E402  pylint: disable=wrong-import-position

LINES, PROOFS, CLOCKS = 2, 2, 2_000_000  # of each unit at most; lines with more clocks only where there is no other
COMMON = {"enc-rv32"}  # for what every build reads


def changed(rev):
    tracked = subprocess.run(["git", "diff", "--name-only", rev], check=True, capture_output=True, text=True).stdout
    others = subprocess.run(["git", "ls-files", "--others", "--exclude-standard"], check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in (tracked + others).split()]


def references():
    """Module -> modules that its text names, by the names of their files."""
    files = {p.stem: p for folder in ("rtl", "tb/rtl") for p in Path(folder).rglob("*.sv")}
    texts = {name: set(re.findall(r"\brvt_\w+", path.read_text(encoding="utf-8"))) for name, path in files.items()}
    return {name: (names & texts.keys()) - {name} for name, names in texts.items()}


def below(top, named):
    found, waiting = set(), [top]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += named.get(module, ())
    return found


def units(paths, named):
    """Modules that changed, or whose model did."""
    for path in paths:
        stem = path.stem
        if path.suffix in (".sv", ".svh") and path.parts[0] == "rtl":
            yield stem
        elif path.parts[:2] == ("cmodel", "model") or path.match("cmodel/include/rvt/unit/*"):
            parts = [p for p in named if f"{stem}_".startswith((p.removeprefix("rvt_") + "_", p.removeprefix("rvt_ntrace_") + "_"))]
            yield from [max(parts, key=len)] if parts else []
        elif path.match("tb/units/bench_*"):
            yield from [m for m in named if m in (f"rvt_ntrace_{stem[6:]}", f"rvt_{stem[6:]}")]


def lines(modules, named, paths):
    """The cheapest lines of the builds that are most about a unit."""
    builds = lists.read("sim/lists/builds.list")
    trees = {build.top: below(build.top, named) for build in builds.values()}
    runs = [run for run in read_list() if run.tier == "commit" and "fails" not in run.flags]
    chosen = set()
    for module in modules:
        tops = sorted((top for top in trees if module in trees[top]), key=lambda top: len(trees[top]))[:2]
        groups = [{name for name, build in builds.items() if build.top == top} for top in tops]
        if not groups or module.endswith("_pkg"):
            groups.append(COMMON)
        for names in groups:
            own = sorted((r for r in runs if r.build in names), key=lambda r: (r.clocks > CLOCKS, "check=1" not in r.options, r.clocks))
            chosen |= {run.name for run in own[:LINES]}
    if not chosen and any(path.parts[0] == "tb" for path in paths):
        chosen = {"enc_rv32_check", "top_splice"}
    return sorted(chosen)


def proofs(modules):
    listed = Path("tb/formal/formal.list")
    text = [line for line in listed.read_text(encoding="utf-8").splitlines() if line[:1].isalpha()]
    all_proofs = [parse_proof(listed, number, line) for number, line in enumerate(text, 1)]
    for module in modules:
        own = [p for p in all_proofs if p.tier == "commit" and re.search(rf"\b{module}\b", Path(f"tb/formal/{p.top}.sv").read_text(encoding="utf-8"))]
        yield from [p.name for p in own[:PROOFS]]


def script_tests(paths):
    names = {path.name for path in paths if path.parts[0] in ("scripts", "sim", "Makefile") or path.suffix == ".rdl"} | {
        f"{path.parent.name}/{path.name}" for path in paths if path.parts[0] == "scripts"} | {
        "cmodel/python" for path in paths if path.parts[:2] == ("cmodel", "python")}
    for test in sorted(Path("scripts/tests").rglob("*.sh")):
        text = test.read_text(encoding="utf-8")
        if test in paths or any(re.search(rf"(?<![\w.]){re.escape(name)}\b", text) for name in names):
            yield test


def selected(paths):
    named = references()
    modules = sorted(set(units(paths, named)))
    make = "make -s --no-print-directory"
    tests = [f"lint/{name}={make} lint-{name}" for name in ("style", "docs", "layers", "format", "shell")]
    if any(path.suffix in (".c", ".h") and path.parts[0] in ("cmodel", "tb", "docs") for path in paths):
        tests += [f"unit/{p.stem}=build/tests/{p.stem}" for p in sorted(Path("cmodel/tests").rglob("test_*.c"))]
        tests += [f"cli/{p.stem}=bash {p}" for p in sorted(Path("cmodel/tests/tools").glob("cli_*.sh"))]
    tests += [f"scripts/{test.stem}=bash {test}" for test in script_tests(paths)]
    if chosen := lines(modules, named, paths):
        tests.append(f"sim={make} sim RUNS='{' '.join(chosen)}'")
    if chosen := list(dict.fromkeys(proofs(modules))):
        tests.append(f"formal={make} formal PLANT=0 PROOFS='{' '.join(chosen)}'")
    return tests


def main():
    os.chdir(ROOT)
    words = [word for word in sys.argv[1:] if word != "--list"]
    paths = changed(words[0] if words else "HEAD")
    if not paths:
        print("check: nothing has changed; `make check SINCE=HEAD~1` tests the last commit")
        return 0
    tests = selected(paths)
    if "--list" in sys.argv:
        print("\n".join(tests))
        return 0
    if any(test.startswith(("unit/", "cli/")) for test in tests) and subprocess.run(["make", "-s", "all", "unit"], check=False).returncode:
        return 1
    return subprocess.run([sys.executable, "scripts/gate/runtests.py", "--rows", "build/check/rows", "--tmp", "build/check/tmp", *tests],
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
