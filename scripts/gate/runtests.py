#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run tests given as NAME=COMMAND, print a line for each, close with `N passed, N failed`.

A test passes if its command exits with 0 and has printed something; a cmocka program (NAME begins
with unit/ or san/) must also report that it ran at least one test. Output is shown on failure only.

Each test has RVT_TMP, an empty directory of its own, build/bin in PATH, and RVT_ROW_DIR, where
programs log the requirement rows they proved; the logs of a failed test are removed. No test has a limit by the clock
on the wall: scripts/lib/limited.py. After these the tests of --then run one after the other, those of --beside at the same time, and those of --last at the end: they
have RVT_PASSED, a file with the names of the tests that had passed before.
"""

import argparse
import os
import re
import shutil
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
from lib import limited  # noqa: E402  pylint: disable=wrong-import-position

CMOCKA_TOTAL = re.compile(r"\[==========\] (?:\S+: )?(\d+) test\(s\) run", re.M)
SHOWN = 20000  # characters of a failing test's output
TELLING = threading.Lock()


class Result:
    def __init__(self, name, command):
        self.name, self.command = name, command
        self.seconds, self.cpu, self.output, self.why, self.ended = 0.0, 0.0, "", "", False


def judge(name, status, output):
    """Why a finished test failed; empty if it passed."""
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    if status > 128 and (status - 128) in {s.value for s in signal.Signals}:
        return f"ended by {signal.Signals(status - 128).name}"
    if status != 0:
        return f"exit status {status}"
    if not output.strip():
        return "printed nothing"
    if name.startswith(("unit/", "san/")):
        totals = [int(total) for total in CMOCKA_TOTAL.findall(output)]
        if sum(totals) == 0:
            return "ran no test"
    return ""


def run(test, args):
    slug = re.sub(r"[^\w.-]", "_", test.name)
    rows, tmp = args.rows / slug, args.tmp / slug
    for directory in (rows, tmp):
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
    env = dict(os.environ)
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"):
        env.pop(name, None)  # a test's own make is nobody's child
    env["PATH"] = f"{ROOT / 'build/bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
    env["RVT_ROW_DIR"], env["RVT_TMP"] = str(rows.resolve()), str(tmp.resolve())
    start = time.monotonic()
    status, test.output, test.cpu, ended = limited.run(["/bin/sh", "-c", test.command], args.cpu, args.idle, cwd=ROOT, env=env)
    test.why = ended or judge(test.name, status, test.output)
    test.seconds, test.ended = time.monotonic() - start, True
    if test.why:
        shutil.rmtree(rows, ignore_errors=True)
    return test


def report(test, everything):
    with TELLING:
        tell(test, f"{sum(t.ended for t in everything):3}/{len(everything)}")


def tell(test, place):
    print(f"{'FAIL' if test.why else 'ok  '} {place} {test.seconds:7.2f} s {test.cpu:7.2f} CPU s  {test.name}", flush=True)
    if test.why:
        text = test.output
        if len(text) > SHOWN:
            text = f"[the last {SHOWN} of {len(text)} characters]\n{text[-SHOWN:]}"
        for line in text.splitlines():
            print(f"  | {line}")
        print(f"  {test.why}; repeat: {test.command}", flush=True)


def cases(test):
    """How many tests a cmocka program ran."""
    return sum(map(int, CMOCKA_TOTAL.findall(test.output))) if test.name.startswith(("unit/", "san/")) else 1


def dearest(tests):
    """What to look at first when all of it takes too long."""
    total = sum(test.cpu for test in tests)
    print(f"{total:.0f} CPU seconds in tests, of these the ten dearest:")
    for test in sorted(tests, key=lambda t: -t.cpu)[:10]:
        print(f"  {test.cpu:7.1f} {100 * test.cpu / (total or 1):5.1f} %  {test.name}")


def parse_test(text):
    name, equals, command = text.partition("=")
    if not (name and equals and command):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=COMMAND")
    return Result(name, command)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tests", nargs="*", type=parse_test, metavar="NAME=COMMAND")
    parser.add_argument("--then", action="append", default=[], type=parse_test, metavar="NAME=COMMAND", help="run one after the other, after these")
    parser.add_argument("--beside", action="append", default=[], type=parse_test, metavar="NAME=COMMAND", help="run at the same time as --then")
    parser.add_argument("--last", action="append", default=[], type=parse_test,
                        metavar="NAME=COMMAND", help="run alone, after all others")
    parser.add_argument("--rows", type=Path, default=ROOT / "build/rows", help="row logs, emptied")
    parser.add_argument("--results", type=Path, help="where to write name, state, number of cases, seconds and CPU seconds of every test")
    parser.add_argument("--tmp", type=Path, default=ROOT / "build/tmp", help="scratch, emptied")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--cpu", type=float, default=limited.CPU, help="CPU seconds for one test")
    parser.add_argument("--idle", type=float, default=limited.IDLE, help="seconds after which a test that uses no CPU hangs")
    args = parser.parse_args()

    everything = args.tests + args.then + args.beside + args.last
    names = [test.name for test in everything]
    for name in names:
        if names.count(name) > 1:
            parser.error(f"two tests are named {name}")
    for directory in (args.rows, args.tmp):
        shutil.rmtree(directory, ignore_errors=True)

    if len(everything) > 10:
        print(f"{len(everything)} tests, {args.jobs} at a time", flush=True)
    start = time.monotonic()
    passed = args.tmp / "passed"  # what a test that plants faults need not run once more
    args.tmp.mkdir(parents=True, exist_ok=True)
    # Tests of a line run one after the other.
    for lines in ([[test] for test in args.tests], [args.beside, args.then], [args.last]):
        with ThreadPoolExecutor(args.jobs) as pool:
            list(pool.map(lambda line: [report(run(test, args), everything) for test in line], lines))
        passed.write_text("".join(f"{t.name}\n" for t in everything if t.ended and not t.why), encoding="utf-8")
        os.environ["RVT_PASSED"] = str(passed.resolve())

    failed = [test.name for test in everything if test.why]
    if args.results:
        args.results.parent.mkdir(parents=True, exist_ok=True)
        args.results.write_text("".join(
            f"{t.name}\t{'failed' if t.why else 'passed'}\t{cases(t)}\t{t.seconds:.2f}\t{t.cpu:.2f}\n" for t in everything))
    if len(everything) > 10:
        dearest(everything)
    again = sum(name.startswith("san/") and f"unit/{name[4:]}" in names for name in names)
    print(f"{time.monotonic() - start:.1f} s; {len(names) - again} tests, {again} of them a second time under the sanitizers")
    for name in failed:
        print(f"failed: {name}")
    print(f"{len(everything) - len(failed)} passed, {len(failed)} failed", flush=True)
    return 1 if failed or not everything else 0


if __name__ == "__main__":
    sys.exit(main())
