# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What other tools than FuseSoC read of the hardware: file lists, Bender's manifest, an IP-XACT component (IEEE 1685-2014).

Files are those of fusesoc.core, ports those of rvt_top, parameters those of rtl/interface, registers those of rtl/control.
"""

import re
import sys
from functools import partial
from pathlib import PurePath
from xml.sax.saxutils import escape

from interface import source

sys.path.insert(0, str(source.ROOT / "scripts"))
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position
from lib.filelist import read_core  # noqa: E402  pylint: disable=wrong-import-position

TOP = "rvt_top"
# Where Bender adds the checkers: for Verilator it sets `synthesis`, too.
CHECKED = "any(verilator, simulation, not(synthesis))"
NOTE = "Written by scripts/interface from fusesoc.core and rtl; `make interface` writes it anew."
HEAD = ("Copyright 2026 rvtrace contributors", "SPDX-License-Identifier: Apache-2.0", NOTE)


def fileset(name):
    return read_core(source.ROOT / "fusesoc.core", name)


# ---- File lists ----------------------------------------------------------------------------------


def file_list():
    """For tools that take -f and replace ${RVTRACE} by what is in the environment."""
    yield from (f"// {line}" for line in HEAD)
    yield "// The RTL, for synthesis. RVTRACE is the directory that has rtl in it."
    files, includes = fileset("rtl")
    yield from (f"+incdir+${{RVTRACE}}/{path}" for path in includes)
    yield from (f"${{RVTRACE}}/{path}" for path in files)


def file_list_sim():
    yield from (f"// {line}" for line in HEAD)
    yield "// The RTL and its checkers, for simulation and lint."
    yield "-f ${RVTRACE}/rtl/rvtrace.f"
    yield from (f"${{RVTRACE}}/{path}" for path in fileset("check")[0])


def bender():
    yield from (f"# {line}" for line in HEAD)
    yield "package:"
    yield "  name: rvtrace"
    yield '  authors: ["rvtrace contributors"]'
    yield ""
    yield "sources:"
    files, includes = fileset("rtl")
    for target, paths in (("", files), (CHECKED, fileset("check")[0])):
        yield f"  - include_dirs: [{', '.join(includes)}]"
        if target:
            yield f"    target: {target}"
        yield "    files:"
        yield from (f"      - {path}" for path in paths)


# ---- IP-XACT -------------------------------------------------------------------------------------


def element(name, *inside):
    """The lines of an element with a text, or with elements; one line where that is short."""
    if len(inside) == 1 and isinstance(inside[0], str):
        return [f"<ipxact:{name}>{escape(inside[0])}</ipxact:{name}>"]
    lines = [line for part in inside for line in part]
    if len(flat := "".join(line.strip() for line in lines)) < 130 - 2 * len(name):
        return [f"<ipxact:{name}>{flat}</ipxact:{name}>"]
    return [f"<ipxact:{name}>", *(f"  {line}" for line in lines), f"</ipxact:{name.split()[0]}>"]


def each(lists):
    return [line for lines in lists for line in lines]


APB = {"psel_i": "PSELx", "penable_i": "PENABLE", "pwrite_i": "PWRITE", "paddr_i": "PADDR", "pwdata_i": "PWDATA", "pstrb_i": "PSTRB",
       "prdata_o": "PRDATA", "pready_o": "PREADY", "pslverr_o": "PSLVERR", "clk_i": "PCLK", "rst_ni": "PRESETn"}


# Interfaces without a definition by others: ours, rtl/ipxact. By name: logical port of each port, whether it drives, what it is.
OWN = {
    "ingress": ("slave", "What a RISC-V hart retires, the E-Trace 2.0 instruction interface; the hart is the master"),
    "sram": ("master", "A synchronous memory with one port and byte enables; the memory is the slave"),
    "trace": ("master", "Trace pins of the Trace Control Interface; the probe is the slave"),
}
SIDEBAND = ("clk_i", "rst_ni", "busy_o", "active_req_o", "active_ack_i")


def interface_ports(header):
    """Interface -> logical port -> port, of the interfaces of rtl/ipxact; a port is in one of them, on the bus, or beside both."""
    found = {name: {} for name in OWN}
    for port in header.ports:
        if port.name in APB or port.name in SIDEBAND:
            continue
        kind = {"ram": "sram", "trc": "trace"}.get(port.name.partition("_")[0], "ingress")
        found[kind][re.sub(r"^(ram|trc)_|_[io]$", "", port.name).upper()] = port
    return found


def reference(name, vlnv):
    return [f'<ipxact:{name} vendor="{vlnv[0]}" library="{vlnv[1]}" name="{vlnv[2]}" version="{vlnv[3]}"/>']


def own(name, abstraction=False):
    return ("rvtrace", "interface", f"{name}_rtl" if abstraction else name, source.version())


def bus_interface(name, kind, abstraction, ports, *rest):
    maps = [element("portMap", element("logicalPort", element("name", logical)), element("physicalPort", element("name", port)))
            for logical, port in ports.items()]
    return element("busInterface", element("name", name), reference("busType", kind),
                   element("abstractionTypes", element("abstractionType", reference("abstractionRef", abstraction), element("portMaps", *maps))), *rest)


def parameter(name, value):
    return element("parameter", element("name", name), element("value", value))


def signal(name, kind, logical, port, *parameters):
    """Clock or reset, as Vivado's definitions have it, which other tools know, too."""
    lines = bus_interface(name, ("xilinx.com", "signal", kind, "1.0"), ("xilinx.com", "signal", f"{kind}_rtl", "1.0"), {logical: port},
                          ["<ipxact:slave/>"], element("parameters", *(parameter(*p) for p in parameters)))
    # Each parameter of a component has a name of its own.
    return [re.sub(r"<ipxact:parameter>(?=<ipxact:name>(\w+))", rf'<ipxact:parameter parameterId="{name}_\1">', line) for line in lines]


def bus(header):
    known = {port.name for port in header.ports}
    for port in APB:
        if port not in known:
            sys.exit(f"{TOP}: expected a port {port}, found none")
    amba = ("amba.com", "AMBA4")
    return element(
        "busInterfaces",
        bus_interface("apb", (*amba, "APB4", "r0p0_0"), (*amba, "APB4_rtl", "r0p0_0"), {logical: port for port, logical in APB.items()},
                      element("slave", ['<ipxact:memoryMapRef memoryMapRef="registers"/>'])),
        signal("clk", "clock", "CLK", "clk_i", ("ASSOCIATED_BUSIF", "apb:ingress:sram:trace"), ("ASSOCIATED_RESET", "rst_ni")),
        signal("rst", "reset", "RST", "rst_ni", ("POLARITY", "ACTIVE_LOW")),
        *(bus_interface(name, own(name), own(name, True), {logical: port.name for logical, port in ports.items()}, [f"<ipxact:{OWN[name][0]}/>"])
          for name, ports in interface_ports(header).items()))


def document(kind, *parts):
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<!--"
    yield from (f"  {line}" for line in HEAD)
    yield "-->"
    yield f'<ipxact:{kind} xmlns:ipxact="http://www.accellera.org/XMLSchema/IPXACT/1685-2014"'
    yield '  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    yield '  xsi:schemaLocation="http://www.accellera.org/XMLSchema/IPXACT/1685-2014'
    yield '  http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd">'
    yield from (f"  {line}" for line in each(parts))
    yield f"</ipxact:{kind}>"


def identity(vlnv):
    return each(element(word, text) for word, text in zip(("vendor", "library", "name", "version"), vlnv))


def bus_definition(name):
    yield from document("busDefinition", identity(own(name)), element("directConnection", "true"), element("isAddressable", "false"),
                        element("description", OWN[name][1]))


def abstraction_definition(name):
    def one(logical, port):
        ours = "out" if port.direction == "output" else "in"
        theirs = "in" if ours == "out" else "out"
        sides = (("onMaster", ours), ("onSlave", theirs)) if OWN[name][0] == "master" else (("onMaster", theirs), ("onSlave", ours))
        return element("port", element("logicalName", logical), element("description", port.comment or port.name),
                       element("wire", *(element(side, element("presence", "required"), element("direction", way)) for side, way in sides)))

    ports = interface_ports(sv.header(TOP))[name]
    yield from document("abstractionDefinition", identity(own(name, True)), reference("busType", own(name)),
                        element("ports", *(one(logical, port) for logical, port in ports.items())))


def definitions():
    """File -> what makes it."""
    for name in OWN:
        yield f"rtl/ipxact/{name}.xml", partial(bus_definition, name)
        yield f"rtl/ipxact/{name}_rtl.xml", partial(abstraction_definition, name)


def register_rows(table="registers"):
    """Rows of the table of all fields, or of their parameters, as dictionaries."""
    lines = (source.ROOT / f"sim/lists/{table}.tsv").read_text(encoding="utf-8").splitlines()
    names, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [dict(zip(names, row)) for row in rows]


def reset_value(text):
    """The value after reset of a build with all defaults."""
    names = {row["parameter"]: int(row["default"]) for row in register_rows("register_params")}
    return source.value_of(re.sub(r"^-$", "0", text), {name: names[name] for name in source.names_in(text)})


ACCESS = {"RO": ("read-only", ""), "RW": ("read-write", ""), "WARL": ("read-write", ""), "W1": ("read-write", ""),
          "RW1C": ("read-write", "oneToClear")}


def field_element(row):
    access, modified = ACCESS[row["access"]]
    legal = f"legal: {row['legal']}" if row["legal"] != "-" else "read-only" if access == "read-only" else "any value"
    inside = [element("name", row["field"]), element("description", legal), element("bitOffset", row["lsb"])]
    if row["reset"] != "-":
        inside.append(element("resets", element("reset", element("value", f"0x{reset_value(row['reset']):x}"))))
    inside += [element("bitWidth", str(int(row["msb"]) - int(row["lsb"]) + 1)), element("access", access)]
    return element("field", *inside, *([element("modifiedWriteValue", modified)] if modified else []))


COMPONENTS = ("te", "ram", "pib")  # of rvt_top, in the order of their addresses


def memory_map():
    components = {name: {} for name in COMPONENTS}  # component -> (offset, name) -> fields
    for row in (row for row in register_rows() if row["component"] in components):
        count, _, stride = ("1x0" if row["repeat"] == "-" else row["repeat"]).partition("x")
        for i in range(int(count)):
            at = int(row["offset"], 16) + i * int(stride, 16)
            name = re.sub(r"_[a-z]_", f"_{i}_", row["register"])
            components[row["component"]].setdefault((at, name), []).append(row)
    blocks = []
    for at, (component, registers) in enumerate(components.items()):
        blocks.append(element(
            "addressBlock", element("name", component), element("baseAddress", f"0x{at * 0x1000:x}"), element("range", "0x1000"),
            element("width", "32"),
            *(element("register", element("name", name), element("addressOffset", f"0x{offset:x}"), element("size", "32"),
                      *(field_element(row) for row in rows)) for (offset, name), rows in sorted(registers.items()))))
    return element("memoryMaps", element("memoryMap", element("name", "registers"), *blocks, element("addressUnitBits", "8")))


def port_element(port, local):
    upper = re.sub(r"[A-Z]\w*", lambda m: f"({local[m[0]]})" if m[0] in local else m[0], port.upper or "")
    vector = element("vectors", element("vector", element("left", upper), element("right", "0"))) if upper else []
    return element("port", element("name", port.name), element("description", port.comment or port.name),
                   element("wire", element("direction", "in" if port.direction == "input" else "out"), vector))


def model(header):
    local = {p.name: p.default for p in header.parameters if p.is_local and p.name != "Build"}
    given = [element("moduleParameter", element("name", p.name), element("value", p.name)) for p in source.up_to("top")]
    return element(
        "model",
        element("views", element("view", element("name", "rtl"), element("componentInstantiationRef", "rtl"))),
        element("instantiations", element(
            "componentInstantiation", element("name", "rtl"), element("language", "systemVerilog"), element("moduleName", TOP),
            element("moduleParameters", *given), element("fileSetRef", element("localName", "rtl")),
            element("fileSetRef", element("localName", "check")))),
        element("ports", *(port_element(port, local) for port in header.ports)))


def file_sets():
    def one(path, include=False):
        words = [element("name", str(PurePath(path).relative_to("rtl"))), element("fileType", "systemVerilogSource")]
        return element("file", *words, *([element("isIncludeFile", "true")] if include else []))

    files, includes = fileset("rtl")
    headers = sorted(str(p.relative_to(source.ROOT)) for d in includes for p in (source.ROOT / d).glob("*.svh"))
    return element(
        "fileSets",
        element("fileSet", element("name", "rtl"), *(one(path, True) for path in headers), *map(one, files)),
        element("fileSet", element("name", "check"), element("description", "Checkers, not for synthesis"), *map(one, fileset("check")[0])))


def parameter_element(p):
    low, high = p.widest
    text = p.meaning if p.is_flag else f"{p.meaning}: {p.words}"
    lines = element("parameter", element("name", p.name), element("description", text), element("value", str(p.default)))
    lines[0] = f'<ipxact:parameter parameterId="{p.name}" resolve="user" type="int" minimum="{low}" maximum="{high}">'
    return lines


def ipxact():
    header = sv.header(TOP)
    yield from document(
        "component", identity(("rvtrace", "ip", TOP, source.version())), bus(header), memory_map(), model(header), file_sets(),
        element("description", "Trace subsystem of one RISC-V hart: N-Trace encoder, RAM sink, pins"),
        element("parameters", *(parameter_element(p) for p in source.up_to("top"))))
