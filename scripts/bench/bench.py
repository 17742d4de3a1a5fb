#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Merge what was measured into build/evidence/benchmarks.json and render benchmarks.md and synth.md beside it
(EVIDENCE=DIR); publish what docs/ and README.md say of hardware and software.

    bench.py measure [PRESET...]  run the measurements, then as `merge`; with presets, without the prices
    bench.py merge               merge the fragments of build/bench/*.json, render
    bench.py page                render
    bench.py synth [PRESET...]   run fpga.py, then as `merge`
    bench.py hardware [PRESET...]  area and prices only
    bench.py publish [PART...]   docs/benchmarks.json and the tables of the pages, from what was measured; parts: area, synth, prices (or prices.NAME),
                                 gains, icnt, compression, formats, parts, speed, by default all
    bench.py pages               these tables from docs/benchmarks.json as it is; `check`: do they agree with it

A fragment is a JSON object with a part of the keys below. A fragment replaces what it names and
leaves the rest, so one machine may measure area and another speed. Keys are only ever added:

    area.PRESET.{lut4,ff,fmax_mhz,fast_lut4,fast_fmax_mhz,gates,units}
    synth.PRESET.{ecp5,ecp5-nowide,ice40}.{lut4,ff,fmax_mhz,critical,hart}, or .no_room; synth.PRESET.osu018
    prices.NAME.{lut4,ff,fmax_mhz,gates}
    speed.date, speed.{encode_minstr_s,decode_minstr_s,model_mclk_s,lockstep_mclk_s,lockstep_pair_mclk_s}
    speed.{encode_file_minstr_s,decode_pcs_file_minstr_s,decode_runs_file_minstr_s,decode_file_minstr_s}
    gains.PROGRAM.{btm,htm}.FEATURE, in bits per instruction; `off`: without
    icnt.WORKLOAD.{btm,htm,htm_ir}.IcntWidth, in bytes
    formats.PROGRAM.MODE.{bits,payload}, in bits per instruction
    parts.WORKLOAD.{icnt,hist,...}, in bits per instruction, as traffic.py says
    compression.WORKLOAD.{literal,reference_rule,ours,optimum}_bytes
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import pages  # noqa: E402  pylint: disable=wrong-import-position
import tables  # noqa: E402  pylint: disable=wrong-import-position
from lib.sources import EVIDENCE, ROOT, shown, write  # noqa: E402  pylint: disable=wrong-import-position
from tables import table  # noqa: E402  pylint: disable=wrong-import-position

FRAGMENTS = ROOT / "build/bench"
DATA, PAGE, SYNTH = EVIDENCE / "benchmarks.json", EVIDENCE / "benchmarks.md", EVIDENCE / "synth.md"

# What measures each part, and leaves its fragments in build/bench.
MEASURE = {
    "area": "scripts/bench/area.py",
    "prices": "scripts/bench/prices.py",
    "gains": "scripts/bench/traffic.py",  # icnt, formats and parts too
    "compression": "scripts/bench/compression.py",
    "speed": "scripts/bench/speed.py",
}

SPEED_TEXT = """In memory: a loop over blocks and bytes that are there, without input and output, as a library is called. File to
file: the whole command, end to end, with starting, reading, unpacking, checking and writing. User and system time of one process, on one recorded program
of 24 M instructions; the lock-step by the clock on the wall, on random traffic."""


def merged(old, new):
    """`new` over `old`, object by object; a preset or workload is replaced as a whole."""
    result = dict(old)
    for part, entries in new.items():
        result[part] = {**result.get(part, {}), **entries}
    return result


def render_area(area):
    yield "## Area and speed of the hardware"
    yield ""
    yield "LUT4: total LUT4s of nextpnr-ecp5 (logic, carry, RAM) after `synth_ecp5`, the fewer of with and"
    yield "without wide LUTs; block RAMs apart. fmax: speed grade 6, with the files of constraints/, median"
    yield "of the placer seeds. Fast: the netlist with the higher fmax. Gates: area in the osu018 library over"
    yield "that of its NAND2, with all memories as flip-flops. Each netlist ran in lock-step with the golden"
    yield "model before it was counted; the runs are listed below."
    yield ""
    names = ["lut4", "block_ram", "ff", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "gates"]
    head = ["preset", "LUT4", "block RAM", "flip-flops", "fmax, MHz", "fast: LUT4", "fast: fmax", "gates"]
    yield from table(head, [[name] + [f.get(n, "") for n in names] for name, f in area.items()])
    yield "Units, each synthesised with its boundary kept, so that their sum is above the total:"
    yield ""
    rows = [
        [name, unit, count["lut4"], count["ff"]]
        for name, figures in area.items()
        for unit, count in sorted(figures.get("units", {}).items(), key=lambda u: -u[1]["lut4"])
        if count["lut4"] or count["ff"]
    ]
    yield from table(["preset", "unit", "LUT4", "flip-flops"], rows)
    yield "What the presets are (`sim/lists/presets.list`), and what proved them:"
    yield ""
    for name, figures in area.items():
        yield f"* `{name}`: `{figures['top']}`, {figures['params']}"
        for proof in figures.get("proofs", []):
            yield f"  * {proof}"
    yield ""


def render_speed(speed):
    yield "## Speed of the software"
    yield ""
    yield SPEED_TEXT
    yield ""
    yield from tables.speed({"speed": speed})


def render_icnt(sizes):
    yield "## Width of I-CNT"
    yield ""
    yield f"Bytes of all workloads; mean and greatest difference of a workload's bytes from those with {tables.ICNT} bits."
    yield ""
    yield from tables.icnt({"icnt": tables.icnt_totals(sizes)})


RENDER = {
    "area": render_area,
    "speed": render_speed,
    "icnt": render_icnt,
}


def render(data):
    lines = ["# Benchmarks", "", "Written by `make bench`.", ""]
    for part, renderer in RENDER.items():
        if data.get(part):
            lines += renderer(data[part])
    return "\n".join(lines).rstrip() + "\n"


def read(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def measure(parts, presets):
    """Run the programs that measure these parts; the number that failed."""
    failed = 0
    for part, program in MEASURE.items():
        if part not in parts:
            continue
        arguments = presets if part == "area" else []
        done = subprocess.run([sys.executable, program, *arguments], cwd=ROOT, check=False)
        failed += done.returncode != 0
    return failed


def merge():
    data = read(DATA)
    fragments = sorted(FRAGMENTS.glob("*.json"))
    for fragment in fragments:
        data = merged(data, read(fragment))
    if not data:
        sys.exit("bench: nothing has been measured")
    write(DATA, json.dumps(data, indent=2) + "\n")
    write_pages(data)
    print(f"bench: {len(fragments)} fragments merged into {shown(DATA)} and .md")


def write_pages(data):
    write(PAGE, render(data))
    if data.get("synth"):
        write(SYNTH, "\n".join(tables.synth_page(data)))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["measure", "merge", "page", "synth", "hardware", "publish", "pages", "check"])
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="or PART; all by default")
    args = parser.parse_args()
    if args.what == "page":
        if DATA.is_file():
            write_pages(read(DATA))
        print(f"bench: {shown(PAGE)}" if DATA.is_file() else f"bench: {shown(DATA)} is missing; `make bench` writes it")
        return 0
    if args.what == "publish":
        pages.publish(read(DATA), args.presets or pages.PARTS)
        return 0
    if args.what == "pages":
        pages.write_pages()
        return 0
    if args.what == "check":
        wrong = pages.differing()
        for page in wrong:
            print(f"{page}: expected the figures of docs/benchmarks.json, found others; `scripts/bench/bench.py pages` writes them",
                  file=sys.stderr)
        return 1 if wrong else 0
    parts = {"measure": list(MEASURE), "hardware": ["area", "prices"]}.get(args.what, [])
    parts = [part for part in parts if part != "prices" or not args.presets]
    failed = measure(parts, args.presets)
    if args.what == "synth":
        failed = subprocess.run([sys.executable, "scripts/bench/fpga.py", *args.presets], cwd=ROOT, check=False).returncode
    merge()
    if args.what == "measure":
        print("bench: `scripts/bench/bench.py publish` writes them into docs/ and README.md")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
