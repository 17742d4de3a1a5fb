# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write what comes from the interface source, rtl/interface/*.toml.

    python3 scripts/interface write    the files, where they have changed
    python3 scripts/interface check    status 1 unless each is as it would be written
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from interface import c, manifests, ports, rtl, source  # noqa: E402  pylint: disable=wrong-import-position
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position

# By the NAME of a part: who writes it.
PARTS = {
    "parameters": rtl.header,
    "check": rtl.part_check,
    "fusesoc": rtl.fusesoc,
    "targets": rtl.targets,
    "exposed": rtl.exposed,
    "given": rtl.given,
    "ports": rtl.ports,
    "registers": rtl.registers,
    "join": rtl.join,
    "slices": rtl.slices,
    "struct": rtl.struct,
    "packed": rtl.packed_width,
    "proof": rtl.build_in_proof,
    "members": c.members,
    "fields": c.fields,
    "port": c.port,
    "beyond": c.beyond,
}
OUTPUTS = {
    "rtl/common/rvt_build_pkg.sv": rtl.package,
    "rtl/common/rvt_build.svh": rtl.macros,
    "rtl/common/rvt_check_build.sv": rtl.check,
    "rtl/ingress/rvt_queue_pack.sv": rtl.block_pack,
    "rtl/ingress/rvt_queue_pack_entry.sv": rtl.entry_pack,
    "cmodel/include/rvt/params.h": c.header,
    "cmodel/include/rvt/version.h": c.version,
    "cmodel/model/common/params_check.inc": c.check,
    "cmodel/model/common/params_presets.inc": c.presets,
    "cmodel/include/rvt/top_ports.h": ports.table,
    "cmodel/dpi/rvt_dpi_pkg.sv": ports.package,
    "cmodel/dpi/rvt_top_ref.sv": ports.reference,
    "cmodel/dpi/rvt_top_check.sv": ports.checker,
    "cmodel/dpi/rvt_top_bind.sv": ports.bind,
    "cmodel/systemc/rvt_ingress_sc.h": c.systemc,
    "Bender.yml": manifests.bender,
    "rtl/rvtrace.f": manifests.file_list,
    "rtl/rvtrace-sim.f": manifests.file_list_sim,
    "rtl/rvt_top.xml": manifests.ipxact,
    **dict(manifests.definitions()),
    "tb/harness/struct_fields.h": c.tables,
    "tb/harness/ingress_binds.h": c.binds,
}

HOSTS = (
    "fusesoc.core",
    "rtl/common/rvt_config_pkg.sv",
    "rtl/ingress/rvt_ingress_pkg.sv",
    "rtl/ingress/rvt_ingress_stage.sv",
    "rtl/ingress/rvt_ingress_slots.sv",
    "rtl/ingress/rvt_queue.sv",
    "rtl/ntrace/rvt_ntrace_pkg.sv",
    "rtl/ctr/rvt_ctr.sv",
    "rtl/tandem/rvt_tandem.sv",
    "rtl/tandem/rvt_tandem_bus.sv",
    "rtl/tandem/rvt_tandem_word.sv",
    "rtl/tandem/rvt_tandem_top.sv",
    "rtl/check/rvt_check_tandem.sv",
    "rtl/top/rvt_encoder.sv",
    "rtl/top/rvt_te.sv",
    "rtl/top/rvt_top.sv",
    "rtl/control/rvt_regs_encoder.sv",
    "rtl/control/rvt_regs_pib.sv",
    "rtl/control/rvt_regs_ram.sv",
    "rtl/transport/rvt_pib.sv",
    "rtl/transport/rvt_pib_sink.sv",
    "rtl/transport/rvt_sinks.sv",
    "rtl/transport/rvt_ram_sink.sv",
    "rtl/control/rvt_te.rdl",
    "rtl/control/rvt_ram.rdl",
    "rtl/control/rvt_pib.rdl",
    "tb/rtl/rvt_tb_chain.sv",
    "tb/rtl/rvt_tb_ctr.sv",
    "tb/rtl/rvt_tb_ctr_apb.sv",
    "tb/formal/ctr/rvt_fv_ctr.sv",
    "tb/formal/etrace/rvt_fv_etrace_branches.sv",
    "tb/formal/etrace/rvt_fv_etrace_packer.sv",
    "tb/formal/etrace/rvt_fv_etrace_return.sv",
    "tb/formal/rvt_fv_flow.sv",
    "tb/formal/rvt_fv_flow_runs.sv",
    "tb/formal/rvt_fv_ingress_stage.sv",
    "tb/formal/rvt_fv_queue.sv",
    "tb/formal/tandem/rvt_fv_tandem.sv",
    "tb/formal/tandem/rvt_fv_tandem_dump.sv",
    "cmodel/include/rvt/ingress.h",
    "cmodel/include/rvt/config.h",
    "cmodel/include/rvt/unit/head.h",
    "cmodel/include/rvt/unit/slot.h",
    "cmodel/include/rvt/ntrace.h",
    "cmodel/model/ingress/ingress_port.h",
)

# Cores of the same version as fusesoc.core's, and on which it depends.
CORES = ("cmodel/dpi/rvt_dpi.core", "cmodel/rvt_drv.core", "tb/soc/rvt_soc.core")


def versioned(path):
    """The text of a core file with the version of fusesoc.core for each of this project."""
    return re.sub(r"\b(rvtrace:\w+:\w+:)\d+\.\d+\.\d+", rf"\g<1>{source.version()}", path.read_text(encoding="utf-8"))


def filled(path):
    """The text of a file with its parts as they would be written."""
    return source.PART.sub(lambda m: m[1] + "".join(f"{line}\n" for line in PARTS[m[2]](*m[3].split())) + m[5],
                    path.read_text(encoding="utf-8"))


def outputs():
    """The text of each file. Manifests and bindings are made of what some of the HOSTS will be."""
    sv.INSTEAD.update({source.ROOT / name: filled(source.ROOT / name) for name in HOSTS})
    made = {source.ROOT / name: "\n".join([*make(), ""]) for name, make in OUTPUTS.items()}
    cores = {source.ROOT / name: versioned(source.ROOT / name) for name in CORES}
    return {**sv.INSTEAD, **made, **cores}


def undriven():
    """Fields that no bench ever sets to more than 0: the ingress port, the queue and the configuration have one agent each that draws them."""
    queue = [f for name in ("block", "entry") for f in source.structs()[name] if not re.search(r"(?<!1-)\bFormat\b", f.stored)]  # N-Trace's
    for agent, fields in (("tb/agents/ingress.c", source.ingress()), ("tb/units/bench_queue.c", queue), ("tb/harness/config.c", source.structs()["config"])):
        text = re.sub(r"/\*.*?\*/", "", (source.ROOT / agent).read_text(encoding="utf-8"), flags=re.S)
        for f in fields:
            if not re.search(rf"(->|\.){f.name}\s*(\[[^\]]*\])?\s*[|^&]?=(?!=)\s*+(?!(0|false)\s*[,;}}])", text):
                yield f"{f.name}: no bench drives it: {agent} sets it nowhere, or to 0"


# Hand-written instances of rvt_top; proofs have `.*`, which leaves nothing open.
INSTANCES = ("docs/examples/rvt_example_soc.sv", "docs/getting-started.md", "scripts/tests/bridges.sh", "tb/examples/dpi/scoreboard_tb.sv",
             "tb/integrator/acme_soc.sv", "tb/smoke/rvt_formal.sv", "tb/smoke/rvt_smoke_tb.sv", "tb/soc/rvt_soc.sv")
SAID = ("constraints/rvt_top.sdc", "docs/reference/tie-off.tsv")  # of every port: its time, what to tie it to


def open_ports():
    """Inputs that a hand-written instance leaves open; ports of the top of which a table says nothing."""
    ports = sv.header("rvt_top").ports
    for path in INSTANCES:
        given = sv.connections(source.ROOT / path, "rvt_top")
        yield from (f"{path}: rvt_top has no {p.name}" for p in ports if p.direction == "input" and p.name not in given)
    for path in SAID:
        text = (source.ROOT / path).read_text(encoding="utf-8")
        yield from (f"{path}: says nothing of {p.name}" for p in ports if not re.search(rf"\b{p.name}\b", text))


def main():
    if sys.argv[1:] not in (["write"], ["check"]):
        sys.exit(__doc__)
    texts = outputs()  # all of them before one is written: what is refused leaves the tree as it was
    changed = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale = [str(path.relative_to(source.ROOT)) for path in changed]
    if sys.argv[1] == "write":
        for path in changed:
            path.write_text(texts[path], encoding="utf-8")
    elif stale:
        sys.exit(f"interface: {' '.join(stale)}: not what rtl/interface says; `make interface` writes it")
    elif found := [*undriven(), *open_ports()]:
        sys.exit("\n".join(found))
    print(f"interface: {len(texts)} files agree with rtl/interface" if not stale else f"interface: wrote {' '.join(stale)}")


if __name__ == "__main__":
    main()
