#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write docs/reference/ports.md, and what docs/integration.md repeats, from the sources; --check only compares.

Parameters, ports and configuration come from the RTL; scripts/docs/integration.py has the tables of the other
page. Latencies come from the coverage of runs; without the executables those of the pages stay as they are.
"""

import argparse
import functools
import re
import subprocess
import sys
from pathlib import Path

import integration

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib.filelist import read_core  # noqa: E402  pylint: disable=wrong-import-position
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position

PAGE = ROOT / "docs/reference/ports.md"
# A port or parameter without a comment means what it means in a module in front.
MODULES = (
    "rtl/top/rvt_top.sv",
    "rtl/top/rvt_encoder.sv",
    "rtl/top/rvt_te.sv",
    "rtl/transport/rvt_pib.sv",
    "rtl/transport/rvt_ram_sink.sv",
    "rtl/transport/rvt_pib_sink.sv",
    "rtl/transport/rvt_sinks.sv",
    "rtl/transport/rvt_fork.sv",
    "rtl/common/rvt_apb_decode.sv",
    "rtl/common/rvt_sram.sv",
)
PACKAGE = "rtl/common/rvt_config_pkg.sv"
LATENCY = ("## Latency", "| build | XLEN | pins | first byte on the stream | first byte on the pins |")
# Executable, bench options, and what the row of the table begins with.
RUNS = (
    ("chain", "calls-rv32/htm", "8", "| `chain` | 32 | 8 |"),
    ("chain", "calls-rv32/htm", "4", "| `chain` | 32 | 4 |"),
    ("chain-rv64", "calls-rv64/htm", "8", "| `chain-rv64` | 64 | 8 |"),
)
# From, to, then executable, bench options, coverage point, and the point that must not be 0 for it.
CHAIN = ("chain", "resets=0 scn=sim/corpus/calls-rv32/htm.scn pins=8")
TOP = ("top", "resets=0 ts=0 plain_sync=0 pace=0 insns=100000 software=wrap")
STALL = ("top", "resets=0 ts=0 plain_sync=0 pace=0 insns=200000 stall=1 rule=1 overflows=0 gen=p_halt:0 software=overflow")
START = "the block that starts a trace, at the port"
PATHS = (
    (START, "the first byte of its message on the stream", *CHAIN, "clocks_to_stream", "starts_timed"),
    (START, "the first word of its message at the memory", *TOP, "clocks_to_memory", "timed"),
    (START, "the first byte of its message on 8 pins, `trPibDivider` 0", *CHAIN, "clocks_to_pins", "starts_timed"),
    ("a beat of the encoder", "the same beat at a sink that is free", "fork-2", "", "clocks_through", "to_all"),
    ("the byte that fills a word, at the RAM sink", "the word on the memory's port", *TOP, "clocks_to_word", "timed"),
    ("the last slot before a stall", "`stall_o`", *STALL, "clocks_to_stall", "stalls"),
    ("the setup clock of an access", "its last clock", *TOP, "clocks_of_access", "accesses"),
    ("the setup clock of a read of trRamData", "its last clock", *TOP, "clocks_of_ram_data", "read_out"),
    ("the last clock of a write of trTeActive", "`active_req_o`", *TOP, "clocks_to_request", "accesses"),
)


def width(upper):
    """`8*Lanes-1` -> `8*Lanes`, `Blocks+1` -> `Blocks+2`, `7` -> `8`."""
    if upper is None:
        return "1"
    found = re.fullmatch(r"(.*?)([+-]?\d+)?", upper)
    name, last = found.group(1), int(found.group(2) or 0) + 1
    return str(last) if not name else f"{name}{last:+d}" if last else name


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def module_tables(path, meanings):
    header = sv.header_in(ROOT / path)
    for item in header.parameters + header.ports:
        meanings.setdefault(item.name, item.comment)
    parameters = [(f"`{p.name}`", f"`{p.default}`", p.comment or meanings[p.name]) for p in header.parameters if not p.is_local]
    derived = {p.name: p.default for p in header.parameters if p.is_local}
    ports = [(f"`{p.name}`", "in" if p.direction == "input" else "out",
              "`config_t`" if "::" in p.kind else f"`{width(p.upper)}`", p.comment or meanings[p.name]) for p in header.ports]
    for cell in [p for p in parameters + ports if not p[-1]]:
        sys.exit(f"{path}: {cell[0]}: expected a comment, found none")
    if not parameters or not ports:
        sys.exit(f"{path}: found {len(parameters)} parameters and {len(ports)} ports")
    yield from (f"## `{header.name}`", "", f"[{path}](../../{path})", "")
    yield from (row("parameter", "default", "range, meaning"), row("---", "---", "---"))
    yield from (row(*cells) for cells in parameters)
    yield from ("", row("port", "direction", "width", "meaning"), row("---", "---", "---", "---"))
    yield from (row(*cells) for cells in ports)
    if derived:
        yield ""
        yield "; ".join(f"`{key}` is `{value}`" for key, value in derived.items()) + "."
    yield ""


def config_table():
    yield from ("## `config_t`", "", f"[{PACKAGE}](../../{PACKAGE}), the first field in the highest bits.", "")
    yield from (row("field", "width", "meaning"), row("---", "---", "---"))
    for name, bits, comment in sv.fields(ROOT / PACKAGE, "config_t"):
        yield row(f"`{name}`", bits, comment)
    yield ""


def unit_table():
    """Modules inside the components: names and widths, without a sentence for each port."""
    yield from ("## Units", "", "Modules inside these, with their parameters, and their ports beside `clk_i` and `rst_ni`.", "")
    yield from (row("module", "parameters", "inputs", "outputs"), row("---", "---", "---", "---"))
    for path in sorted(read_core(ROOT / "fusesoc.core", "rtl")[0], key=lambda name: Path(name).stem):
        name = Path(path).stem
        if path in MODULES or name.endswith("_pkg") or name.startswith("rvt_check_"):
            continue
        header = sv.header_in(ROOT / path)
        ports = {"input": [], "output": []}
        for port in header.ports:
            if port.name not in ("clk_i", "rst_ni"):
                bits = width(port.upper)
                ports[port.direction].append(f"`{port.name}`" if bits == "1" else f"`{port.name}[{bits}]`")
        parameters = [f"`{p.name}`" for p in header.parameters if not p.is_local]
        yield row(f"[`{name}`](../../{path})", *(", ".join(cell) for cell in (parameters, *ports.values())))
    yield ""


@functools.cache
def covers(executable, words):
    """Coverage of a run by its names."""
    options = [part for word in words.split() for part in ("-o", word)]
    bench = executable.parent.name.partition("-")[0]
    command = [executable, "--bench", bench, "--clocks", "1000000", "--seed", "1", *options]
    run = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{executable}: {run.stdout}{run.stderr}")
    return {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", run.stdout)}


def measured(build, name, words, point, needs):
    """A coverage point of a run that has counted what it was made for."""
    found = covers(build / "sim" / name / "sim", words)
    if not found.get(needs):
        sys.exit(f"{name}: {words}: {needs} is 0, so {point} says nothing")
    return found[point]


def measure(build):
    for name, case, pins, begin in RUNS:
        words = f"resets=0 scn=sim/corpus/{case}.scn pins={pins}"
        clocks = [measured(build, name, words, f"clocks_to_{to}", "starts_timed") for to in ("stream", "pins")]
        yield f"{begin} {clocks[0]} | {clocks[1]} |"


def latency_table(build):
    """Measured anew, or as the page has it."""
    if build is not None:
        rows = list(measure(build))
    else:
        page = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
        rows = [next((line for line in page if line.startswith(begin)), begin) for *_, begin in RUNS]
    yield from (
        LATENCY[0], "",
        "Clocks from the one in which the block that starts a trace stands at the ingress port to the one in",
        "which the first byte of its ProgTraceSync (8 bytes in these runs) can be seen, in an empty encoder.",
        "The PIB waits for the whole message, so that its bits follow each other (NT:PIB-03). Measured by the",
        "bench `chain` on the programs of `sim/corpus`; `make corpus` measures again.", "",
    )
    yield from (LATENCY[1], row("---", "---", "---", "---", "---"))
    yield from rows


def page(build):
    yield from (
        "# Ports, parameters, latency", "",
        "Generated from the sources by `make docs`; the reasons are in [design.md](../design.md).", "",
    )
    meanings = {}
    for path in MODULES:
        yield from module_tables(path, meanings)
    yield from config_table()
    yield from unit_table()
    yield from latency_table(build)


def path_table(build):
    """The table of docs/integration.md, measured anew or as the page has it."""
    page = integration.PAGE.read_text(encoding="utf-8").splitlines()
    yield "| from | to | clocks |"
    yield "| --- | --- | --- |"
    for source, target, *run in PATHS:
        begin = f"| {source} | {target} |"
        if build is not None:
            yield f"{begin} {measured(build, *run)} |"
        else:
            yield next((line for line in page if line.startswith(begin)), begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the page is not what would be written")
    parser.add_argument("--measure", type=Path, metavar="BUILD", help="measure the latencies anew")
    args = parser.parse_args()
    faults = list(integration.faults())
    if faults:
        sys.exit("\n".join(faults))
    text = "\n".join(page(args.measure)) + "\n"
    shown = integration.page(path_table(args.measure))
    if not args.check:
        PAGE.write_text(text, encoding="utf-8")
        integration.PAGE.write_text(shown, encoding="utf-8")
    elif integration.PAGE.read_text(encoding="utf-8") != shown:
        name = integration.PAGE.relative_to(ROOT)
        print(f"{name}: does not say what its sources say; `make docs` writes it", file=sys.stderr)
        return 1
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.relative_to(ROOT)}: does not say what the sources say; `make docs` writes it", file=sys.stderr)
        return 1
    pages = f"{PAGE.relative_to(ROOT)} and {integration.PAGE.relative_to(ROOT)}"
    print(f"ports: {pages} agree with the sources" + (" and runs" if args.measure else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
