#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write the accesses that prove the registers of a build of sim/lists/builds.list (--builds: another list), and what they must read.

Of every field of sim/lists/registers.tsv: reset value, access type, legal values, what a write does in each state,
and what hardware does. Exit status 1 if the accesses leave one of these out.

  reg_steps.py BUILD -o FILE [--seen FILE] [--seed N] [--tables FOLDER]
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
import table
from reference_te import KINDS
from hardware_sinks import PibScript, RamScript
from hardware_tandem import TandemScript
from hardware_te import EncoderScript

TOPS = {"rvt_regs_encoder": "te", "rvt_ram_sink": "ram", "rvt_pib_sink": "pib", "rvt_regs_tandem": "tandem"}
HEAD = "field\taccess\tlegal\tillegal\tstrobes\tstates\thardware\teffect"

SCRIPTS = {"te": EncoderScript, "ram": RamScript, "pib": PibScript, "tandem": TandemScript}


def generator(component, params, seed):
    """`params` may hold others than the registers': the whole line of sim/lists/builds.list."""
    known = {p.name for p in component.params}
    of_registers = {name: value for name, value in params.items() if name in known}
    return SCRIPTS[component.short](KINDS[component.short](component, of_registers), seed)


def text_of(script):
    return "\n".join([*script.lines, f"end {script.accesses}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("-o", dest="out", type=Path, required=True)
    parser.add_argument("--seen", type=Path, help="where to write the counts of each field")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=Path, default=ROOT / "sim/lists", help="where registers.tsv is")
    parser.add_argument("--builds", type=Path, default=ROOT / "sim/lists/builds.list")
    args = parser.parse_args()
    build = lists.read(args.builds).get(args.build)
    if build is None:
        sys.exit(f"reg_steps.py: {args.builds} has no build {args.build}")
    component = table.read(args.tables)[TOPS[build.top]]
    script = generator(component, build.values, args.seed)
    missing, counts = script.run()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(text_of(script), encoding="utf-8")
    if args.seen:
        rows = ["\t".join(map(str, row)) for row in counts]
        args.seen.write_text("\n".join([HEAD, *rows, ""]), encoding="utf-8")
    for line in missing:
        print(f"{args.build}: {line}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
