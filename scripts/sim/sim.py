#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run the lines of sim/lists/regression.list, two at a time.

Every line of the tier runs (each tier includes those before it), or the lines named; or what --each names. Exit status 1 on any
difference, missed minimum, or line that did not run.
"""
import argparse
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from compare_flow import AMBIGUOUS, compare_certain, compare_flow, reading_failed
from regression import LIST, TIERS, of_build, read_each, read_list

ROOT = Path(__file__).resolve().parents[2]
MAKING = threading.Lock()
NARROW_TIME = 32  # bits: fewer may wrap more than once between two messages
LINE_MARK = "sim:"  # before a line's name in the logs of proofs
COUNTER = re.compile(r" (\w+)=(\d+)")
RESULT = re.compile(r": (\d+) clocks, ([\d.]+) M clocks/s, digest ([0-9a-f]+);(.*)")


@dataclass
class Build:
    tree: str
    sim: str
    waves: str  # what a waveform's name ends in; fst: a build of its own writes it
    list: str = "sim/lists/builds.list"


@dataclass
class Outcome:
    ok: bool
    text: str
    clocks: int = 0
    digest: str = ""
    counters: dict = field(default_factory=dict)


def not_reached(folder, report):
    """What FOLDER/reached.list wants of a build, and none of its runs has counted: CONDITION, then counters or patterns of them."""
    from lib import lists  # as above  pylint: disable=import-outside-toplevel

    if not (ROOT / folder / "reached.list").exists():
        return
    builds = lists.read(folder / "builds.list")
    for line in (folder / "reached.list").read_text(encoding="utf-8").splitlines():
        condition, *counters = line.partition("#")[0].split() or ["0"]
        for name in sorted({run["build"] for run in report}):
            if of_build(condition, builds[name]):
                seen = {counter for run in report if run["build"] == name for counter, n in run["counters"].items() if n != 0}
                yield from (f"{name}: no run has counted {c}" for c in counters if not fnmatch.filter(seen, c))


def call(arguments, env=None):
    return subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False, env=env
    )


def with_waveform(build, run, files, text):
    """What a run that has failed says in a build that writes the waveform, which is made for it."""
    found = re.search(r"clock \d+: .* (--reset-seed \d+) ", text)
    if build.waves != "fst" or not found:
        return text
    place = f"{build.sim}-waves"
    with MAKING:
        made = call(["make", "-s", "--no-print-directory", f"{place}/{run.build}/sim", f"SIM={place}", f"SIM_LIST={build.list}", "SIM_WAVES=1", "RUNS="])
    if made.returncode != 0:
        return text
    again = simulate(Build(build.tree, place, "fst"), run, [*files, *found[1].split()])
    return (again.stdout + again.stderr).strip() if again.returncode == 1 else f"{text} (no failure in {place}/{run.build})"


def simulate(build, run, extra=()):
    command = [f"{build.sim}/{run.build}/sim", "--bench", run.bench, "--seed", run.seed, "--clocks", run.clocks]
    for option in run.options:
        command += ["-o", option]
    for minimum in run.minima:
        command += ["--min", minimum]
    command += ["--wave", f"{build.sim}/{run.build}/{run.name}.{build.waves}", *extra]
    if not os.environ.get("RVT_ROW_DIR"):
        return call(command)
    with tempfile.TemporaryDirectory() as logs:
        done = call(command, dict(os.environ, RVT_ROW_DIR=logs))
        run.rows += [row for log in Path(logs).iterdir() for row in log.read_text(encoding="utf-8").split()]
    return done


def message_text(lines):
    """Messages without offsets and comments."""
    stripped = (re.sub(r"^0x[0-9a-f]+: ", "", line.partition("#")[0]).strip() for line in lines)
    return [line for line in stripped if line]


def option(run, name, default):
    found = [o.partition("=")[2] for o in run.options if o.startswith(f"{name}=")]
    return found[-1] if found else default


def check_list(build, run, stem):
    """The bytes seen on the pins against the list, through the codec in a process of its own."""
    form = ["--src-bits", option(run, "src_bits", "0")] + (["--ts"] if option(run, "ts", "0") == "1" else [])
    sent = stem.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    dump = call([f"{build.tree}/bin/rvt", "dump", *form, stem.with_suffix(".nex")])
    if failed := reading_failed(dump):
        return failed
    seen = message_text(dump.stdout.splitlines())
    if not sent or seen != sent:
        at = next((i for i, pair in enumerate(zip(sent, seen)) if pair[0] != pair[1]), min(len(sent), len(seen)))
        return f"{stem}.txt:{at + 1}: sent {sent[at:at + 1]}, rvt dump of the pins shows {seen[at:at + 1]}"
    source = option(run, "messages", None)
    if source and message_text((ROOT / source).read_text(encoding="utf-8").splitlines()) != sent:
        return f"{source}: not the messages that were sent"
    assembled = stem.with_suffix(".assembled")
    again = call([f"{build.tree}/bin/rvt", "assemble", *form, stem.with_suffix(".txt"), "-o", assembled])
    if again.returncode != 0 or (ROOT / assembled).read_bytes() != (ROOT / stem.with_suffix(".nex")).read_bytes():
        return f"{stem}.nex: rvt assemble makes other bytes of {stem}.txt"
    return None


def check_decode(build, run, stem):
    """`rvt decode`, a process that gets bytes, ELF and side-car only, must find the PCs that ran.

    Before an overflow those counted and not yet reported may be missing; none may be wrong but after a remark that a report is ambiguous.
    """
    elfs = option(run, "elf", str(stem.with_suffix(".elf"))).split("+")
    decoded = stem.with_suffix(".decoded")
    command = [f"{build.tree}/bin/rvt", "decode", stem.with_suffix(".nex"), *(f"--elf={elf}" for elf in elfs),
               "--config", stem.with_suffix(".json"), "-o", decoded]
    car = json.loads((ROOT / stem.with_suffix(".json")).read_text(encoding="utf-8"))
    if car.get("src_bits"):
        command += ["--src", car["src_id"]]
    time_bits = car["ts_width"] if car.get("ts") and car["ts_width"] >= NARROW_TIME else None
    if time_bits is not None:
        command += ["--times"]
    done = call(command)
    if failed := reading_failed(done):
        return failed
    with open(ROOT / stem.with_suffix(".pcs"), encoding="utf-8") as ran, open(ROOT / decoded, encoding="utf-8") as found:
        complaint = compare_certain(ran, found) if AMBIGUOUS in done.stderr else compare_flow(ran, found, time_bits)
    if complaint:
        return f"{decoded}: {complaint}"
    for end in (".pcs", ".decoded"):  # tens of megabytes each, and equal
        (ROOT / stem.with_suffix(end)).unlink()
    return None


def check_written(build, run, stem):
    """The pieces of trace in what was ever written to the memory: PCs that ran, in their order, and none of them wrong.

    A piece ends where an Error says so, or where a message was cut, which the reader must see; nowhere else.
    """
    decoded = stem.with_suffix(".pieces")
    done = call([f"{build.tree}/bin/rvt", "decode", f"{stem}.written", "--config", stem.with_suffix(".json"),
                 "--elf", stem.with_suffix(".elf"), "-o", decoded])
    found, cuts = [[]], 0
    for line in (ROOT / decoded).read_text(encoding="utf-8").splitlines():
        word, what, *more = line.split()
        if word.startswith("0x"):
            found[-1].append(word)
        elif what == "error" and more != ["NT:PKT-12"]:
            return f"{decoded}: {line}"
        elif what in ("error", "overflow"):
            cuts += what == "error"
            found.append([])
    if done.returncode != 1 or not cuts:
        return f"rvt decode of {stem}.written ended with {done.returncode}: {done.stderr.strip()[:400]}"
    ran = [pc for pc in (ROOT / stem.with_suffix(".pcs")).read_text(encoding="utf-8").split("\n") if pc.startswith("0x")]
    at, pieces = 0, [pcs for pcs in found if pcs]
    for pcs in pieces:
        begin = next((i for i in range(at, len(ran)) if ran[i:i + len(pcs)] == pcs), None)
        if begin is None:
            return f"{decoded}: the piece of {len(pcs)} instructions from {pcs[0]} on did not run after instruction {at}"
        at = begin + len(pcs)
    return None if len(pieces) > 1 else f"{decoded}: {len(pieces)} pieces"


def execute(build, run):
    if not (ROOT / build.sim / run.build / "sim").exists():
        return Outcome(False, f"did not run: {build.sim}/{run.build}/sim does not exist")
    stem = Path(build.sim) / run.build / run.name.replace(".", "_")
    files = ["-o", f"list={stem}.txt", "-o", f"bytes={stem}.nex"] if "list" in run.flags else []
    if "decode" in run.flags:
        outputs = {"bytes": "nex", "sidecar": "json", "pcs": "pcs"}
        if not option(run, "trace", None) and not option(run, "scn", None):
            outputs["elf"] = "elf"
        for name, end in outputs.items():
            files += ["-o", f"{name}={stem}.{end}"]
    if "written" in run.flags:
        files += ["-o", f"written={stem}.written"]
    if "registers" in run.flags:
        run.options.append(f"steps={stem}.steps")
        made = call([sys.executable, "scripts/regs/reg_steps.py", run.build, "-o", f"{stem}.steps", "--seen", f"{stem}.seen",
                     "--seed", run.seed, "--builds", build.list])
        if made.returncode != 0:
            return Outcome(False, f"reg_steps.py: {made.stderr.strip()[:400]}")
    first = simulate(build, run, files)
    text = (first.stdout + first.stderr).strip()
    if "fails" in run.flags:
        return Outcome(first.returncode == 1 and "coverage" in text, "fails, as it must")
    result = RESULT.search(first.stdout)
    if first.returncode != 0 or not result:
        return Outcome(False, with_waveform(build, run, files, text) or f"ended with {first.returncode}")
    clocks = int(result[1])
    counters = {name: int(n) for name, n in COUNTER.findall(first.stdout[result.start(4):])}
    if "twice" in run.flags:
        again = simulate(build, run)
        second = RESULT.search(again.stdout)
        if again.returncode != 0 or not second or second[3] != result[3]:
            return Outcome(False, f"outputs depend on the reset seed: {text} / {again.stdout.strip()}")
        clocks += int(second[1])
    if "list" in run.flags:
        complaint = check_list(build, run, stem)
        if complaint:
            return Outcome(False, complaint, clocks)
    for flag, check in (("written", check_written), ("decode", check_decode)):  # the latter removes the list
        complaint = check(build, run, stem) if flag in run.flags else None
        if complaint:
            return Outcome(False, complaint, clocks)
    notes = "".join(f"\n    {line}" for line in first.stdout.splitlines() if line.startswith("skipped "))
    return Outcome(True, f"{clocks} clocks, {result[2]} M clocks/s;{result[4]}{notes}", clocks, result[3], counters)


def log_rows(run):
    """Say under the line's name which rows a run that passed has proved; see cmodel/oracle/row.h."""
    directory = os.environ.get("RVT_ROW_DIR")
    if directory and run.rows:
        name, _, seed = run.name.partition(".")
        log = Path(directory) / f"{LINE_MARK}{name}.{seed or 0}.rows"
        log.write_text("".join(f"{row}\n" for row in sorted(set(run.rows))), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="where bin/rvt is")
    parser.add_argument("--sim", help="where the simulations are, by default BUILD/sim")
    parser.add_argument("--waves", default="fst", help="what the name of a waveform ends in, which the builds write; fst: a build made for it; none")
    parser.add_argument("--tier", choices=TIERS[:-1], default="commit")
    parser.add_argument("--each", type=Path, metavar="FOLDER", help="what FOLDER/runs.list runs in each build of its builds.list; the names are builds")
    parser.add_argument("--until", type=int, metavar="CLOCK", help="run so far only, and do not ask for what a whole line has")
    parser.add_argument("--report", type=Path, help="where to write the counters of every run that passed")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    each, listed = args.each, args.each / "builds.list" if args.each else Path("sim/lists/builds.list")
    build = Build(args.build, args.sim or f"{args.build}/{each.name if each else 'sim'}", args.waves, str(listed))
    runs = read_each(each) if each else read_list()
    args.tier = "gate" if each else args.tier

    def called(run):  # NAME is each NAME.SEED
        return {run.build} if each else {run.name, run.name.partition(".")[0]}

    unknown = set(args.names).difference(*map(called, runs))
    if unknown:
        sys.exit(f"{f'{listed}: no build with a run' if each else LIST.name + ': no line'} {', '.join(sorted(unknown))}")
    if args.names:
        chosen = [run for run in runs if called(run).intersection(args.names)]
    else:
        chosen = [run for run in runs if TIERS.index(run.tier) <= TIERS.index(args.tier)]
    if args.until is not None:
        for run in chosen:
            run.clocks, run.minima, run.flags = min(run.clocks, args.until), [], [flag for flag in run.flags if flag == "registers"]
    failed, total = [], 0
    report = []
    with ThreadPoolExecutor(2) as pool:
        for run, outcome in zip(chosen, pool.map(lambda run: execute(build, run), chosen)):
            print(f"{'ok  ' if outcome.ok else 'FAIL'} {run.name}: {outcome.text}", flush=True)
            if not outcome.ok:
                failed.append(f"{run.name}: {outcome.text.strip().splitlines()[-1]}")
            if outcome.ok:
                log_rows(run)
                report.append({"run": run.name, "bench": run.bench, "build": run.build, "clocks": outcome.clocks,
                               "digest": outcome.digest, "counters": outcome.counters})
            total += outcome.clocks
    failed += not_reached(each, report) if each and args.until is None else []
    if args.report:
        args.report.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    # Once more at the end: of a long output that is what is kept.
    for text in failed:
        print(f"FAIL {text}")
    print(f"sim: {len(chosen)} runs, {len(failed)} failed, {total} clocks in lock-step")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
