#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Check every capture of sim/corpus; exit status 1 on any difference.

The recorded program is played into the RTL and the golden model, which are compared in every clock;
what a probe sees on the pins must be the expected bytes, and the oracle's messages the expected
ones. `rvt dump`, `rvt assemble` and `rvt encode` must turn the files into each other, and
`rvt decode`, a process that gets bytes, ELF file and side-car only, must find the PCs of Spike's log.
"""

import argparse
import json
import lzma
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "sim"))
from compare_flow import compare_flow, is_same_flow, reading_failed  # noqa: E402  pylint: disable=wrong-import-position
from sim import message_text  # noqa: E402  pylint: disable=wrong-import-position

ROOT = Path(__file__).resolve().parents[2]
RESULT = re.compile(r": (\d+) clocks, [\d.]+ M clocks/s, digest [0-9a-f]+;(.*)")
CLOCKS = 1_000_000_000  # a run ends with its program


@dataclass
class Case:
    name: str  # PROGRAM/CASE
    build: str
    options: list
    encode: list  # options of `rvt encode`; None: it cannot make this capture
    program: Path = None  # without its ending: .elf, .rvti
    expected: Path = None  # without its ending: .scn, .nex, .json, .messages.xz
    pcs: Path = None
    bench: str = "chain"  # or "top": through the registers, also into the memory
    programs: list = None  # what a decoder reads, if that is not program.elf
    is_long: bool = False  # `pcs` is not compressed, and only addresses are decoded where they tell all


@dataclass
class Outcome:
    case: Case
    differences: list = field(default_factory=list)
    clocks: int = 0
    cover: dict = field(default_factory=dict)
    stem: Path = None


def read_list(corpus):
    """The captures that corpus.list names."""
    cases = []
    for line in (corpus / "corpus.list").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        left, colon, right = line.partition(":")
        name, build, *options = left.split()
        expected = corpus / name
        own = expected.with_suffix(".pcs.xz")
        pcs = own if own.exists() else expected.parent / "pcs.xz"
        encode = right.split() if colon else None
        cases.append(Case(name, build, options, encode, expected.parent / "program", expected, pcs))
    return cases


def call(*arguments):
    return subprocess.run(
        [str(a) for a in arguments], cwd=ROOT, text=True, capture_output=True, check=False
    )


def fresh(*paths):
    """What a failed tool leaves behind must not be what an earlier run made."""
    for path in paths:
        Path(path).unlink(missing_ok=True)


def failure(what, done):
    yield f"{what} ended with {done.returncode}: {done.stderr.strip()[:400]}"


def text_of(path):
    """Lines of a text file that may be compressed."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def lines_of(path):
    """The same, one after the other."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        yield from file


def first_difference(want, found):
    pairs = enumerate(zip(want, found))
    at = next((i for i, pair in pairs if pair[0] != pair[1]), min(len(want), len(found)))
    return at, want[at : at + 1], found[at : at + 1]


def compare(what, path, want, found):
    if want != found:
        at, expected, seen = first_difference(want, found)
        yield f"{path}: {what} differ at {at}: expected {expected}, found {seen}"


def simulate(build, case, outcome):
    """RTL against model on every clock; leaves bytes, oracle's messages, PCs and side-car."""
    stem = outcome.stem
    command = [build / "sim" / case.build / "sim", "--bench", case.bench, "--seed", 1, "--clocks", CLOCKS]
    sinks = ["check=pins", f"memory={memory_of(stem)}"] if case.bench == "top" else []
    for option in ["resets=0", *case.options, *sinks, f"scn={case.expected}.scn", f"bytes={stem}.nex",
                   f"list={stem}.messages", f"pcs={stem}.pcs", f"sidecar={stem}.json"]:
        command += ["-o", option]
    fresh(*(f"{stem}.{end}" for end in ("nex", "messages", "pcs", "json")), memory_of(stem))
    run = call(*command, "--wave", f"{stem}.fst")
    result = RESULT.search(run.stdout)
    if run.returncode != 0 or not result:
        yield (run.stdout + run.stderr).strip() or f"ended with {run.returncode}"
        return
    outcome.clocks = int(result[1])
    outcome.cover = {k: int(v) for k, v in (w.split("=") for w in result[2].split())}


def check_bytes(build, case, stem):
    """Bytes and messages, each from the pins, the oracle and the tools."""
    rvt, nex = build / "bin/rvt", case.expected.with_suffix(".nex")
    config = ["--config", case.expected.with_suffix(".json")]
    want = nex.read_bytes()
    yield from compare("bytes on the pins", nex, want, stem.with_suffix(".nex").read_bytes())
    messages = case.expected.with_suffix(".messages.xz")
    lines = text_of(messages)
    if not lines:
        yield f"{messages}: expected messages, found none"
    yield from compare("messages of the oracle", messages, lines, text_of(stem.with_suffix(".messages")))
    dump = call(rvt, "dump", *config, nex)
    if failed := reading_failed(dump):
        yield failed
    yield from compare("messages of rvt dump", messages, lines, message_text(dump.stdout.splitlines()))
    makers = {"assemble": [*config, stem.with_suffix(".messages")]}
    if case.encode is not None:
        makers["encode"] = [f"{case.program}.rvti", *case.encode]
    for name, arguments in makers.items():
        made = stem.with_suffix(f".{name}.nex")
        fresh(made)
        done = call(rvt, name, *arguments, "-o", made)
        if done.returncode != 0:
            yield from failure(f"rvt {name}", done)
        else:
            yield from compare(f"bytes of rvt {name}", nex, want, made.read_bytes())


def check_sidecar(case, stem):
    """The bench's side-car is the expected one, but for the hash of the ELF file."""
    path = case.expected.with_suffix(".json")
    want, seen = (json.loads(p.read_text(encoding="utf-8")) for p in (path, stem.with_suffix(".json")))
    if "elf" not in want:
        yield f"{path}: expected the hash of the ELF file"
    for key, value in seen.items():
        if key != "elf" and want.get(key) != value:
            yield f"{path}: {key} is {want.get(key)}, expected {value}"


def side_car(case, stem):
    """The expected one; of a program recorded just now there is only the bench's."""
    expected = case.expected.with_suffix(".json")
    return expected if expected.exists() else stem.with_suffix(".json")


def memory_of(stem):
    """What software has read out of the memory."""
    return stem.with_name(stem.name + "-memory.nex")


def elf_options(programs):
    return [f"--elf={program}" for program in programs]


def decode(build, case, stem, capture, out, *more):
    config = side_car(case, stem)
    car = json.loads(config.read_text(encoding="utf-8"))
    src = ["--src", car["src_id"]] if car.get("src_bits") else []
    programs = elf_options(case.programs or [f"{case.program}.elf"])
    return call(build / "bin/rvt", "decode", capture, *programs, "--config", config, *src, *more, "-o", out)


def check_pcs(build, case, stem, capture):
    """What ran is what was decoded, but for what an overflow may have lost."""
    out = capture.with_suffix(".decoded")
    for more in (["--pcs"], []) if case.is_long else ([],):
        fresh(out)
        done = decode(build, case, stem, capture, out, *more)
        if failed := reading_failed(done):
            yield failed
            return
        if more and is_same_flow(case.pcs, out):
            return
    complaint = compare_flow(lines_of(case.pcs), lines_of(out))
    if complaint:
        yield f"{out}: {complaint}"


def check_memory(build, case, outcome):
    """The same program once more, from the memory; of a longer one only the end is there, without a sync."""
    capture = memory_of(outcome.stem)
    whole = capture.stat().st_size >= outcome.stem.with_suffix(".nex").stat().st_size
    outcome.cover["memory_whole"] = int(whole)
    if whole:
        yield from check_pcs(build, case, outcome.stem, capture)


def check(build, case):
    """Everything about a capture, as an Outcome."""
    stem = build / "corpus" / case.name.replace("/", "-")
    stem.parent.mkdir(parents=True, exist_ok=True)
    outcome = Outcome(case, stem=stem)
    outcome.differences += simulate(build, case, outcome)
    if not outcome.differences:
        if case.expected.with_suffix(".nex").exists():
            outcome.differences += check_bytes(build, case, stem)
            outcome.differences += check_sidecar(case, stem)
        elif build not in case.expected.parents:
            outcome.differences.append(f"{case.expected}.nex: expected bytes, found no file")
        outcome.differences += check_pcs(build, case, stem, stem.with_suffix(".nex"))
        if case.bench == "top":
            outcome.differences += check_memory(build, case, outcome)
    return outcome


def check_all(build, cases):
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda case: check(build, case), cases)


def unnamed(corpus, cases):
    """Scenarios that no line of the list names would never be looked at."""
    named = {case.expected.with_suffix(".scn") for case in cases}
    for path in sorted(corpus.glob("*/*.scn")):
        if path not in named:
            yield f"{path}: expected a line in corpus.list"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--corpus", type=Path, default=Path("sim/corpus"))
    args = parser.parse_args()
    cases = read_list(args.corpus)
    faults = list(unnamed(args.corpus, cases))
    clocks = 0
    for outcome in check_all(args.build, cases):
        clocks += outcome.clocks
        for text in outcome.differences:
            faults.append(f"{outcome.case.name}: {text}")
    for text in faults:
        print(text, file=sys.stderr)
    print(f"corpus: {len(cases)} captures, {clocks} clocks in lock-step, {len(faults)} differences")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
