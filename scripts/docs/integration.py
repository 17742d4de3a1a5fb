# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The parts of docs/integration.md that repeat a source, for scripts/docs/port_tables.py.

Each stands after its mark `<!-- NAME -->`, up to the next empty line:

  example    the instance of docs/examples/rvt_example_soc.sv
  tie-off    docs/reference/tie-off.tsv, compared with the ports of rvt_top and two instances of it
  map        the components of cmodel/include/rvt/regs.h, which comes from rtl/control/*.rdl
  latency    measured by runs; see port_tables.py

    integration.py Ram|Pib     a module that has everything tied off, without this sink
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position

PAGE = ROOT / "docs/integration.md"
EXAMPLE = ROOT / "docs/examples/rvt_example_soc.sv"
SMOKE = ROOT / "tb/smoke/rvt_smoke_tb.sv"  # which traces with them
TIES = ROOT / "docs/reference/tie-off.tsv"
TOP = "rvt_top"
REGS = ROOT / "cmodel/include/rvt/regs.h"
# Values that the table may name, as SystemVerilog.
VALUES = {"0": "'0", "0xF": "4'hF"}
# Each of these leaves out what the other needs.
SINKS = ("Ram", "Pib")


def top():
    """Parameters with their defaults, and ports with direction and upper bound."""
    header = sv.header(TOP)
    return {name: int(value) for name, value in header.defaults.items()}, {p.name: (p.direction, p.upper) for p in header.ports}


def ties():
    """Rows of the table: ports, value, parameters, what is lost."""
    lines = TIES.read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        cells = line.split("\t")
        if len(cells) != 4:
            sys.exit(f"{TIES.name}: expected 4 columns, found {len(cells)}: {line}")
        ports, value, needs, lost = cells
        pairs = [] if needs == "-" else [need.split("=") for need in needs.split()]
        yield ports.split(), value, {name: int(number) for name, number in pairs}, lost


def instance_faults(path, rows, parameters):
    """What an instance ties off otherwise than the table does."""
    _, given, connected = sv.instance(path, TOP)
    for ports, value, needs, _ in rows:
        for port in ports:
            shown = connected.get(port, "")
            if "'" not in shown:
                continue
            if value not in VALUES or int(shown.partition("'")[2].lstrip("bdh"), 16) != int(value, 16):
                yield f"{path.name}: {port} is {shown}, {TIES.name} says {value}"
            for name, number in needs.items():
                if name not in SINKS and int(given.get(name, parameters.get(name, number))) != number:
                    yield f"{path.name}: {port} is tied off, which needs {name} = {number}"


def faults():
    """What the table of tie-offs has wrong, as lines to print."""
    parameters, ports = top()
    rows = list(ties())
    named = [port for row in rows for port in row[0]]
    for port in sorted(set(named) - set(ports)):
        yield f"{TIES.name}: rvt_top has no port {port}"
    for port in sorted(set(ports) - set(named)):
        yield f"{TIES.name}: {port} of rvt_top has no row"
    for port in sorted({port for port in named if named.count(port) > 1}):
        yield f"{TIES.name}: {port} has several rows"
    for row_ports, value, needs, _ in rows:
        for name in sorted(set(needs) - set(parameters)):
            yield f"{TIES.name}: rvt_top has no parameter {name}"
        for port in row_ports:
            if port not in ports:
                continue
            is_input = ports[port][0] == "input"
            if value != "-" and not (value in VALUES or value in ports if is_input else value == "open"):
                yield f"{TIES.name}: {port}: {value} is no tie-off of this port"
    for path in (EXAMPLE, SMOKE):
        yield from instance_faults(path, rows, parameters)


def code(names):
    return ", ".join(f"`{name}`" for name in names)


def tie_table():
    yield "| port | where you have nothing for it | what you lose |"
    yield "| --- | --- | --- |"
    for ports, value, needs, lost in ties():
        shown = {"-": "must be connected", "open": "open"}.get(value, f"`{value}`")
        settings = " and ".join(f"`{name}` = {number}" for name, number in needs.items())
        yield f"| {code(ports)} | {shown}{', with ' if settings else ''}{settings} | {lost} |"


def map_table():
    """A component's base and type are those of the generated header; a sink's switch has its name."""
    source = REGS.read_text(encoding="utf-8")
    parameters, _ = top()
    found = re.findall(r"/\* (.*); its place in the worked address map \*/\n#define RVT_(\w+)_BASE 0x(\w+)u", source)
    if not found:
        sys.exit(f"{REGS.name}: found no component")
    yield "| offset | component | built with |"
    yield "| --- | --- | --- |"
    for title, short, base in found:
        if f"RVT_TR_{short}_IMPL_RESET" not in source:
            continue  # not in rvt_top
        reset, lsb, mask = (
            int(re.search(rf"#define RVT_TR_{short}_{name}\s+(\w+)u", source)[1], 0)
            for name in ("IMPL_RESET", "COMP_TYPE_LSB", "COMP_TYPE_MASK")
        )
        switch = short.capitalize()
        built = f"`{switch}` = 1" if switch in parameters else "always"
        yield f"| `0x{base}` | {title}, type 0x{(reset & mask) >> lsb:X} | {built} |"


def filled(text, name, lines):
    """The text with these lines as the paragraph after a mark."""
    block = "\n".join(lines)
    made, count = re.subn(rf"(?<=<!-- {name} -->\n\n).+?\n(?=\n)", lambda _: block + "\n", text, flags=re.S)
    if count != 1:
        sys.exit(f"{PAGE.name}: expected one mark <!-- {name} --> with a paragraph after it")
    return made


def page(latency):
    """The whole page, with these lines for the table of latencies."""
    text = PAGE.read_text(encoding="utf-8")
    text = filled(text, "example", ["```systemverilog", sv.instance(EXAMPLE, TOP)[0], "```"])
    text = filled(text, "tie-off", tie_table())
    text = filled(text, "map", map_table())
    return filled(text, "latency", latency)


def tied(without):
    """A module in which everything is tied off that can be, but for the sink that stays."""
    parameters, ports = top()
    settings, tie = {}, {}
    for row_ports, value, needs, _ in ties():
        if value != "-" and not set(needs) & (set(SINKS) - {without}):
            settings.update(needs)
            tie.update(dict.fromkeys(row_ports, value))
    wires = {value for value in tie.values() if value in ports}
    bound = {"TimeWidth": 1, "RamAddrWidth": parameters["SramWordsLog2"], **parameters}

    def width(port):
        upper = ports[port][1]
        return f"[{eval(upper.replace('/', '//'), {'__builtins__': {}}, bound)}:0] " if upper else ""

    def end(port):
        value = tie.get(port, port)
        return f"tied_{port}" if port in wires else f"tied_{value}" if value in wires else VALUES.get(value, value)

    free = [f"  {ports[port][0]} logic {width(port)}{port}" for port in ports if port not in tie]
    yield "// Everything of docs/reference/tie-off.tsv tied off, for lint."
    yield from ("module rvt_example_tied (", ",\n".join(free), ");", "")
    yield from (f"  logic {width(port)}tied_{port};" for port in sorted(wires))
    values = ", ".join(f".{name}({number})" for name, number in settings.items())
    joined = ",\n".join(f"    .{port}({'' if end(port) == 'open' else end(port)})" for port in ports)
    yield from (f"  rvt_top #({values}) i_trace (", joined, "  );", "", "endmodule")


if __name__ == "__main__":
    if sys.argv[1:] not in [[sink] for sink in SINKS]:
        sys.exit(f"usage: integration.py {'|'.join(SINKS)}")
    print("\n".join(tied(sys.argv[1])))
