#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Long lock-step runs over many builds and configurations, with a ledger that is kept.

    soak.py draw             print the builds (sim/lists/soak/builds.list), drawn from a fixed seed
    soak.py run [NAME...]    run what build/evidence/soak.tsv (EVIDENCE=DIR) does not hold for this RTL; one line a run
    soak.py check            totals of the ledger; status 1 unless every run of the plan is there for these sources
    soak.py page             the sums of the ledger, into soak.md beside it

A run is one build with one seed, and the seed draws the configurations. Its kind is one of KINDS, which says
who judges it beside the comparison in every clock. The ledger names what ran by the hash of its
files (`sources`), the parameters of the build and the options of the kind by another (`setup`), so that
nothing old is counted for something new. `configuration` is what the seed has drawn: of a program, as
options of its bench; of random traffic, which changes it between sessions, how many; - where software writes it.
"""
import argparse
import functools
import hashlib
import random
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import count
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]
import regression  # noqa: E402
import sim  # noqa: E402
from lib import lists  # noqa: E402
from lib.sources import EVIDENCE, hash_of, shown, write  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BUILDS = ROOT / "sim/lists/soak/builds.list"
TOP, WITH_REGISTERS, TANDEM = "rvt_encoder", "rvt_te", "rvt_tandem"
LEDGER, PAGE = EVIDENCE / "soak.tsv", EVIDENCE / "soak.md"
BUILD_COUNT, ETRACE_COUNT, TANDEM_COUNT = 40, 12, 12
COLUMNS = ["sources", "setup", "build", "kind", "seed", "clocks", "points", "digest", "configuration", "result"]
# What a run is made of, as git's path specifications: the encoders' RTL with its registers, its models, judges and benches.
PATHS = ["rtl/common", "rtl/framing", "rtl/ingress", "rtl/ntrace", "rtl/etrace", "rtl/tandem", "rtl/transport/rvt_msg_fifo*", "rtl/transport/rvt_fifo_bytes*", "rtl/check", "rtl/control", "rtl/top/rvt_te*", "cmodel/codec", "cmodel/model", "cmodel/encode",
         "cmodel/stimulus/player*", "cmodel/stimulus/progen*", "cmodel/include/rvt/ntrace*", "cmodel/include/rvt/etrace*", "cmodel/include/rvt/tandem", "cmodel/include/rvt/unit",
         *(f":!*/{name}*" for name in ("rvt_top", "top.", "fork.", "pib.", "rvt_pib", "rvt_ram", "regs_pib", "regs_ram", "ram_sink", "pib_sink")),
         "cmodel/decoder", "cmodel/tools/decode", "cmodel/oracle/oracle*", "cmodel/oracle/ntrace", "cmodel/oracle/etrace", "scripts/sim/compare_flow.py", "scripts/sim/sim.py", "scripts/sim/regression.py", "scripts/sim/stage.py", "scripts/lib/lists.py", "scripts/lib/sv.py",
         "cmodel/isa", "cmodel/include/rvt/insn.h",
         *(f"tb/{name}*" for name in ("units/bench_encoder", "units/bench_te", "system/bench_scenario", "system/scenario", "units/encoder_", "cover/regs_",
                                "cover/te_", "judges/trace_", "units/bench_tandem.", "judges/tandem_", "agents/tandem", "agents/ingress", "agents/apb_bus", "agents/te_agent", "judges/stream_check", "harness"))]

# `seeds` runs of each build.
Kind = namedtuple("Kind", "seeds bench clocks options flags judges")
JUDGED = ["every=1", "check=1", "live=0"]
PROGRAM = ["resets=0", "insns=600000"]
NOISE = ["flicker=3000", "halts=5000"]
BY_ORACLE = "oracle: messages and overflows"
BY_BOTH = "oracle: messages and overflows; `rvt decode`: PCs"
KINDS = {
    "judged": Kind(4, "encoder", 2_800_000, JUDGED, [], BY_ORACLE),
    "storm": Kind(3, "encoder", 2_800_000, [*JUDGED, "flicker=20", "phase=100", "off=1000", "dead=2000"], [], BY_ORACLE),
    "live": Kind(3, "encoder", 2_800_000, ["every=1", "live=100"], [], "none: settings change while something is traced"),
    "program": Kind(4, "scenario", 60_000_000, [*PROGRAM, *NOISE], ["decode"], BY_BOTH),
    "edges": Kind(3, "scenario", 60_000_000,
                  [*PROGRAM, "flicker=20", "halts=50", "gen=p_nested:20000,p_ecall_fault:200000,p_mismatch:100000"], ["decode"], BY_BOTH),
    "counted": Kind(2, "scenario", 60_000_000, [*PROGRAM, *NOISE, "ir=1", "ir_mode=1"], ["decode"], BY_BOTH),
    "low_bits": Kind(2, "scenario", 60_000_000, [*PROGRAM, *NOISE, "ir=1", "ir_mode=2"], ["decode"], BY_BOTH),
    "clocks": Kind(2, "scenario", 60_000_000, [*PROGRAM, *NOISE, "sync_mode=2"], ["decode"], BY_BOTH),
    "stalled": Kind(2, "scenario", 60_000_000, [*PROGRAM, "stall=1", "rule=0", "gen=p_halt:0", "overflows=0", "dead=20000"], ["decode"],
                    "the same; an overflow fails"),
}
# Of a build with registers, which software sets up and changes under way; its time is that of the timestamp unit.
REGISTER_KINDS = {
    "registers": Kind(13, "te", 1_500_000, ["check=1"], [], BY_ORACLE),
    "any_write": Kind(12, "te", 1_500_000, [], [], "none: any register is written at any time"),
}
# E-Trace, where the decoder may remark that a report is ambiguous (ETR:DC-05): PCs are then wrong up to the next sync, so syncs come often. Before a
# loss a report may be taken for an earlier place (docs/limits.md), so programs with losses are not decoded.
ETRACE_PROGRAM = [*PROGRAM, "sync_mode=3", "sync_max=7", "own=0"]  # the last one where there are contexts
ETRACE_KINDS = {
    "judged": KINDS["judged"]._replace(seeds=6),
    "storm": KINDS["storm"]._replace(seeds=4),
    "live": KINDS["live"]._replace(seeds=4),
    "program": Kind(3, "scenario", 60_000_000, [*ETRACE_PROGRAM, *NOISE, "gen=w_self:0"], [], BY_ORACLE),
    "stalled": Kind(3, "scenario", 60_000_000, [*ETRACE_PROGRAM, "stall=1", "rule=0", "gen=w_self:0,p_halt:0", "overflows=0", "dead=20000"],
                    ["decode"], "the same; an overflow fails"),
}
# Tandem trace: its hart says anything that the ports can.
TANDEM_KINDS = {
    "records": Kind(6, "tandem", 4_000_000, [], [], "records: bytes of groups; state of dumps"),
    "obeyed": Kind(6, "tandem", 4_000_000, ["style=1"], [], "the same; a loss fails"),
    "loss": Kind(4, "tandem", 4_000_000, ["style=2", "ready=always"], [], "records: bytes of groups; state of dumps"),
    "rests": Kind(5, "tandem", 4_000_000, ["disabled=2000", "inactive=20000"], [], "records: bytes of groups; state of dumps"),
}
RETURNS = ("counted", "low_bits")  # a build without implicit return runs them as `program`
EVENTS = "p_trigger:2000,p_reset:100,p_lowpower:200"  # of programs with noise, where the build has them
CONTEXTS = "p_context:3000"

# ---- Builds --------------------------------------------------------------------------------------


def longest_beats(p):
    """Beats of the longest message if no two of its parts share one: no fewer than rvt_ntrace_pkg counts."""
    def beats(bits):
        return -(-(-(-bits // 6)) // p["Lanes"])

    head = 6 + p["SrcBitsMax"] + 4 + 2 + p["IcntWidth"]
    return beats(head) + beats(p["Xlen"] - 1) + (beats(p["HistWidth"]) if p["Htm"] else 0) + beats(p["TsWidth"])


def draw_owner(rng, xlen):
    context = rng.choice([0, 1, 2, 2])
    width = rng.choice([1, 6, 16, rng.randint(1, xlen - 6)]) if context == 2 else 1
    return {"Context": context, "ContextWidth": width, "HcontextWidth": rng.choice([0, rng.randint(0, width - 1)])}


def draw_build(rng, top):
    p = {"Xlen": rng.choice([32, 64])}
    p["Btm"], p["Htm"] = rng.choice([(1, 1), (1, 1), (1, 1), (1, 0), (0, 1)])
    p["AddrBits"] = rng.choice([39, 48, 64]) if p["Xlen"] == 64 else 64
    p["Blocks"] = rng.choice([1, 1, 2, 2, 3, 4])
    p["FlowBlocks"] = rng.choice([*range(1, p["Blocks"] + 1), p["Blocks"]])
    p["Single"] = int(rng.random() < 0.25)
    p["IretireWidth"] = 1 if p["Single"] else rng.randint(3, 8)
    p["ItypeWidth"] = rng.choice([3, 4, 4, 4])
    p["Events"] = int(rng.random() < 0.7)
    p["SeqJump"] = int(rng.random() < 0.6)
    for feature in ("AllJumps", "RepeatBranch", "ExtendAddr"):
        p[feature] = rng.randint(0, 1)
    p |= draw_owner(rng, p["Xlen"])
    p["IaddrOnInt"] = rng.randint(0, 1)
    p["IcntWidth"] = rng.randint(max(8, p["IretireWidth"] + 1), rng.choice([10, 16, 22]))
    p["HistWidth"] = rng.choice([3, 4, 5, 8, 16, 31, 32])
    p["StackDepth"] = rng.choice([0, 1, 2, 3, 5, 8, 16, 32])
    p["SrcBitsMax"] = rng.choice([0, 4, 6, 12])
    p["TsWidth"] = rng.choice([0, 8, 16, 32, 40, 64 if top == TOP else 63])
    p["QueueDepth"] = rng.choice([2, 3, 4, 8, 16, 32, 64])
    p["StallLatency"] = rng.randint(1, min(p["QueueDepth"] - 1, 8))
    p["Lanes"] = rng.choice([1, 1, 2, 4, 8, 16])
    p["FifoDepth"] = longest_beats(p) + rng.choice([0, 1, 7, 40])
    p["FifoBytes"] = int(p["Lanes"] > 1 and p["FifoDepth"] < 10 and p["StallLatency"] > 6)
    p["PlainHist"] = rng.randint(0, 1)
    p["ImpdefWidth"] = p["ReturnModes"] = p["SyncClocks"] = 1
    if top == WITH_REGISTERS:
        p["PlainSync"] = rng.randint(0, 1)
    return p


def draw_etrace(rng):
    """A build of E-Trace; it keeps the rules of rtl/interface/parameters.toml."""
    p = {"Format": 1, "Framing": 1, "Btm": 0, "Xlen": rng.choice([32, 64])}
    p["AddrBits"] = rng.choice([40, 48, 64]) if p["Xlen"] == 64 else 64
    p["Blocks"] = rng.choice([1, 1, 2, 3, 4])
    p["StackDepth"] = rng.choice([0, 2, 4, 8, 32])
    p["ItypeWidth"] = rng.choice([3, 4]) if p["StackDepth"] == 0 else 4
    p["IretExt"] = int(p["StackDepth"] != 0 and rng.random() < 0.3)
    p["BpredSize"], p["CacheSize"] = rng.choice([0, 1, 3, 5, 7]), rng.choice([0, 1, 5, 7])
    p["Single"] = int(rng.random() < 0.25)
    p["IretireWidth"] = 1 if p["Single"] else rng.randint(3, 8)
    p["Events"], p["SeqJump"] = rng.randint(0, 1), rng.randint(0, 1)
    p["PrivBits"], p["Context"] = rng.choice([2, 3]), rng.choice([0, 2, 2])
    p["ContextWidth"] = rng.choice([1, 8, 16, 26]) if p["Context"] == 2 else 1
    p["TsWidth"] = rng.choice([0, 0, 16, 40])
    p["SrcBitsMax"] = rng.choice([0, 8]) if p["TsWidth"] else rng.choice([0, 4, 7, 8])
    p["QueueDepth"] = rng.choice([4, 8, 16, 64])
    p["StallLatency"] = rng.randint(1, min(p["QueueDepth"] - 1, 8))
    p["Lanes"] = rng.choice([1, 1, 2, 4, 8, 16])
    return p


def draw_tandem(rng):
    """A build of tandem trace; it keeps the rules of rvt_tandem."""
    p = {"Xlen": rng.choice([32, 64]), "Flen": rng.choice([0, 0, 32, 64])}
    p["Mlen"] = 64 if p["Xlen"] == 64 else rng.choice([32, 34])
    p["Nret"], p["Csrs"] = rng.choice([1, 1, 2, 3, 4]), rng.randint(0, 4)
    p["Elements"] = (rng.getrandbits(10) | rng.choice([0, 0, 121])) & (1021 if p["Flen"] == 0 else 1023)
    for form in ("IncrementPc", "OrFcsr", "AddRegisters"):
        p[form] = rng.randint(0, 1)
    p["QueueDepth"] = rng.choice([1, 2, 4, 16])
    p["StallLatency"] = rng.randint(0, p["QueueDepth"] - 1)
    p["Lanes"] = rng.choice([1, 2, 4, 8, 16])
    p["FifoDepth"] = rng.choice([2, 7, 16, 64])
    p["Wide"] = rng.randint(0, 1)
    p["Shadow"] = rng.randint(0, 1)
    p["ShadowCsrs"] = rng.choice([0x1ED18, rng.getrandbits(32)]) if p["Shadow"] else 0x1ED18
    return p


def draw():
    print("# Copyright 2026 rvtrace contributors\n# SPDX-License-Identifier: Apache-2.0\n#")
    print("# Builds of the long runs, printed by `scripts/sim/soak.py draw`; the form is that of sim/lists/builds.list.")
    rng = random.Random(7)
    for number in range(BUILD_COUNT):
        top = WITH_REGISTERS if number % 5 == 4 else TOP
        build = draw_build(rng, top) | {"QueueSync": int(number % 4 == 1)}
        print(f"soak-{number:02}", top, *lists.assignments(lists.differing(top, build)))
    rng = random.Random(8)
    for number in range(ETRACE_COUNT):
        print(f"soak-etrace-{number:02}", TOP, *lists.assignments(lists.differing(TOP, draw_etrace(rng))))
    rng = random.Random(177)  # each two of Shadow, the bus and Wide meet in two builds or more
    for number in range(TANDEM_COUNT):
        print(f"soak-tandem-{number:02}", TANDEM, *lists.assignments(lists.differing(TANDEM, draw_tandem(rng))))


# ---- Runs ----------------------------------------------------------------------------------------


@functools.cache
def builds():
    return lists.read(BUILDS)


def plan():
    """Each run of the ledger once; the seeds of a build are numbered through its kinds."""
    for build in builds():
        seeds = count(1)
        for name, kind in kinds_of(build).items():
            for _ in range(kind.seeds):
                yield build, name if has_returns(build) or name not in RETURNS else "program", next(seeds)


def kinds_of(build):
    if builds()[build].top in (WITH_REGISTERS, TANDEM):
        return TANDEM_KINDS if builds()[build].top == TANDEM else REGISTER_KINDS
    return ETRACE_KINDS if is_etrace(build) else KINDS


def is_etrace(build):
    return builds()[build].values.get("Format") == 1


def has_returns(build):
    """Whether a return may be implicit: three bits of itype tell none (NT:ING-08)."""
    return builds()[build].top != TANDEM and builds()[build].values["ItypeWidth"] != 3 and builds()[build].values["StackDepth"] != 0


def read_ledger():
    if not LEDGER.is_file():
        return []
    lines = LEDGER.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0].split("\t") != COLUMNS:
        sys.exit(f"{LEDGER.name}:1: expected the columns {' '.join(COLUMNS)}")
    return [dict(zip(COLUMNS, line.split("\t"))) for line in lines[1:]]


def kind_of(build, name):
    kind = kinds_of(build)[name]
    options = list(kind.options)
    values = builds()[build].values
    if kind.bench == "scenario":
        made = [o.removeprefix("gen=") for o in options if o.startswith("gen=")]
        made += [EVENTS] * (values["Events"] and name != "stalled") + [CONTEXTS] * (values["Context"] == 2)
        options = [o for o in options if not o.startswith("gen=") and (o != "own=0" or values["Context"])] + ["gen=" + ",".join(made)] * bool(made)
    return kind.bench, kind.clocks, options, kind.flags


def setup(build, kind):
    """Hash of what is run, but for the seed: the values in the order that they are drawn in, without those that earlier builds had without a name."""
    top = builds()[build].top
    rng = random.Random(1)
    drawn = draw_tandem(rng) if top == TANDEM else draw_etrace(rng) if is_etrace(build) else draw_build(rng, top)
    values = {name: builds()[build].values[name] for name in drawn}
    words = [build, top, *(word for word in lists.assignments(values) if word not in ("ReturnModes=1", "SyncClocks=1"))]
    return hashlib.sha256(repr((words, kind_of(build, kind))).encode()).hexdigest()[:12]


def counted(hashed=None):
    """Of each run of the plan the last row with these sources, or with those of the newest row, and today's setup."""
    rows = read_ledger()
    hashed = hashed or (rows[-1]["sources"] if rows else "-")
    today = {(build, kind, str(seed)): setup(build, kind) for build, kind, seed in plan()}
    last = {}
    for row in rows:
        key = (row["build"], row["kind"], row["seed"])
        if row["sources"] == hashed and today.get(key) == row["setup"]:
            last[key] = row
    return hashed, last


def execute(where, build, kind, seed):
    bench, clocks, options, flags = kind_of(build, kind)
    drawn = Path(where.sim) / build / f"{build}-{kind}_{seed}.config"
    tells = [f"config={drawn}"] if builds()[build].top == TOP else []
    run = regression.Run(f"{build}-{kind}.{seed}", "nightly", bench, build, seed, clocks, options=[*options, *tells], flags=list(flags))
    outcome = sim.execute(where, run)
    return outcome, (ROOT / drawn).read_text(encoding="utf-8").strip() if outcome.ok and tells else "-"


def row_of(hashed, build, kind, seed, outcome, drawn):
    points = sum(not word.endswith("=0") for word in outcome.text.split() if "=" in word)
    return {"sources": hashed, "setup": setup(build, kind), "build": build, "kind": kind, "seed": str(seed), "clocks": str(outcome.clocks),
            "points": str(points), "digest": outcome.digest or "-", "configuration": drawn, "result": "ok" if outcome.ok else "FAILED"}


def run(where, names):
    hashed = hash_of(PATHS)
    have = {key for key, row in counted(hashed)[1].items() if row["result"] == "ok"}
    todo = [p for p in plan() if (p[0], p[1], str(p[2])) not in have and (not names or p[0] in names)]
    if not read_ledger():
        write(LEDGER, "\t".join(COLUMNS) + "\n")
    failed = 0
    with ThreadPoolExecutor(2) as pool, open(LEDGER, "a", encoding="utf-8") as ledger:
        started = {pool.submit(execute, where, *p): p for p in todo}
        for done, future in enumerate(as_completed(started), 1):
            outcome, drawn = future.result()
            if hash_of(PATHS) != hashed:
                pool.shutdown(cancel_futures=True)
                sys.exit("soak: the sources have changed under way; what ran since is of no state of them")
            row = row_of(hashed, *started[future], outcome, drawn)
            if row["result"] != "ok":
                failed += 1
                print(f"\nFAIL {'-'.join(map(str, started[future]))}: {outcome.text}", flush=True)
            ledger.write("\t".join(row[c] for c in COLUMNS) + "\n")
            ledger.flush()
            if sys.stdout.isatty():
                print(f"\r{done} of {len(todo)}", end="", flush=True)
    print(f"soak: {len(todo)} runs, {failed} failed")
    return 1 if failed else 0


def check():
    if not LEDGER.is_file():
        print(f"soak: {shown(LEDGER)} is missing; `make soak` writes it")
        return 1
    newest, last = counted(hash_of(PATHS))
    rows = [row for row in last.values() if row["result"] == "ok"]
    missing = sum(1 for _ in plan()) - len(rows)
    clocks = sum(int(row["clocks"]) for row in rows)
    builds = len({row["build"] for row in rows})
    print(f"soak: sources {newest}: {builds} builds, {len(rows)} configurations, {clocks} clocks, {missing} missing")
    return 1 if missing else 0


def document():
    """The sums of the newest sources."""
    hashed, last = counted()
    kinds = KINDS | REGISTER_KINDS | TANDEM_KINDS

    def line(kind, own):
        clocks, builds = sum(int(r["clocks"]) for r in own), len({r["build"] for r in own})
        judges = kinds[kind].judges if kind in kinds else ""
        return f"| {kind} | {judges} | {builds} | {len(own):,} | {clocks:,} | {sum(r['result'] != 'ok' for r in own)} |"

    table = ["# Long runs", "", f"Sources `{hashed}`:", "",
             "| kind | judged, beside RTL = model in every clock, by | builds | runs | clocks | failed |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    table += [line(kind, [r for r in last.values() if r["kind"] == kind]) for kind in kinds] + [line("all", last.values())]
    return "\n".join(table) + "\n"


def page():
    if not LEDGER.is_file():
        print(f"soak: {shown(LEDGER)} is missing; `make soak` writes it")
        return 0
    write(PAGE, document())
    print(f"soak: {shown(PAGE)}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("what", choices=["draw", "run", "check", "page"])
    parser.add_argument("names", nargs="*", help="builds, all by default")
    args = parser.parse_args()
    if args.what == "draw":
        draw()
        return 0
    if args.what in ("check", "page"):
        return check() if args.what == "check" else page()
    return run(sim.Build(args.build, f"{args.build}/soak", "fst", "sim/lists/soak/builds.list"), args.names)


if __name__ == "__main__":
    sys.exit(main())
