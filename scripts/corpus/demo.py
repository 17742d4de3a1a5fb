#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs through the simulated subsystem into memory and pins, and back to the instructions that ran.

The driver library finds the components on the bus, sets them up, starts, stops and reads the memory
out. What it has read and what a probe took from the pins are decoded, each on its own.

Without names, the recorded programs of sim/corpus; else workloads that were recorded just now
(`make demo WORKLOAD=NAME`). Exit status 1 on any difference.
"""

import argparse
import os
import re
import struct
import subprocess
import sys
import time
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import corpus

ROOT = Path(__file__).resolve().parents[2]

PROGRAMS = ("calls", "sort", "interp", "traps")
HARTS = {"rv32": ("rv32imac", 32, "top"), "rv64": ("rv64gc", 64, "top-rv64")}
TOPS = {"chain": "top", "chain-rv64": "top-rv64"}
MODES = ("btm", "htm")
LABELS = {"btm": "BTM", "htm": "HTM", "e-trace": "E-T"}
# E-Trace by the encoder alone, in builds of the regression, and what is their own.
ETRACE = {"rv32": ("enc-etrace", "xlen 32 stack_depth 8 bpred_size 5 cache_size 5 ts_width 0 events on seq_jump on context 2 context_width 8"),
          "rv64": ("enc-etrace64", "xlen 64 stack_depth 2 cache_size 3 ts_width 40 src_bits_max 8 addr_bits 40 blocks 2 lanes 4 priv_bits 3")}
SHOWN = 10
COMMAND = "$ make demo"
TIME = re.compile(r" \(\d+ s\)")
SCENARIO = """trace {trace}
build xlen {xlen} icnt_width 16 fifo_depth 96 plain_hist on
config mode {mode}
player garbage quiet
expect instructions {instructions}
"""
ESCENARIO = """trace {trace}
build format 1 framing 1 btm off icnt_width 16 fifo_depth 0 plain_hist on {fields}
player garbage quiet
expect instructions {instructions}
"""


def colour(text, code):
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ
    return text if plain else f"\x1b[{code}m{text}\x1b[0m"


def instructions(recording):
    with open(recording, "rb") as file:
        header = file.read(80)
    return struct.unpack_from("<Q", header, 56)[0]


def from_corpus(build):
    """Of the corpus the captures of whole programs."""
    cases = corpus.read_list(Path("sim/corpus"))
    chosen = [c for c in cases if c.name.split("-")[0] in PROGRAMS and c.name.split("/")[1] in MODES]
    chosen = [replace(c, build=TOPS[c.build], bench="top") for c in chosen]
    programs = {c.name.split("/")[0]: c for c in chosen}
    both = [(c, in_etrace(build, name, c.program, c.pcs)) for name, c in programs.items()]
    return [c for last, extra in both for c in [*(x for x in chosen if x.program == last.program), extra]]


def in_etrace(build, name, program, pcs):
    """The capture in E-Trace of a recorded program."""
    target, fields = ETRACE[name.split("-")[-1]]
    home = build / "demo" / name
    home.mkdir(parents=True, exist_ok=True)
    scenario = ESCENARIO.format(trace=os.path.relpath(f"{program}.rvti", home), fields=fields, instructions=instructions(f"{program}.rvti"))
    (home / "e-trace.scn").write_text(scenario, encoding="utf-8")
    return corpus.Case(f"{name}/e-trace", target, [], None, program, home / "e-trace", pcs, "scenario")


def recorded_pcs(build, recording, pcs):
    """The PCs that `rvt record` wrote, one a line."""
    convert = [build / "bin/rvt", "convert", f"{recording}.rvti", "-"]
    with open(pcs, "wb") as file, subprocess.Popen(convert, stdout=subprocess.PIPE, cwd=ROOT) as text:
        subprocess.run(["awk", '$1 == "insn" { print $2 }'], stdin=text.stdout, stdout=file, check=True)
    if text.returncode != 0:
        sys.exit(f"{convert[0]} convert ended with {text.returncode}")


def from_workload(build, name):
    """The captures of a workload that `make` has built and recorded."""
    cases = []
    for hart, (target, xlen, top) in HARTS.items():
        program = build / "workloads" / f"{name}-{target}"
        home = build / "demo" / f"{name}-{hart}"
        home.mkdir(parents=True, exist_ok=True)
        recorded_pcs(build, program, home / "pcs")
        for mode in MODES:
            scenario = SCENARIO.format(trace=os.path.relpath(f"{program}.rvti", home), xlen=xlen, mode=mode,
                                       instructions=instructions(f"{program}.rvti"))
            (home / f"{mode}.scn").write_text(scenario, encoding="utf-8")
            cases.append(corpus.Case(f"{name}-{hart}/{mode}", top, [], ["--mode", mode], program,
                                     home / mode, home / "pcs", "top"))
        cases.append(in_etrace(build, f"{name}-{hart}", program, home / "pcs"))
    return cases


class Report:
    """Prints, and keeps what it printed."""

    def __init__(self):
        self.lines = []

    def say(self, text):
        print(text, flush=True)
        self.lines += text.split("\n")

    def compare(self, page):
        """The block of `page` that shows this command must be what was printed, but for the time."""
        text = Path(page).read_text(encoding="utf-8")
        shown = text.partition(f"```\n{COMMAND}\n")[2].partition("```")[0].splitlines()
        for number, (said, line) in enumerate(zip_longest(self.lines, shown)):
            if TIME.sub("", said or "") != TIME.sub("", line or ""):
                print(f"{page}: line {number + 1} of the output of `{COMMAND[2:]}`: expected {said!r}, found {line!r}")
                return 1
        print(f"{page} shows what `{COMMAND[2:]}` prints")
        return 0


def row(outcome):
    case, good = outcome.case, not outcome.differences
    program, mode = case.name.split("/")
    insns, size = outcome.cover.get("insns", 0), outcome.cover.get("bytes", 0)
    ratio = f"{8 * size / insns:.3f}" if insns else "-"
    verdict = colour("yes", "32") if good else colour("NO", "31;1")
    if good and not outcome.cover.get("memory_whole", 1):
        verdict += "; too long for the memory"
    return (f"{program:<12} {LABELS[mode]}  {insns:>12,} {outcome.clocks:>10,} {size:>9,} {ratio:>9}"
            f"   {len(outcome.differences):>11}   {verdict}")


def show_instructions(report, outcome):
    """The first instructions of main, with the command that shows them."""
    files = [outcome.stem.with_suffix(".nex"), f"{outcome.case.program}.elf"]
    capture, elf = (os.path.relpath(path, corpus.ROOT) for path in files)
    lines = outcome.stem.with_suffix(".decoded").read_text(encoding="utf-8").splitlines()
    at = next((i for i, line in enumerate(lines) if " main+0x0 " in line), 0)
    report.say(f"\n$ build/bin/rvt decode {capture} --elf {elf} |\n    grep -m 1 -A {SHOWN - 1} ' main+0x0 '")
    for line in lines[at : at + SHOWN]:
        report.say(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--check", metavar="PAGE", help="compare what is printed with what PAGE shows")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    start = time.monotonic()
    cases = [c for name in args.names for c in from_workload(args.build, name)] or from_corpus(args.build)
    report = Report()
    report.say("Spike's recording -> encoder -> RAM sink and pins, by the driver through the registers -> bytes, "
               "twice\n-> rvt decode -> PCs; RTL = model in each clock. E-T: E-Trace, of the encoder alone\n")
    report.say(colour("program      mode instructions     clocks     bytes bit/instr   differences   "
                      "PCs identical", "1"))
    outcomes = []
    for outcome in corpus.check_all(args.build, cases):
        outcomes.append(outcome)
        report.say(row(outcome))
        for text in outcome.differences:
            report.say(f"  {text}")
    differences = sum(len(o.differences) for o in outcomes)
    total = sum(o.cover.get("insns", 0) for o in outcomes)
    clocks = sum(o.clocks for o in outcomes)
    report.say(f"\n{len(outcomes)} captures, {total:,} instructions, {clocks:,} clocks compared, "
               f"{differences} differences ({time.monotonic() - start:.0f} s)")
    if differences or not outcomes:
        return 1
    show_instructions(report, outcomes[-1])
    return report.compare(args.check) if args.check else 0


if __name__ == "__main__":
    sys.exit(main())
