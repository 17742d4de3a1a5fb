#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What each product of the C side and each room of the RTL depends on, and that no files depend on each other in a circle.

    layers.py BUILD    with the objects in BUILD/obj

A file depends on another by a symbol that its object takes from the other's, or by an #include; of the RTL by a package that it reads, or a
module that it instantiates.
"""

import subprocess
import sys
from collections import namedtuple
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from re import MULTILINE, findall, sub

ROOT = Path(__file__).resolve().parent.parent.parent

# The trace formats: each has rooms, headers and packages of its name.
FORMATS = findall(r"\bX\([A-Z]+, (\w+), \"", (ROOT / "cmodel/include/rvt/config.h").read_text(encoding="utf-8"))


def each(text):
    """`text` for every format, whose name stands for %."""
    return " ".join(text.replace("%", name) for name in FORMATS)


# Its files, below cmodel and without suffix; a public header is rvt/NAME or rvt/unit/NAME. What it may see: products, or one header or symbol.
Product = namedtuple("Product", "files sees")
LIBRARY = f"base codes framing codec isa common adapter ctr ingress {each('%')} control transport top tandem-encoder formats encode stimulus walk {each('decoder-%')} decoder session device"
PRODUCTS = {
    "base": Product("base/* rvt/bytes rvt/error rvt/number rvt/status rvt/version rvt/prng rvt/itype rvt/config rvt/params rvt/ingress rvt/step rvt/regs rvt/apb rvt/unit/beat", ""),
    "codes": Product(each("rvt/%"), ""),
    "framing": Product("framing/* rvt/framing", "base codes"),
    "codec": Product("codec/* rvt/tandem/element rvt/tandem/record rvt/tandem/text rvt/ntrace_msg rvt/ntrace_text rvt/ntrace_tap rvt/etrace_packet rvt/etrace_text", "base codes"),
    "isa": Product("isa/* rvt/insn rvt/image", "base"),
    # The model, in the folders of the RTL.
    "common": Product("model/common/* rvt/params_text rvt/unit/gray_cross rvt/unit/period rvt/unit/ret_stack", "base codes"),
    "adapter": Product("model/adapter/* rvt/unit/ingress_rvfi rvt/unit/ingress_commit rvt/tandem/rvfi", "base isa codec"),
    "ctr": Product("model/ctr/* rvt/ctr rvt/unit/ctr rvt/unit/ctr_records rvt/unit/ctr_apb rvt/unit/ctr_next", "base"),
    "ingress": Product("model/ingress/* rvt/unit/ingress_stage rvt/unit/back_end rvt/unit/head rvt/unit/slot rvt/unit/queue", "base"),
    **{name: Product(f"model/{name}/* rvt/unit/{name}_*", "base codes codec common ingress transport") for name in FORMATS},
    "control": Product("model/control/* rvt/unit/apb_decode rvt/unit/regs_* rvt/tandem/regs rvt/unit/timestamp rvt/unit/pib_mode", "base"),
    "transport": Product("model/transport/* rvt/unit/msg_fifo rvt/unit/fork rvt/unit/pib rvt/unit/*_sink rvt/unit/sinks rvt/unit/sync_sequence", "base framing control"),
    "top": Product("model/top/* rvt/encoder rvt/te rvt/top rvt/top_ports rvt/ref", f"base codes codec common ingress {each('%')} control transport"),
    "formats": Product("formats/* rvt/rvti rvt/sidecar", "base codec isa"),
    "tandem-encoder": Product("model/tandem/* rvt/tandem/encoder rvt/tandem/top", "base codec framing control transport"),
    "encode": Product("encode/* rvt/encode rvt/unit/encode rvt/predict", f"base codes codec isa common ingress {each('%')}"),
    "stimulus": Product("stimulus/* rvt/player", "base codes isa common formats"),
    # The walk is every format's, and knows of a format only the struct that it keeps; the decoder chooses one.
    "walk": Product(f"decoder/state decoder/report decoder/walk decoder/memo {each('decoder/%/%')} rvt/decoder", "base codes codec isa"),
    **{f"decoder-{name}": Product(f"decoder/{name}/*", "base codes framing codec isa walk") for name in FORMATS},
    "decoder": Product("decoder/decoder decoder/part decoder/batch", f"base isa walk {each('decoder-%')}"),
    "session": Product("session/* rvt/session", "base codec isa formats walk decoder"),
    "driver": Product("driver/* rvt/drv rvt/min", "base"),
    "device": Product("device/* rvt/device", "base top stimulus driver"),
    # What all formats share shares nothing with a format; so a format's messages are seen in its own room alone.
    "oracle": Product("oracle/oracle oracle/oracle_rules oracle/oracle_state oracle/pin_monitor oracle/row", "base framing"),
    "oracle-ntrace": Product("oracle/ntrace/*", "base codes oracle cmodel/include/rvt/ntrace_msg.h"),
    "oracle-etrace": Product("oracle/etrace/*", "base codes oracle"),
    "oracle-ctr": Product("oracle/ctr/*", ""),
    "tandem": Product("tandem/* rvt/tandem/core rvt/tandem/model rvt/tandem/check rvt/tandem/difference rvt/tandem/groups rvt/tandem/judge rvt/tandem/load rvt/tandem/pair rvt/tandem/happened", "base codec isa"),
    "tools": Product("tools/*", f"{LIBRARY} tandem driver oracle"),
    "dpi": Product("dpi/*", "base codec common ctr top encode tandem"),
    "systemc": Product("systemc/*", "base common ctr transport top"),
    "software": Product("software/*", "base driver oracle"),
    "bench": Product("bench/*", f"{LIBRARY} tandem"),
    "benches": Product("tb/*", f"{LIBRARY} driver systemc oracle oracle-ntrace oracle-etrace oracle-ctr software"),
    "tests": Product("tests/* fuzz/*", f"{LIBRARY} tandem driver oracle oracle-ntrace oracle-etrace oracle-ctr software bench"),
}
# The same of the RTL, below rtl; a package stands before what reads it.
ROOMS = {
    "codes": Product("common/rvt_build_pkg common/rvt_config_pkg ingress/rvt_ingress_pkg", ""),
    **{f"{name}_codes": Product(f"{name}/rvt_{name}_pkg", "codes") for name in FORMATS},
    "framing": Product("framing/*", each("%_codes")),
    "insn": Product("adapter/rvt_insn", "codes"),
    "check": Product("check/*", "codes framing insn ctr_codes tandem_codes"),
    "common": Product("common/*", "codes check"),
    "control": Product("control/*", "codes check common"),
    "adapter": Product("adapter/*", "codes insn check common"),
    "ingress": Product("ingress/*", "codes check common"),
    "transport": Product("transport/*", "codes framing check common control"),
    **{name: Product(f"{name}/*", f"codes {name}_codes common transport") for name in FORMATS},
    "top": Product("top/*", f"codes {each('%_codes')} check common control ingress transport {each('%')}"),
    "ctr_codes": Product("ctr/rvt_ctr_pkg", ""),
    "ctr": Product("ctr/*", "codes ctr_codes check common"),
    "tandem_codes": Product("tandem/rvt_tandem_pkg", ""),
    "tandem": Product("tandem/*", "tandem_codes framing check control transport common"),
    "bus": Product("bus/*", ""),
}
# Rooms of tb whose objects are there in every tree.
BENCHES = ("harness", "agents", "judges", "cover", "units", "system")
# Folders whose headers are for others. A header of any other is for its folder and its product, unless it is public.
SHARED = {"cmodel/include/rvt", "cmodel/include/rvt/tandem", "cmodel/include/rvt/unit", "cmodel/oracle", "cmodel/oracle/ntrace", "cmodel/oracle/etrace", "cmodel/oracle/ctr", "cmodel/software", "cmodel/bench", "cmodel/stimulus", "cmodel/systemc", "cmodel/device"}
# Headers of units that benches see, and that are not among the public ones yet.
OF_UNITS = {f"cmodel/{name}.h" for name in ("codec/ntrace_layout", "base/text_line", "stimulus/progen_asm")}

# Headers that other rooms of the library see.
OF_LIBRARY = {f"cmodel/{name}.h" for name in ("base/range", "base/text_line", "base/kept_address", "codec/ntrace_layout", "isa/parcels", "decoder/state", "decoder/memo", *each("decoder/%/%").split(), "model/ingress/ingress_slot",
                                              "model/ingress/ingress_port", *each("model/%/%_steps").split(), "model/common/params", "model/common/itypes")}


def product_of(name):
    key = sub(r"^cmodel/(include/)?|\.\w+$", "", name)
    found = [product for product, (files, _) in PRODUCTS.items() if key in files.split()]
    found = found or [product for product, (files, _) in PRODUCTS.items() if any(fnmatch(key, word) for word in files.split())]
    if len(found) != 1:
        raise ValueError(f"{name}: expected in one product of the table, found in {' and '.join(found) or 'none'}")
    return found[0]


def room_of(name):
    """Of a file of the RTL; one that is named is in no room of its folder."""
    key = sub(r"^rtl/|\.sv$", "", name)
    rooms = [room for room, (files, _) in ROOMS.items() if key in files.split()]
    rooms += [room for room, (files, _) in ROOMS.items() if f"{key.split('/')[0]}/*" in files.split()]
    if not rooms:
        raise ValueError(f"{name}: expected in a room of the table, found in none")
    return rooms[0]


def rtl_files():
    return {p.stem: p.relative_to(ROOT).as_posix() for p in sorted((ROOT / "rtl").rglob("*.sv"))}


def rtl_uses():
    """(file, file) of each package that a file of the RTL reads and each module that it instantiates."""
    files = rtl_files()
    for unit, name in files.items():
        text = sub(r"//.*", "", (ROOT / name).read_text(encoding="utf-8"))
        used = findall(r"\b(rvt_\w+)::", text) + findall(r"^ *(rvt_\w+)\s+(?:#\s*\(|\w+\s*\()", text, MULTILINE)
        yield from ((name, files[other]) for other in sorted(set(used)) if other in files and other != unit)


def rtl_problems():
    arrows, rooms = {}, {name: room_of(name) for name in rtl_files().values()}
    for name, other in rtl_uses():
        here, there = rooms[name], rooms[other]
        if here != there and there not in ROOMS[here].sees.split():
            yield f"{name}: {other}: {here} may not see {there}"
        arrows.setdefault(name, set()).add(other)
    yield from (f"a circle of {what}: {found}" for what, found in (
        ("rooms", circle({r: set(sees.split()) for r, (_, sees) in ROOMS.items()})), ("RTL files", circle(arrows))) if found)


def includes(name, folders):
    for text in findall(r'^#include "(.*)"', (ROOT / name).read_text(encoding="utf-8"), MULTILINE):
        header = next((h for h in (folder / text for folder in ((ROOT / name).parent, *folders)) if h.is_file()), None)
        if header is not None:  # else generated, or of a library
            yield header.resolve().relative_to(ROOT).as_posix()


def taken(objects):
    """(file, file, symbol) of each symbol that the object of a file takes from another's; `objects`: path -> file."""
    listed = subprocess.run(["nm", "-A", "-P", "-g", *objects], check=True, capture_output=True, text=True).stdout.splitlines()
    symbols = [(objects[at.rstrip(":")], symbol, kind in "Uwv") for at, symbol, kind in (line.split()[:3] for line in listed)]
    homes = {symbol: name for name, symbol, wanted in symbols if not wanted}
    return [(name, homes[symbol], symbol) for name, symbol, wanted in symbols if wanted and symbol in homes]


def circle(arrows):
    try:
        tuple(TopologicalSorter(arrows).static_order())
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return None


def problems(build):
    paths = sorted(p for top in ("cmodel", "tb") for p in (ROOT / top).rglob("*") if p.suffix in (".c", ".cpp", ".h")
                   and not {"soc", "examples"} & set(p.parts))  # what runs on the cores, and what users build, is no part of the tools
    folders = [ROOT / "cmodel/include", ROOT / "cmodel", ROOT / "tb", *sorted({p.parent for p in paths if p.suffix == ".h"})]
    products = {name: product_of(name) for name in (p.relative_to(ROOT).as_posix() for p in paths)}
    objects = {f"{build}/obj/{name.removeprefix('cmodel/')[:-2]}.o": name for name, product in products.items()
               if name.endswith(".c") and product not in ("tests", "dpi") and (product != "benches" or Path(name).parts[1] in BENCHES)}
    for path, name in objects.items():
        if not Path(path).is_file():
            raise ValueError(f"{name}: expected its object {path}, found none")
    calls = taken(objects)
    included = [(name, header, header) for name in products for header in includes(name, folders) if header in products]
    arrows = {}
    for name, other, what in calls + included:
        here, there = products[name], products[other]
        if here != there and not {there, what} & set(PRODUCTS[here].sees.split()):
            yield f"{name}: {what}: {here} may not see {there}"
        arrows.setdefault(name, set()).add(other)
    for name, header, _ in included:
        seen = {Path(name).parent.as_posix(), *SHARED}
        if not (Path(header).parent.as_posix() in seen or products[name] in (products[header], "tests")
                or (products[name] == "benches" and header in OF_UNITS)
                or (products[name] in LIBRARY.split() and header in OF_LIBRARY)):
            yield f"{name}: {header}: a header for its own folder"
    yield from (f"a circle of {what}: {found}" for what, found in (
        ("products", circle({p: set(sees.split()) & PRODUCTS.keys() for p, (_, sees) in PRODUCTS.items()})), ("files", circle(arrows))) if found)


def main():
    try:
        found = list(problems(sys.argv[1])) + list(rtl_problems())
    except ValueError as error:
        found = [error]
    for text in found:
        print(f"layers: {text}", file=sys.stderr)
    if not found:
        print(f"layers: {len(PRODUCTS)} products and {len(ROOMS)} rooms of the RTL see what they may, and no file depends on itself")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
