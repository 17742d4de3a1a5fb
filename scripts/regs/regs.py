#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write what is generated from the registers' source, rtl/control/*.rdl.

  write          package, C header, page and tables, which are committed
  check          that the committed files are what the source gives
  compare        the source with the tables of the specification, sim/lists/registers_expected.tsv
  evaluate       package and C header, as slang and cc read them, with the same tables
  exercise       the golden models alone in many builds, by accesses that sim/lists/registers.tsv judges
  html DIR       the browsable reference

Every command first checks the source itself.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import c
import exercise
import held
import model
import sv
import tables
from interface import source

ROOT = Path(__file__).resolve().parents[2]
C_HEADER = "cmodel/include/rvt/regs.h"
TABLES = {
    "docs/reference/registers.md": tables.page,
    "sim/lists/registers.tsv": tables.fields_table,
    "sim/lists/register_params.tsv": tables.params_table,
}


def rows_of(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    head = lines[0].split("\t")
    rows = []
    for line in lines[1:]:
        cells = line.split("\t")
        if len(cells) != len(head):
            sys.exit(f"{path}: expected {len(head)} columns, found {len(cells)}: {line}")
        rows.append(dict(zip(head, cells)))
    return rows


def agrees(column, expected, register, f):
    """What the source has for a column of the specification's table, and whether that will do."""
    if column == "register":
        return register.name, register.name == expected
    if column == "repeat":
        found = tables.repeat_of(register)
        return found, found == expected
    if column == "msb":
        return f.msb, f.msb == int(expected)
    if column == "field":  # a vendor's field has the name we gave it
        return f.name, f.name == expected or (expected == "(vendor)" and f.name.startswith("rvt"))
    if column == "access":  # R or RW: either
        return f.access, f.access in expected.replace("R|", "RO|").split("|")
    return f.reset_of or str(f.reset), expected in ("U", "SD", "-") or str(f.reset) == expected


def beyond(text, component, f):
    """Legal values of the source that the specification's list lacks."""
    if text == "-":
        return []
    allowed = set()
    for part in text.split(","):
        low, _, high = part.partition("..")
        allowed.add((int(low), int(high or low)))
    return [
        (low, high) for low, high in f.ranges(component.env("ceiling"))
        if not any(a <= low and high <= b for a, b in allowed)
        and (high - low > 99 or not all(any(a <= v <= b for a, b in allowed) for v in range(low, high + 1)))
    ]


def compare(components, path):
    """Place, access, reset and legal values of every field, both ways."""
    ours = {(comp.short, r.offset, f.lsb): (comp, r, f)
            for comp in components for r in comp.registers for f in r.fields}
    for row in rows_of(path):
        here = f"{row['component']} {row['register']} [{row['msb']}:{row['lsb']}] {row['field']}"
        found = ours.pop((row["component"], int(row["offset"], 16), int(row["lsb"])), None)
        if found is None:
            yield f"{here}: rtl/control has no field that begins there"
            continue
        component, register, f = found
        for column in ("register", "repeat", "msb", "field", "access", "reset"):
            actual, good = agrees(column, row[column], register, f)
            if not good:
                yield f"{here}: {column}: expected {row[column]}, rtl/control has {actual}"
        for low, high in beyond(row["values"], component, f):
            yield f"{here}: values: expected {row['values']}, in rtl/control {low}..{high} is legal"
    for component, r, f in ours.values():
        yield f"{component.short} {r.name} [{f.msb}:{f.lsb}] {f.name}: {path.name} does not have it"


def write_html(top, directory):
    from peakrdl_html import HTMLExporter

    properties = ["tci_access", "tci_legal", "tci_policy", "tci_while", "tci_counts", "tci_config", "tci_reset",
                  "tci_hardware", "tci_effect", "tci_shown", "tci_rows"]
    HTMLExporter(extra_doc_properties=properties).export(top, str(directory), title="rvtrace registers")


# Parameters of rvt_tandem, which rtl/interface does not have.
TANDEM = {"Flen", "Mlen", "Nret", "Csrs", "Elements", "IncrementPc", "OrFcsr", "AddRegisters", "Shadow"}


def hardware(component):
    """The component without what no build has a choice of: a parameter with one value that is not 0, as TeFormat."""
    parameters = {p.name for p in source.parameters()} | TANDEM
    return component.folded({p.name: p.ceiling for p in component.params if p.ceiling and p.name not in parameters})


def generated(components):
    """path -> text of each file that the source gives"""
    built = [hardware(component) for component in components]
    return {**sv.packages(built), **held.modules(built), **{name: make(components) for name, make in TABLES.items()}, C_HEADER: c.header(built)}


def stale(files, out):
    for name, text in files.items():
        path = out / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield f"{name} is not what rtl/control gives; `make regs` writes it anew"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("write", "check", "compare", "evaluate", "exercise", "html"))
    parser.add_argument("directory", nargs="?", type=Path, help="of the command html")
    parser.add_argument("--source", type=Path, default=ROOT / "rtl/control/rvt_regs.rdl")
    parser.add_argument("--expected", type=Path, default=ROOT / "sim/lists/registers_expected.tsv")
    parser.add_argument("--out", type=Path, default=ROOT, help="where the files are, instead of this tree")
    args = parser.parse_args()

    top = model.compile_rdl(args.source)
    components = model.read(top)
    features = {row["feature"] for row in rows_of(ROOT / "docs/reference/features.tsv")}
    faults = list(model.faults(components, features)) or [line for component in components for line in held.faults(component)]
    fields = sum(len(r.fields) for component in components for r in component.registers)
    expected = len(rows_of(args.expected))
    said = f"registers: {fields} fields"
    if faults or fields == 0 or expected == 0:
        faults.append(f"registers: {fields} fields, {expected} in {args.expected.name}")
    elif args.command == "compare":
        faults = list(compare(components, args.expected))
        said += f" agree with {args.expected.name}"
    elif args.command == "evaluate":
        import evaluate

        faults = list(evaluate.check([hardware(component) for component in components], rows_of(args.expected), args.out))
        said += ": package and header say what the tables say"
    elif args.command == "exercise":
        faults = list(exercise.check(args.out))
        said += f": the models do what they say in {exercise.BUILDS} builds"
    elif args.command == "html":
        write_html(top, args.directory or parser.error("html needs a directory"))
        said += f", {args.directory / 'index.html'}"
    elif args.command == "check":
        files = generated(components)
        faults = list(stale(files, args.out))
        said += f", {len(files)} generated files are current"
    else:
        files = generated(components)
        for name, text in files.items():
            path = args.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        said += f", {len(files)} files written"
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(said)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
