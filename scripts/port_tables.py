#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write docs/reference/ports.md, and the example in docs/integration.md, from the sources; --check only compares.

Parameters, ports and configuration come from the RTL. The latencies come from the coverage of a run
of the bench `chain`; without its executables those of the page stay as they are.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/ports.md"
INTEGRATION = ROOT / "docs/integration.md"
EXAMPLE = ROOT / "docs/examples/rvt_example_soc.sv"
MARK = "<!-- example -->"
# A port or parameter without a comment means what it means in a module in front.
MODULES = (
    "rtl/ntrace/rvt_ntrace_top.sv",
    "rtl/ntrace/rvt_ntrace_encoder.sv",
    "rtl/ntrace/rvt_ntrace_te.sv",
    "rtl/transport/rvt_ntrace_pib.sv",
    "rtl/transport/rvt_ntrace_ram_sink.sv",
    "rtl/transport/rvt_ntrace_pib_sink.sv",
    "rtl/transport/rvt_ntrace_fork.sv",
    "rtl/common/rvt_apb_decode.sv",
    "rtl/common/rvt_sram.sv",
)
PACKAGE = "rtl/ntrace/rvt_ntrace_pkg.sv"
PARAMETER = re.compile(r"  (parameter|localparam) int unsigned (\w+)\s*=\s*([^,/]+?),?\s*(?://\s*(.*))?$")
PORT = re.compile(r"  (input|output)\s+(logic|rvt_\w+::\w+)\s+(?:\[(.+?):0\]\s+)?(\w+),?\s*(?://\s*(.*))?$")
FIELD = re.compile(r"    logic\s+(?:\[(\d+):0\]\s+)?(\w+);\s*//\s*(.*)$")
LATENCY = ("## Latency", "| build | XLEN | pins | first byte on the stream | first byte on the pins |")
# Executable, bench options, and what the row of the table begins with.
RUNS = (
    ("chain", "calls-rv32/htm", "8", "| `chain` | 32 | 8 |"),
    ("chain", "calls-rv32/htm", "4", "| `chain` | 32 | 4 |"),
    ("chain-rv64", "calls-rv64/htm", "8", "| `chain-rv64` | 64 | 8 |"),
)


def width(upper):
    """`8*Lanes-1` -> `8*Lanes`, `Blocks+1` -> `Blocks+2`, `7` -> `8`."""
    if upper is None:
        return "1"
    found = re.fullmatch(r"(.*?)([+-]?\d+)?", upper)
    name, last = found.group(1), int(found.group(2) or 0) + 1
    return str(last) if not name else f"{name}{last:+d}" if last else name


def header_of(path):
    """Module name, and the lines from `module` to `);`."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("module "))
    end = next(i for i in range(start, len(lines)) if lines[i] == ");")
    return re.match(r"module (\w+)", lines[start]).group(1), lines[start + 1 : end]


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def module_tables(path, meanings):
    name, lines = header_of(path)
    parameters, derived, ports = [], {}, []
    for line in lines:
        found = PARAMETER.match(line)
        if found and found.group(1) == "parameter":
            key = found.group(2)
            parameters.append((f"`{key}`", f"`{found.group(3)}`", found.group(4) or meanings.get(key, "")))
            meanings.setdefault(key, parameters[-1][-1])
        elif found:
            derived[found.group(2)] = found.group(3)
        found = PORT.match(line)
        if found:
            kind = "`config_t`" if "::" in found.group(2) else f"`{width(found.group(3))}`"
            key = found.group(4)
            ports.append((f"`{key}`", "in" if found.group(1) == "input" else "out", kind,
                          found.group(5) or meanings.get(key, "")))
            meanings.setdefault(key, ports[-1][-1])
    for cell in [p for p in parameters + ports if not p[-1]]:
        sys.exit(f"{path}: {cell[0]}: expected a comment, found none")
    if not parameters or not ports:
        sys.exit(f"{path}: found {len(parameters)} parameters and {len(ports)} ports")
    yield from (f"## `{name}`", "", f"[{path}](../../{path})", "")
    yield from (row("parameter", "default", "range, meaning"), row("---", "---", "---"))
    yield from (row(*cells) for cells in parameters)
    yield from ("", row("port", "direction", "width", "meaning"), row("---", "---", "---", "---"))
    yield from (row(*cells) for cells in ports)
    if derived:
        yield ""
        yield "; ".join(f"`{key}` is `{value}`" for key, value in derived.items()) + "."
    yield ""


def config_table():
    source = (ROOT / PACKAGE).read_text(encoding="utf-8")
    body = source[: source.index("} config_t;")].rpartition("typedef struct packed {")[2]
    fields = [found for found in map(FIELD.match, body.splitlines()) if found]
    if not fields:
        sys.exit(f"{PACKAGE}: found no field of config_t")
    yield from ("## `config_t`", "", f"[{PACKAGE}](../../{PACKAGE}), the first field in the highest bits.", "")
    yield from (row("field", "width", "meaning"), row("---", "---", "---"))
    for found in fields:
        yield row(f"`{found.group(2)}`", int(found.group(1) or 0) + 1, found.group(3))
    yield ""


def measure(build):
    for name, case, pins, begin in RUNS:
        run = subprocess.run(
            [build / "sim" / name / "sim", "--bench", "chain", "--clocks", "1000000", "-o", "resets=0",
             "-o", f"scn=sim/corpus/{case}.scn", "-o", f"pins={pins}", "--min", "starts_timed=1"],
            cwd=ROOT, text=True, capture_output=True, check=False,
        )
        found = re.search(r"clocks_to_stream=(\d+) clocks_to_pins=(\d+)", run.stdout)
        if run.returncode != 0 or not found:
            sys.exit(f"{name}: {run.stdout}{run.stderr}")
        yield f"{begin} {found.group(1)} | {found.group(2)} |"


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
    yield from latency_table(build)


def integration():
    """The page with the instance of the example behind its mark."""
    before, mark, after = INTEGRATION.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        sys.exit(f"{INTEGRATION.name}: expected the line {MARK}")
    source = EXAMPLE.read_text(encoding="utf-8")
    start = source.index("  rvt_ntrace_top #(")
    end = source.index("\n  );\n", start) + len("\n  );\n")
    rest = re.sub(r"\A\n\n```systemverilog\n.*?```\n", "\n", after, count=1, flags=re.S)
    return f"{before}{mark}\n\n```systemverilog\n{source[start:end]}```\n{rest.removeprefix(chr(10))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the page is not what would be written")
    parser.add_argument("--measure", type=Path, metavar="BUILD", help="measure the latencies anew")
    args = parser.parse_args()
    text = "\n".join(page(args.measure)) + "\n"
    shown = integration()
    if not args.check:
        PAGE.write_text(text, encoding="utf-8")
        INTEGRATION.write_text(shown, encoding="utf-8")
    elif INTEGRATION.read_text(encoding="utf-8") != shown:
        name = INTEGRATION.relative_to(ROOT)
        print(f"{name}: does not show the instance of {EXAMPLE.name}; `make docs` writes it", file=sys.stderr)
        return 1
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.relative_to(ROOT)}: does not say what the sources say; `make docs` writes it", file=sys.stderr)
        return 1
    print(f"ports: {PAGE.relative_to(ROOT)} agrees with the sources" + (" and a run" if args.measure else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
