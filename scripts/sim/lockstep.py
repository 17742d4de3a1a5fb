#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Play one program through RTL and golden model, with any parameters, and let `rvt decode` judge what comes out.

usage: lockstep.py --elf FILE | --recording FILE [--elf FILE] [--programs 'FILE[@OFFSET][,scontext=N] ...']
                   [--parameters 'NAME=VALUE ...'] [--config 'FIELD VALUE ...']

The build is `top` of sim/lists/builds.list (`top-rv64` for RV64, or the one that --base names, of the same module) with
these parameters in the place of its own. The driver sets it up through the registers; every output is compared in
each clock, and what a probe takes from the pins is decoded. Exit status 1 on any difference, 2 for bad use or a bad file.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / part) for part in ("", "corpus")]
import corpus  # noqa: E402  pylint: disable=wrong-import-position
import demo  # noqa: E402  pylint: disable=wrong-import-position
from compare_flow import count_lines, piece_missing  # noqa: E402  pylint: disable=wrong-import-position
from interface import source  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position

MODULE = "rvt_top"
RECORDED = (0, 1)  # 1: it does not end well, and is recorded


def fail(text):
    """Bad use."""
    print(f"lockstep: {text}", file=sys.stderr)
    sys.exit(2)


def recording_of(args, home):
    if args.recording is not None:
        return args.recording
    recording = home / f"{args.elf.stem}.rvti"
    limit = ["--limit", args.limit] if args.limit else []
    done = corpus.call(args.build / "bin/rvt", "record", *limit, args.elf, "-o", recording)
    print(done.stderr, end="", file=sys.stderr)
    if done.returncode not in RECORDED:
        sys.exit(2)
    return recording


def xlen_of(elf):
    with open(elf, "rb") as file:
        head = file.read(5)
    if head[:4] != b"\x7fELF" or head[4] not in (1, 2):
        fail(f"{elf}: expected an ELF file, found none")
    return str(32 * head[4])


def parameters_of(base, changes):
    """Parameters of a line of sim/lists/builds.list, changed."""
    build = lists.read(corpus.ROOT / "sim/lists/builds.list").get(base)
    if build is None or build.top != MODULE:
        fail(f"--base {base}: expected a build of {MODULE} in sim/lists/builds.list, found none")
    values = {name: str(value) for name, value in build.values.items()}
    for change in changes:
        name, equals, value = change.partition("=")
        if name not in values or not equals or not re.fullmatch("[0-9]+", value):
            fail(f"expected NAME=VALUE of {MODULE}, found '{change}'; it has {' '.join(values)}")
        values[name] = value
    if values["Pib"] != "1":
        fail("expected Pib=1, found 0: the judge reads the pins")
    return values


def check(args, values, scenario, *recording):
    """Whether software can ask this build for the scenario, and it has room for the recording's contexts."""
    done = corpus.call(args.build / "bin/scn_read", scenario, "".join(f" {word}" for word in lists.assignments(values)), *recording)
    if done.returncode != 0:
        fail(f"BUILD='{args.parameters}' CONFIG='{args.config}': {done.stderr.strip()}")


def check_decoding(args, programs, xlen, config):
    """Whether `rvt decode` takes the programs: it is the judge of what comes out. `config` is a file for a side-car."""
    config.write_text(json.dumps({"format": "n-trace", "xlen": int(xlen)}) + "\n", encoding="utf-8")
    done = corpus.call(args.build / "bin/rvt", "decode", "--config", config, *corpus.elf_options(programs), os.devnull)
    if done.returncode != 0:
        fail(f"what comes out could not be decoded: {done.stderr.strip()}; PROGRAMS has the parts of a program, each as for `rvt decode --elf`")


def scenario_of(args, values, path, program):
    told = "".join(f"build {p.field} {values[p.name]}\n" for p in source.model())
    config = f"config plain_sync {values['PlainSync']}\nconfig {args.config}"
    path.write_text(f"trace {program.name}.rvti\n{told}{config}\nplayer garbage quiet\n", encoding="utf-8")
    return path


def made(args, base, values, waves=False):
    """The directory of the executable. An unchanged build is the regression's."""
    end = "-waves" if waves else ""
    words = ["SIM_WAVES=1"] if waves else []
    if not args.parameters.split():
        target, place = args.build / f"sim{end}", base
        words += [f"SIM={target}"]
    else:
        parameters = " ".join(lists.assignments(values))
        place = f"{base}-{zlib.crc32(parameters.encode()):08x}"
        target = args.build / f"lockstep/builds{end}"
        target.mkdir(parents=True, exist_ok=True)
        listed = target / f"{place}.list"
        text = f"{place} {MODULE} {parameters}\n"
        if not listed.exists() or listed.read_text(encoding="utf-8") != text:
            listed.write_text(text, encoding="utf-8")
        words += [f"SIM={target}", f"SIM_LIST={listed}", f"SIM_RT={args.build}/sim{end}/runtime"]
    done = subprocess.run(["make", "-s", "--no-print-directory", f"B={args.build}", "RUNS=", *words, f"{target / place}/sim"],
                          cwd=corpus.ROOT, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        fail(f"{base} {args.parameters}: expected a build, found that make ended with {done.returncode}")
    return (target / place).resolve()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--elf", type=Path)
    parser.add_argument("--recording", type=Path)
    parser.add_argument("--programs", help="what `rvt decode --elf` takes, in the place of the program")
    parser.add_argument("--limit")
    parser.add_argument("--base")
    parser.add_argument("--parameters", default="")
    parser.add_argument("--config", default="mode htm")
    parser.add_argument("--waves", action="store_true", help="see a difference once more in a build that writes a waveform")
    args = parser.parse_args()
    if args.elf is None and args.recording is None:
        parser.error("expected --elf or --recording")
    elf = args.elf or args.recording.with_suffix(".elf")
    for path in filter(None, (args.recording, elf)):
        if not path.is_file():
            fail(f"{path}: expected a file, found none")
    xlen = xlen_of(elf)
    base = args.base or ("top" if xlen == "32" else "top-rv64")
    values = parameters_of(base, args.parameters.split())
    if values["Xlen"] != xlen:
        fail(f"{elf}: expected a program of RV{values['Xlen']} for {base}, found RV{xlen}")
    home = args.build / "lockstep"
    home.mkdir(parents=True, exist_ok=True)
    name = (args.recording or elf).stem
    program = home / f"{name}-program"
    scenario = scenario_of(args, values, home / f"{name}.scn", program)
    check(args, values, scenario)
    programs = args.programs.split() if args.programs else [elf]
    check_decoding(args, programs, xlen, home / f"{name}-check.json")
    recording = recording_of(args, home)
    check(args, values, scenario, recording)
    place = made(args, base, values)
    for path, link in ((elf, f"{program}.elf"), (recording, f"{program}.rvti")):
        Path(link).unlink(missing_ok=True)
        os.symlink(path.resolve(), link)
    recorded = home / f"{name}.pcs"
    demo.recorded_pcs(args.build, program, recorded)
    ran = args.build / "corpus" / f"lockstep-{name}.pcs"  # the bench's, with what an overflow may lose
    with open(scenario, "a", encoding="utf-8") as file:
        file.write(f"expect instructions {demo.instructions(recording)}\n")
    case = corpus.Case(f"lockstep/{name}", place, [], None, program, home / name, ran, "top", programs, is_long=True)
    outcome = corpus.check(args.build, case)
    if outcome.differences and args.waves:
        case.build = made(args, base, values, waves=True)
        outcome = corpus.check(args.build, case)
    # What the bench played is the recording, but for what an overflow has refused.
    piece = piece_missing(recorded, ran) if outcome.clocks else None
    if piece is not None:
        count, first = piece.count(b"\n"), piece.partition(b"\n")[0].decode()
        outcome.differences.append(f"{ran}: {count} PCs from {first} on: expected a part of the recording, found none")
    for text in outcome.differences:
        print(f"lockstep: {text}", file=sys.stderr)
    found = 0 if outcome.differences else count_lines(outcome.stem.with_suffix(".decoded"), b"0x")
    lost = 0 if outcome.differences else count_lines(ran, b"overflow")
    print(f"lockstep: {outcome.clocks} clocks, {len(outcome.differences)} differences, {outcome.cover.get('bytes', 0)} bytes, "
          f"{found} of {count_lines(recorded, b'0x')} PCs decoded" + (f", {lost} overflows" if lost else ""))
    return 1 if outcome.differences else 0


if __name__ == "__main__":
    sys.exit(main())
