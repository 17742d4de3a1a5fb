#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What an encoder absorbs and sustains: docs/cost.md and its picture, measured by the bench tb/units/bench_burst.c.

    bandwidth.py write       measure on the golden model, check what the page promises, write tables and picture
    bandwidth.py check       the same, but compare them with page and picture
    bandwidth.py lockstep    each run of a preset once more, with the RTL beside the model: what is counted must be the same

The bench judges the bytes of every run by the oracle: it fails on a loss that no message announces. What is drawn by chance has one seed.
"""

import math
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import harts  # noqa: E402  pylint: disable=wrong-import-position
import plot  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
from lib.sources import ROOT  # noqa: E402  pylint: disable=wrong-import-position
from netlists import Failed, make, must  # noqa: E402  pylint: disable=wrong-import-position
from pages import put  # noqa: E402  pylint: disable=wrong-import-position
from tables import table  # noqa: E402  pylint: disable=wrong-import-position

MODEL, SIM = "build/bench/burst_model", "build/bench/sim-bandwidth"
PAGE, PICTURE = ROOT / "docs/cost.md", ROOT / "docs/bandwidth.svg"
CLOCKS, FROM = 4000, 1000  # of a run; of those, before sustained figures are counted
RANDOM, GROUPS, SEED, NONE = 12, 25, 1, "–"
BUFFER = 48  # bytes of the PIB
FREE = {"Lanes": 16, "Btm": 1}  # every message is a beat
LANES, DEPTHS = (1, 2, 4, 8, 16), (4, 8, 15, 31, 63)


@dataclass(frozen=True)
class Build:
    name: str
    values: dict = field(compare=False)  # of the encoder's parameters

    def but(self, **values):
        """The same with other parameters."""
        return Build(self.name, {**self.values, **values})

    def parts(self, options):
        """A build with the parameters among the options, and the options of the bench."""
        mine = {name: value for name, value in options.items() if name in self.values}
        return self.but(**mine), {name: value for name, value in options.items() if name not in mine}

    def has(self, options):
        return (self.values["Btm"] or options.get("mode") != 3) and (self.values["StackDepth"] or not options.get("ir"))


@dataclass(frozen=True)
class Run:
    """What a run has counted, by the names of the bench."""

    counts: dict

    def __getattr__(self, name):
        return self.counts[name]

    @property
    def rate(self):
        """Blocks a clock."""
        return self.steady_blocks / self.steady_clocks

    @property
    def bytes_a_clock(self):
        return self.steady_bytes / self.steady_clocks

    @property
    def message(self):
        """Bytes of a message, beats of one."""
        messages = self.steady_messages or 1
        return self.steady_bytes / messages, self.steady_beats / messages


def presets():
    """The encoders of N-Trace in sim/lists/presets.list."""
    mine = lists.defaults("rvt_encoder")
    read = lists.read(ROOT / "sim/lists/presets.list")
    return [Build(name, {p: line.values[p] for p in mine}) for name, line in read.items() if "QueueDepth" in line.values and not line.values["Format"]]


def blocks_in(pattern):
    return sum(letter != "," for letter in pattern)


def counts_of(said):
    return {name: int(value) for name, value in re.findall(r" (\w+)=(\d+)", said)}


class Bench:
    """Runs of the model; each is made once."""

    def __init__(self):
        self.runs = {}

    def run(self, build, pattern, options, **more):
        options = {"hart": pattern, "length": CLOCKS, "from": FROM, **options, **more}
        words = (" ".join(lists.assignments(build.values)), *lists.assignments(options))
        if words not in self.runs:
            self.runs[words] = build.name, Run(counts_of(must([MODEL, *words], f"{MODEL} '{words[0]}' {' '.join(words[1:])}")))
        return self.runs[words][1]

    def both(self, build, pattern, options):
        """With a hart that ignores stall, with one that obeys it; what the latter sustains, the former sends without a loss."""
        ignores, obeys = (self.run(build, pattern, options, obey=obey) for obey in (0, 1))
        clocks = pattern.count(",") + 1
        share = obeys.rate * clocks / blocks_in(pattern)
        pause = "," * max(math.ceil(1 / share - 0.01) - 1, int(obeys.stall != 0))
        slow = self.run(build, "".join(f"{clock}{pause}," for clock in pattern.split(","))[:-1], options)
        expect(slow.overflows == 0, build, pattern, f"nothing lost with {len(pause)} clocks of pause", f"{slow.overflows} overflows")
        absorbed(build, pattern, ignores)
        return ignores, obeys, share


def expect(holds, build, pattern, expected, found):
    if not holds:
        raise Failed(f"{build.name}: hart {pattern}: expected {expected}, found {found}")


def absorbed(build, pattern, run):
    expect(run.burst_clocks >= build.values["QueueDepth"], build, pattern, "QueueDepth clocks absorbed", run.burst_clocks)


def storms(bench, builds):
    """Patterns by chance: QueueDepth clocks are absorbed, also with pins that take nearly nothing, and both() says what else."""
    rng = random.Random(SEED)
    for build in builds:
        for _ in range(RANDOM):
            options = rng.choice([o for o in ({}, harts.BTM, harts.IR) if build.has(o)]) | {"span": rng.randint(8, build.values["Xlen"] - 1)}
            pattern = harts.storm(rng, build.values["Blocks"])
            bench.both(build, pattern, options)
            absorbed(build, pattern, bench.run(build, pattern, options, pins=4, divider=15, buffer=BUFFER, length=200))


def groups(bench, builds):
    """Groups by chance with a transfer or trap each, at most, are sustained."""
    rng = random.Random(SEED)
    for build in wide(builds):
        for options in ({}, harts.IR, harts.BTM):
            for _ in range(GROUPS):
                one, pattern = build.but(**FREE), harts.groups(rng, build.values["Blocks"], options)
                ran = bench.run(one, pattern, options)
                expect(ran.overflows == 0, one, pattern, f"all sustained with 16 lanes, {options}", f"{ran.overflows} overflows")


def cells(bench, builds, show):
    """A row for each hart and number of blocks a clock, a cell for each build."""
    for name, options, patterns in harts.HARTS:
        for blocks, pattern in patterns.items():
            row = [show(*bench.both(b, pattern, options)[:2]) if b.has(options) and blocks <= b.values["Blocks"] else NONE for b in builds]
            if any(cell != NONE for cell in row):
                yield [name, blocks, *row]


def bursts(bench, builds):
    def show(ignores, obeys):
        return "all" if not ignores.overflows else f"{ignores.burst_blocks} / {obeys.free_blocks}"

    return table(["the hart sends from idle on", "blocks a clock", *(f"`{b.name}`" for b in builds)], cells(bench, builds, show))


def sustained(bench, builds):
    def show(_, obeys):
        return f"{obeys.rate:.2f} / {obeys.bytes_a_clock:.2f}"

    return table(["the hart sends all the time", "blocks a clock", *(f"`{b.name}`" for b in builds)], cells(bench, builds, show))


def wide(builds):
    return [b for b in builds if b.values["Blocks"] > 1]


def lanes(bench, builds):
    rows = []
    for build in wide(builds):
        for sent, promised in ((harts.SINGLE, True), (harts.SEVERAL, False)):
            for name, options, patterns in sent:
                pattern, row = patterns.get(build.values["Blocks"]), []
                if pattern is None:
                    continue
                for count in LANES:
                    one, options_of_run = build.but(Lanes=count).parts(options)
                    _, obeys, share = bench.both(one, pattern, options_of_run)
                    if promised and obeys.message[0] <= count:
                        expect(share == 1, one, pattern, f"all sustained with {count} lanes", share)
                    row.append(f"{share:.2f}")
                expect(promised or share < 1, build, pattern, "less than all sustained", share)
                rows.append([f"`{build.name}`", name, f"`{pattern}`", f"{obeys.message[0]:.1f}", *row])
    return table(["build", "the hart", "pattern", "bytes a message", *(f"{count} lane{'s' * (count > 1)}" for count in LANES)], rows, 3)


# ---- The rule -----------------------------------------------------------------------------------


def rule(build, pattern, mode, message, sink=None):
    """Clocks of the pattern that are absorbed from idle; math.inf: all. `message`: bytes and beats; sink: bytes a clock, None: a
    beat a clock. docs/cost.md says it in words."""
    size, beats = message
    clocks = pattern.split(",")
    sent = sum(letter in ("t" if mode == 3 else "jrx") for letter in pattern) / len(clocks)
    waiting = build.values["QueueDepth"] * sent * len(clocks) / sum(clock != "" for clock in clocks)
    found = waiting / (sent - 1 / beats) if sent > 1 / beats else math.inf
    if sink and sent > sink / size:
        behind = build.values["FifoDepth"] / beats + BUFFER / size
        found = min(found, (waiting + behind) / (sent - sink / size))
    return found


def rules(builds):
    """Build, hart, options of the bench, bytes a clock of the sink: what the rule is compared with."""
    named = {b.name: b for b in builds}
    mcu, quad = named["mcu"], named["quad"].but(Lanes=8)
    cases = [(b.but(QueueDepth=depth, FifoDepth=0), hart, options, None)
             for b, hart, options in ((mcu, "j", {}), (mcu, "t", harts.BTM), (named["dual"], "jj", {}), (named["quad"], "j", {}), (quad, "jjjj", {}))
             for depth in DEPTHS]
    cases += [(mcu.but(FifoDepth=depth), hart, {**options, "pins": pins, "buffer": BUFFER}, pins / 8)
              for hart, options, pins in (("j", {}, 4), ("j,,,,,,,", {}, 4), ("t,,", harts.BTM, 4), ("t", harts.BTM, 8)) for depth in (32, 128)]
    cases += [(quad.but(FifoDepth=depth), "nnnj,,", {"pins": 8, "buffer": BUFFER}, 1) for depth in (16, 64)]
    return cases


def compared(bench, builds):
    """Each case absorbs what the rule says, within 5 % and 6 clocks."""
    for build, pattern, options, sink in rules(builds):
        usual = {name: value for name, value in options.items() if name == "mode"}
        message = bench.run(build, pattern.rstrip(","), usual, obey=1).message
        ran = bench.run(build, pattern, options)
        said = rule(build, pattern, options.get("mode"), message, sink)
        found = ran.burst_clocks if ran.overflows else math.inf
        expect(0.95 * said - 1 <= found <= 1.05 * said + 6, build, pattern, f"{said:.1f} clocks by the rule, with {build.values['QueueDepth']} entries", found)

def picture(bench, builds):
    named = {b.name: b for b in builds}
    mcu, quad = named["mcu"], named["quad"]
    left = [("4 jumps a clock, 8 lanes", quad.but(Lanes=8), "jjjj", {}), ("a jump a clock, 1 lane", mcu, "j", {}),
            ("a taken branch a clock, BTM, 1 lane", mcu, "t", harts.BTM), ("a jump a clock, 4 lanes", quad, "j", {})]
    depths = range(4, 65, 4)
    taken = [(name, [(depth, bench.run(b.but(QueueDepth=depth), hart, options).burst_clocks) for depth in depths])
                for name, b, hart, options in left]
    both = quad.but(Btm=1)
    right = [("taken branch, BTM", "t", harts.BTM), ("jump within 1 MiB", "j", {}), ("three branches and a jump", "nntj", {}),
             ("jump, whole address", "j", {"span": 0})]
    kept = []
    for name, hart, options in right:
        runs = [(count, bench.run(both.but(Lanes=count), hart, options, obey=1)) for count in LANES]
        kept.append((f"{name}: {runs[0][1].message[0]:.0f} bytes", [(count, run.steady_messages / run.steady_clocks) for count, run in runs]))
    return plot.page("What the queue absorbs, and what the lanes sustain", [
        plot.Panel("clocks absorbed from idle", "QueueDepth", taken, (0, 64), (0, 140), (0, 16, 32, 48, 64), (0, 35, 70, 105, 140)),
        plot.Panel("messages a clock, sustained", "Lanes", kept, (1, 16), (0, 1), LANES, (0, 0.25, 0.5, 0.75, 1), log=True)])


def measured():
    """The bench with all runs, the text of the page, the picture."""
    make(MODEL)
    bench, builds = Bench(), presets()
    text = PAGE.read_text(encoding="utf-8")
    for name, rows in (("bursts", bursts), ("sustained", sustained), ("lanes", lanes)):
        text = put(text, PAGE.name, name, rows(bench, builds))
    compared(bench, builds)
    storms(bench, builds)
    groups(bench, builds)
    mcu = next(b for b in builds if b.name == "mcu")
    for pattern, options, size in harts.SIZES:
        found = bench.run(mcu, pattern, options, obey=1).message[0]
        expect(round(found) == size and abs(found - size) < 0.05, mcu, pattern, f"{size} bytes a message", found)
    least = bench.run(mcu, "j", {}).burst_clocks
    for depth in (17, 128, 512):  # of no use where a beat leaves in every clock
        found = bench.run(mcu.but(FifoDepth=depth), "j", {}).burst_clocks
        expect(found == least, mcu, "j", f"{least} clocks, whatever FifoDepth is", found)
    return bench, text, picture(bench, builds)


# ---- Lock-step ----------------------------------------------------------------------------------


def lockstep():
    """Runs of the presets as they are, of dual and quad with 8 lanes, and of the groups by chance, with the RTL; how many, and their clocks."""
    bench, builds = measured()[0], presets()
    builds += [Build(f"{b.name}-{name}", b.but(**values).values) for b in wide(builds) for name, values in (("l8", {"Lanes": 8}), ("groups", FREE))]
    names = {" ".join(lists.assignments(b.values)): b.name for b in builds}
    listed = ROOT / "build/bench/bandwidth.list"
    listed.write_text("".join(f"{name} rvt_encoder {words}\n" for words, name in names.items()), encoding="utf-8")
    make("sim-build", f"SIM={SIM}", f"SIM_LIST={listed.relative_to(ROOT)}", "RUNS=", "SIM_RT=build/sim/runtime", "-j2")
    mine = [(words, run) for words, (_, run) in bench.runs.items() if words[0] in names]

    def beside(one):
        words, run = one
        chosen = [word for option in ("resets=0", *words[1:]) for word in ("-o", option)]
        said = must([f"{SIM}/{names[words[0]]}/sim", "--bench", "burst", "--clocks", 4_000_000, *chosen], " ".join(words))
        found = {name: value for name, value in counts_of(said).items() if name in run.counts}
        if found != run.counts:
            raise Failed(f"{names[words[0]]} {' '.join(words[1:])}: RTL and model alone have counted differently")
        return int(re.search(r": (\d+) clocks", said)[1])

    with ThreadPoolExecutor(2) as pool:
        clocks = list(pool.map(beside, mine))
    if len({words[0] for words, _ in mine}) != len(names):
        raise Failed("a build has no run")
    return len(clocks), sum(clocks)


def main():
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    try:
        if what == "lockstep":
            count, clocks = lockstep()
            print(f"bandwidth: {count} runs in lock-step, {clocks} clocks, counted as by the model alone")
        elif what in ("write", "check"):
            bench, text, image = measured()
            for path, made in ((PAGE, text), (PICTURE, image)):
                if what == "write":
                    path.write_text(made, encoding="utf-8")
                elif not path.is_file() or path.read_text(encoding="utf-8") != made:
                    raise Failed(f"{path.name}: expected what is measured, found something else; `make bench-bandwidth` writes it")
            print(f"bandwidth: {len(bench.runs)} runs of the model, nothing lost that was not announced")
        else:
            sys.exit(__doc__)
    except Failed as problem:
        sys.exit(f"bandwidth: {problem}")


if __name__ == "__main__":
    main()
