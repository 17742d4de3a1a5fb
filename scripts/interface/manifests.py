# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What other tools than FuseSoC read of the hardware: file lists, Bender's manifest, an IP-XACT component (IEEE 1685-2014).

Files are those of fusesoc.core, ports those of rvt_ntrace_top, parameters those of rtl/interface, registers those of rtl/control.
"""

import re
import sys
from collections import defaultdict
from pathlib import PurePath
from xml.sax.saxutils import escape

from interface import source

sys.path.insert(0, str(source.ROOT / "scripts"))
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position
from lib.filelist import read_core  # noqa: E402  pylint: disable=wrong-import-position

TOP = "rvt_ntrace_top"
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


def bus(header):
    known = {port.name for port in header.ports}
    for port in APB:
        if port not in known:
            sys.exit(f"{TOP}: expected a port {port}, found none")
    maps = [element("portMap", element("logicalPort", element("name", logical)), element("physicalPort", element("name", port)))
            for port, logical in APB.items()]
    kind = 'vendor="amba.com" library="AMBA4" name="{}" version="r0p0_0"/>'
    return element("busInterfaces", element(
        "busInterface", element("name", "apb"), [f"<ipxact:busType {kind.format('APB4')}"],
        element("abstractionTypes", element("abstractionType", [f"<ipxact:abstractionRef {kind.format('APB4_rtl')}"],
                                            element("portMaps", *maps))),
        element("slave", ['<ipxact:memoryMapRef memoryMapRef="registers"/>'])))


def register_rows():
    """Rows of the table of all fields, as dictionaries."""
    lines = (source.ROOT / "sim/lists/registers.tsv").read_text(encoding="utf-8").splitlines()
    names, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [dict(zip(names, row)) for row in rows]


def reset_value(text):
    """The value after reset of a build with all defaults; features that are not there yet have 0."""
    names = defaultdict(int, {p.name: p.default for p in source.parameters()})
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


def memory_map():
    components = defaultdict(dict)  # component -> (offset, name) -> fields
    for row in register_rows():
        count, _, stride = ("1x0" if row["repeat"] == "-" else row["repeat"]).partition("x")
        for i in range(int(count)):
            at = int(row["offset"], 16) + i * int(stride, 16)
            name = row["register"].replace("_i_", f"_{i}_")
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
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<!--"
    yield from (f"  {line}" for line in HEAD)
    yield "-->"
    yield '<ipxact:component xmlns:ipxact="http://www.accellera.org/XMLSchema/IPXACT/1685-2014"'
    yield '  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    yield '  xsi:schemaLocation="http://www.accellera.org/XMLSchema/IPXACT/1685-2014'
    yield '  http://www.accellera.org/XMLSchema/IPXACT/1685-2014/index.xsd">'
    parts = [element("vendor", "rvtrace"), element("library", "ip"), element("name", TOP), element("version", source.version()),
             bus(header), memory_map(), model(header), file_sets(),
             element("description", "Trace subsystem of one RISC-V hart: N-Trace encoder, RAM sink, pins"),
             element("parameters", *(parameter_element(p) for p in source.up_to("top")))]
    yield from (f"  {line}" for line in each(parts))
    yield "</ipxact:component>"
