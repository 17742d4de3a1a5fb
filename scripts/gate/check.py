#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run the tests that concern what changed; `make check`.

    check.py [REV]      what differs from the last commit, or since the work tree's branch left REV
    check.py --list     ... name the tests only

Before a commit, in two CPU minutes for a change in C and four in RTL; `make test` has far more. Lints come first, and end it. What changed decides:

    cmodel/, docs/examples    unit tests, and those of the command line; not those named after a format, if all that changed names another one
    rtl/, its models, tb/     the cheapest lines of the regression whose build has the unit, and the whole encoder; proofs
    tb/formal                 that each wrapper of the file still fits what it wraps
    sim/lists                 lines of the regression that are new, or whose build is
    rtl/, scripts/, sim/      interface, registers and builds
    scripts/, registers       the tests of scripts/tests that name the file, but for those of the release
    anything                  style, documents, layers, planted faults that still fit; of what changed formats and shell
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts"), str(ROOT / "scripts/formal"), str(ROOT / "scripts/faults"), str(ROOT / "scripts/sim")]
from formal import read_list as read_proofs, wrappers  # noqa: E402  pylint: disable=wrong-import-position
from interface import source  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists, turn  # noqa: E402  pylint: disable=wrong-import-position
from regression import read_list  # noqa: E402  pylint: disable=wrong-import-position

LINES, PROOFS = 3, 3  # at most
SMALL = 25  # modules of a proof that is a unit's
STORED = "entries"  # the proof that has each bit of the queue's words by hand
ENCODER = "enc_rv32_check"  # what every format and every block of the hart goes through
TOP = "top_splice"
JUDGED = {"parameters.tsv", "ranges.tsv", "builds.list", "regression.list"}  # by a lint, or run; tests that name them are of scripts that read them
CODE = {".c", ".h", ".sv", ".svh"}
FORMAT = re.compile(r"(?<![a-z])(?:ntrace|etrace|ctr|tandem)(?![a-z])")


def by_hand(path, since):
    """Whether more of a file differs than what `make interface` writes."""
    def rest(text):
        return "" if "`make interface` writes it anew" in text[:300] else source.PART.sub("", text)

    return rest(path.read_text(encoding="utf-8", errors="replace") if path.exists() else "") != rest(turn.git("show", f"{since}:{path}"))


def units(paths):
    """Modules that changed, or whose model did."""
    for path in paths:
        stem = path.stem
        if path.suffix in (".sv", ".svh") and path.parts[0] == "rtl":
            yield stem
        elif path.parts[:2] == ("cmodel", "model") or path.match("cmodel/include/rvt/unit/*"):
            parts = [p for p in turn.modules() if f"{stem}_".startswith((p.removeprefix("rvt_") + "_", p.removeprefix("rvt_ntrace_") + "_"))]
            yield from [max(parts, key=len)] if parts else []
        elif path.match("tb/units/bench_*"):
            yield from [m for m in turn.modules() if m in (f"rvt_ntrace_{stem[6:]}", f"rvt_{stem[6:]}")]


def of_change(since):
    """Lines of the regression that are new, and the shortest others that the change wrote, or whose build it wrote."""
    def names(lines_of):
        return {line.split()[0] for line in lines_of if line[:1].isalpha()}

    def written(path):
        old = turn.git("show", f"{since}:{path}").splitlines()
        return names(set(Path(path).read_text(encoding="utf-8").splitlines()) - set(old)), names(old)
    (changed, old), (builds, _) = written("sim/lists/regression.list"), written("sim/lists/builds.list")
    def line(run):  # of several seeds, each a run NAME.SEED
        return run.name.partition(".")[0]

    own = sorted((run for run in read_list() if run.tier in ("commit", "wide") and (line(run) in changed or run.build in builds)),
                 key=lambda run: (run.tier != "commit", run.clocks))
    new = {line(run): run.name for run in reversed(own) if line(run) not in old}
    return [*reversed(new.values())] + [run.name for run in own if line(run) in old][:LINES]


def lines(modules, paths, since="HEAD"):
    """Of the cheapest builds that are most about the units, the shortest line each; the encoder, if it has one of them; those written."""
    builds = lists.read("sim/lists/builds.list")
    trees = {build.top: turn.below(build.top) for build in builds.values()}
    runs = {run.name: run for run in read_list() if run.tier == "commit" and "fails" not in run.flags}
    used = {top for top in trees if any(builds[run.build].top == top for run in runs.values())}
    chosen = {}
    for module in modules:
        tops = sorted((top for top in used if module in trees[top]), key=lambda top: len(trees[top]))[:1]
        # A register's field may be in no build but the fullest.
        own = sorted((run for run in runs.values() if builds[run.build].top in tops),
                     key=lambda run: ("check=1" not in run.options, module.startswith("rvt_regs_") and "full" not in run.build, run.clocks))
        chosen |= {run.name: len(trees[builds[run.build].top]) for run in own[:1]}
    names = sorted(chosen, key=chosen.get)[:LINES]
    encoder = trees[builds[runs[ENCODER].build].top]
    if encoder & set(modules) or any(path.parts[0] == "tb" for path in paths):
        names.append(ENCODER)
    names += of_change(since)
    return list(dict.fromkeys(names or ([TOP] if modules else []))), len(runs)


def proofs(modules, paths):
    """The smallest one of each unit, and that of the words of the queue."""
    listed = [proof for proof in read_proofs(Path("tb/formal/formal.list")) if proof.tier == "commit"]
    trees = {p.top: turn.below(p.top) for p in listed}
    own = {module: sorted((p for p in listed if module in trees[p.top] and len(trees[p.top]) <= SMALL), key=lambda p: len(trees[p.top]))
           for module in modules}
    own = {module: [p.name for p in found] for module, found in own.items()}
    words = [STORED] if Path("rtl/interface/structs.toml") in paths else []
    return list(dict.fromkeys([*words, *(names[0] for names in own.values() if names)]))[:PROOFS], len(listed)


def wrapped(paths):
    """Of each wrapper of which a file has changed, its first proof."""
    homes = {path.resolve() for path in paths if path.parts[:2] == ("tb", "formal")}
    found = {proof.top: proof.name for proof in reversed(read_proofs(Path("tb/formal/formal.list")))
             if homes and homes & {path.resolve() for path in wrappers(proof.home, proof.top)}}
    return sorted(found.values())


def script_tests(paths):
    names = {path.name for path in paths if path.parts[0] in ("scripts", "sim", "Makefile") or path.suffix == ".rdl"} | {
        f"{path.parent.name}/{path.name}" for path in paths if path.parts[0] == "scripts"} | {
        "cmodel/python" for path in paths if path.parts[:2] == ("cmodel", "python")} | {
        name for name in ("lib/judged.sh", "spike_steps.c") if any(path.parts[:2] == ("cmodel", "tandem") for path in paths)}
    names -= JUDGED | {f"lint/{name}" for name in JUDGED}
    for test in sorted(Path("scripts/tests").rglob("*.sh")):
        text = test.read_text(encoding="utf-8")
        if test in paths or test.parent.name != "release" and any(re.search(rf"(?<![\w.]){re.escape(name)}\b", text) for name in names):
            yield test


def concerned(paths, hand):
    """Unit tests and those of the command line that can see the change: all if it is in no format's room, or a script wrote all of it."""
    def formats(path):
        return set(FORMAT.findall(path.as_posix()))

    code = [path for path in paths if path.suffix in (".c", ".h") and path.parts[0] in ("cmodel", "docs")]
    rooms = [formats(path) for path in code if path in hand]
    for kind, pattern, command in (("unit", "test_*.c", "build/tests/{}"), ("cli", "tools/cli_*.sh", "bash {}")):
        for test in sorted(Path("cmodel/tests").rglob(pattern)) if code else ():
            own = formats(test)
            if not own or not rooms or any(not room or room & own for room in rooms):
                yield f"{kind}/{test.stem}={command.format(test if kind == 'cli' else test.stem)}"


def selected(paths, since):
    """The tests, and what is left out of the long lists."""
    hand = [path for path in paths if path.suffix in CODE and by_hand(path, since)] or paths
    modules = sorted(set(units(hand)))
    make = "make -s --no-print-directory"
    lints = ["style", "docs", "layers"]
    lints += ["format"] if any(path.suffix in (".c", ".h", ".cpp", ".hpp", ".sv") for path in paths) else []
    lints += ["shell"] if any(path.suffix == ".sh" or path == Path(".ci/run") for path in paths) else []
    if any(path.parts[0] in ("rtl", "sim", "scripts") for path in paths):
        lints += ["interface", "regs", "builds"]
    tests = [f"lint/{name}={make} lint-{name} TURN=1 SINCE={since} CHANGED='{' '.join(map(str, paths))}'" for name in lints]
    tests += concerned(paths, hand)
    tests += [f"scripts/{test.stem}=bash {test}" for test in script_tests(paths)]
    (runs, all_runs), (names, all_proofs) = lines(modules, paths, since), proofs(modules, paths)
    if runs:
        tests.append(f"sim={make} sim RUNS='{' '.join(runs)}'")
    if names:
        tests.append(f"formal={make} formal PLANT=0 PROOFS='{' '.join(names)}'")
    fits = sorted(set(wrapped(paths)) - set(names))
    if fits:
        tests.append(f"formal_fits={make} formal PLANT=0 NETLISTS=1 PROOFS='{' '.join(fits)}'")
    return tests, (f"left out: {all_runs - len(runs)} of {all_runs} lines of the regression, {all_proofs - len(names)} of {all_proofs} proofs, "
                   "planted faults, real cores, examples, sanitizers, lint of every build: `make test`; tests of the release")


def main():
    os.chdir(ROOT)
    words = [word for word in sys.argv[1:] if word != "--list"]
    since = turn.git("merge-base", words[0], "HEAD").strip() or words[0] if words else "HEAD"
    paths = [Path(name) for name in turn.changed(since)]
    if not paths:
        print("check: nothing has changed; `make check SINCE=HEAD~1` tests the last commit")
        return 0
    tests, left_out = selected(paths, since)
    if "--list" in sys.argv:
        print(*tests, left_out, sep="\n")
        return 0
    lints = [test for test in tests if test.startswith("lint/")]
    if run(lints):
        print("check: the tests are left out, since a lint failed")
        return 1
    others = [test for test in tests if test not in lints]
    if any(test.startswith(("unit/", "cli/")) for test in others) and subprocess.run(["make", "-s", "all", "unit"], check=False).returncode:
        return 1
    status = run(others) if others else 0
    print(left_out)
    return status


def run(tests):
    call = [sys.executable, "scripts/gate/runtests.py", "--rows", "build/check/rows", "--tmp", "build/check/tmp", *tests]
    return subprocess.run(call, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
