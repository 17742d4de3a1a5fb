# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlist of one proof, for the SMT engine and, with --aiger, for ABC.

Runs as a program of its own per netlist, since Yosys ends the process on an error:

    netlist.py TOP OUT [--aiger] [--flip CELLS] [--drop CELLS] --param NAME=VALUE ... FILE...

Writes OUT.smt2 and OUT.aig; prints how many assertions, assumptions and covers the netlist holds.

An input of the top with the attribute `probe = "PATH"` is tied to the signal PATH of the flat netlist,
so that an invariant can speak of registers below it; `PATH[*]` is a whole memory, word 0 lowest,
and `PATH?` is 0 in a build that has no such signal.
`--flip` names assumptions by their place in the flat netlist (`i_packer.*_M`): what a unit relies on
becomes a thing to prove where its neighbour is part of the proof. `--drop` leaves out assertions
that another proof covers; `--no-lemmas` those that only help an induction, named _L; `--only` all others.
"""

import argparse
import re
import sys

from pyosys import libyosys

# Reset is modelled as it acts at a clock's edge; a register without reset begins with any value.
FLAT = ["proc", "flatten", "check -assert", "memory_collect", "memory_map"]
LOWER = ["async2sync", "chformal -lower"]
FORMAL = [
    "chformal -assume -early",
    "opt_clean",
    "formalff -setundef -clk2ff -ff2anyinit",
    "opt_clean",
    "setundef -undriven -anyseq",
    "opt -fast",
]
SMT = ["formalff -assume", "dffunmap", "opt_clean"]
AIGER = ["delete -output", "chformal -cover -remove", "techmap", "opt -full", "formalff -assume"]
AIGER += ["dffunmap", "aigmap", "opt_clean"]


def run(design, command):
    libyosys.run_pass(command, design)


def cells(design):
    return list(design.top_module().cells_.values())


def named(design, pattern):
    """Names of the properties whose place matches a pattern with `*`."""
    match = re.compile(re.escape(pattern).replace(r"\*", ".*") + "$").match
    names = [str(cell.name).lstrip("\\") for cell in cells(design) if str(cell.type) == "$check"]
    names = [name for name in names if match(name)]
    if not names:
        sys.exit(f"{pattern} names no property of this netlist")
    return names


def words(module, path):
    """The wires of a path, lowest first."""
    wires = {str(name).lstrip("\\"): wire for name, wire in module.wires_.items()}
    if not path.endswith("[*]"):
        return [wires[path]] if path in wires else []
    match = re.compile(re.escape(path[:-3]) + r"\[(\d+)\]$").match
    found = [match(name) for name in wires]
    return [wires[m.group(0)] for m in sorted(filter(None, found), key=lambda m: int(m.group(1)))]


def tie_probes(design):
    module = design.top_module()
    for wire in list(module.wires_.values()):
        if not wire.has_attribute(libyosys.IdString("\\probe")):
            continue
        path = wire.get_string_attribute(libyosys.IdString("\\probe"))
        source = libyosys.SigSpec()
        for part in words(module, path.rstrip("?")):
            source.append(libyosys.SigSpec(part))
        if path.endswith("?") and not source.size():
            source = libyosys.SigSpec(0, wire.width)
        if source.size() != wire.width:
            sys.exit(f"a wrapper of {module.name.str()[1:]}: its probe has {wire.width} bits, {path} {source.size()}")
        wire.port_input = False
        module.connect(libyosys.SigSpec(wire), source)
    module.fixup_ports()


def build(design, args):
    includes = " ".join(f"-I{directory}" for directory in args.include)
    values = " ".join(f"-chparam {name} {value}" for name, value in args.param)
    run(design, f"read_verilog -sv -formal -DFORMAL {includes} {' '.join(args.files)}")
    run(design, f"hierarchy -check -top {args.top} {values}")
    for command in FLAT:
        run(design, command)
    tie_probes(design)
    for pattern in args.flip:
        for name in named(design, pattern):
            run(design, f"chformal -assume2assert c:{name}")
    for pattern in args.drop:
        for name in named(design, pattern):
            run(design, f"delete c:{name}")
    if args.no_lemmas:
        run(design, "delete t:$check c:*_L %i")
    if args.only:
        kept = " ".join(f"c:{name} %d" for name in named(design, args.only))
        run(design, f"delete t:$check r:FLAVOR=assert %i {kept}")
    for command in LOWER:
        run(design, command)
    for command in FORMAL:
        run(design, command)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("top")
    parser.add_argument("out")
    parser.add_argument("--aiger", action="store_true")
    parser.add_argument("--flip", action="append", default=[])
    parser.add_argument("--drop", action="append", default=[])
    parser.add_argument("--no-lemmas", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--param", action="append", default=[], type=lambda s: s.split("=", 1))
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    design = libyosys.Design()
    build(design, args)
    kinds = [str(cell.type) for cell in cells(design)]
    print(*(f"{kinds.count('$' + kind)} {kind}" for kind in ("assert", "assume", "cover")))
    run(design, "design -push-copy")
    for command in SMT:
        run(design, command)
    run(design, f"write_smt2 -wires {args.out}.smt2")
    if args.aiger:
        run(design, "design -pop")
        for command in AIGER:
            run(design, command)
        run(design, f"write_aiger -I -B -zinit -no-startoffset {args.out}.aig")


if __name__ == "__main__":
    main()
