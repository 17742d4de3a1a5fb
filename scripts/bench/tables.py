# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of size and speed, for pages of the tree and of build/evidence."""

import re
import sys
from collections import namedtuple
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import plot  # noqa: E402  pylint: disable=wrong-import-position
from interface import source  # noqa: E402  pylint: disable=wrong-import-position
from lib import lists  # noqa: E402  pylint: disable=wrong-import-position
from lib.sources import ROOT  # noqa: E402  pylint: disable=wrong-import-position

KINDS = {"ecp5": "ECP5, wide LUTs", "ecp5-nowide": "ECP5, LUT4 only", "ice40": "iCE40"}
AREA_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "gates", "units")
NETLIST_KEYS = ("lut4", "ff", "block_ram", "fmax_mhz")
# What, in a loop in memory, from file to file.
SPEED = (
    ("functional encoder; `rvt encode`, M instructions/s", "encode_minstr_s", "encode_file_minstr_s"),
    ("decoder; `rvt decode --pcs`, M instructions/s", "decode_minstr_s", "decode_pcs_file_minstr_s"),
    ("`rvt decode --runs`, M instructions/s", None, "decode_runs_file_minstr_s"),
    ("`rvt decode`, text with symbols, M instructions/s", None, "decode_file_minstr_s"),
    ("golden model, M clocks/s", "model_mclk_s", None),
    ("RTL and model in lock-step, M clocks/s", "lockstep_mclk_s", None),
    ("the same, two processes at once", "lockstep_pair_mclk_s", None),
)
PRICE_KEYS = ("lut4", "ff", "fmax_mhz", "gates")
PRICES, WHOLE = ROOT / "sim/lists/prices.list", "whole"
# The width of I-CNT that others are compared with, and the recordings that `make workloads` makes.
ICNT = 16
WORKLOADS = [f"{path.name}-{target}" for path in sorted((ROOT / "sim/programs/workloads").glob("*")) for target in ("rv32imac", "rv64gc")]
NONE = "–"
COMPRESSION = {"literal_bytes": "literal, bytes", "reference_rule_bytes": "equal words counted, %",
               "ours_bytes": "`--repeat-history 31`, %", "optimum_bytes": "optimum, %"}
# Features that a stream shows: options of `rvt encode`, the modes that show it, and the line of prices.list with its price.
Gain = namedtuple("Gain", "options modes price")
# What a message is made of, and how a picture names it.
STREAM_PARTS = {"rest": "TCODE, B-TYPE and the like", "icnt": "I-CNT", "hist": "HIST", "hrepeat": "HREPEAT", "address": "U-ADDR, F-ADDR"}
GAIN_MODES = {"btm": ["--mode", "btm"], "htm": ["--mode", "htm"]}
GAINS = {
    "implicit return": Gain(["--implicit-return", "--stack-depth", "8"], ("btm", "htm"), "stack"),
    "sequential jumps": Gain(["--sequential-jump"], ("btm", "htm"), "seqjump"),
    "extended addresses": Gain(["--extend-addr"], ("btm", "htm"), "extend-addr"),
    "RepeatBranch": Gain(["--repeat-branch"], ("btm", "htm"), "repeat-branch"),
    "all jumps": Gain(["--all-jumps"], ("btm", "htm"), "all-jumps"),
    "privilege": Gain(["--ownership", "privilege"], ("btm", "htm"), "owner"),
    "context, 16 bits": Gain(["--ownership", "context"], ("btm", "htm"), "owner-16"),
    "time, 40 bits": Gain(["--ts"], ("btm", "htm"), "time-40"),
}
KERNEL = "kernel-rv64gc"
# Formats and modes: options of `rvt encode`, whether packets have a header byte, and the preset that is built so.
Form = namedtuple("Form", "name options headers preset")
MODES_ON = ["--format", "e-trace", "--stack-depth", "8", "--implicit-return"]
FORMATS = {
    "htm": Form("N-Trace HTM", ["--mode", "htm"], False, "micro"),
    "htm_ir": Form("N-Trace HTM, stack 8", ["--mode", "htm", *GAINS["implicit return"].options], False, "micro-ir"),
    "delta": Form("E-Trace, delta", ["--format", "e-trace"], True, "etrace"),
    "full": Form("E-Trace, full addresses", ["--format", "e-trace", "--full-address"], True, "etrace"),
    "stack": Form("E-Trace, stack 8", MODES_ON, True, None),
    "predict": Form("E-Trace, stack 8, predictor 32", [*MODES_ON, "--branch-prediction", "5"], True, "etrace-predict"),
    "cache": Form("E-Trace, stack 8, predictor 32, cache 32", [*MODES_ON, "--branch-prediction", "5", "--jump-target-cache", "5"], True, "etrace-cache"),
}
RECORDED = {path.parent.name: path for path in sorted((ROOT / "sim/corpus").glob("*/program.rvti"))}


def table(head, rows, text=1):
    """Rows of a table; the first columns are text, the others numbers."""
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join(["---"] * text + ["---:"] * (len(head) - text)) + " |"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
    yield ""


def difference(now, before):
    """With its sign, if there is one."""
    found = round(now - before, 1)
    return f"{found:+}" if found else "0"


def meanings(named=ROOT / "sim/lists/presets.list"):
    """Build -> what it is, of a list that says it."""
    text = named.read_text(encoding="utf-8")
    return dict(re.findall(r"^# ([a-z][a-z0-9-]*)  +(\S.*)$", text, re.M))


def rooms(data):
    """Why there are dashes, where a netlist is larger than its device."""
    for name, figures in data["synth"].items():
        for kind, text in KINDS.items():
            if "no_room" in figures[kind]:
                yield f"{NONE}: `{name}` does not fit the {text.partition(',')[0]}: {figures[kind]['no_room']}."
                yield ""


def area(data):
    head = ["build", "LUT4 (ECP5)", "fmax, MHz", "fast: LUT4", "fast: fmax", "flip-flops", "LUT4 (iCE40)", "fmax", "gates"]
    keys = ("lut4", "fmax_mhz", "fast_lut4", "fast_fmax_mhz", "ff")
    said, rows = meanings(), []
    for name, figures in data["area"].items():
        ice40 = data["synth"][name]["ice40"]
        rows.append([f"`{name}`: {said[name]}", *(figures[key] for key in keys), *(ice40.get(key, NONE) for key in ("lut4", "fmax_mhz")),
                     figures["gates"]])
    yield from table(head, rows)
    yield from rooms(data)


def netlists(data):
    head = ["preset", "netlist", "longest path from", "to", "levels", "LUT4", "flip-flops", "block RAM", "fmax, MHz"]
    rows = []
    for name, figures in data["synth"].items():
        for kind, text in KINDS.items():
            way = figures[kind].get("critical")
            path = [f"`{way['from']}`", f"`{way['to']}`", way["levels"]] if way else [NONE] * 3
            rows.append([f"`{name}`", text, *path, *(figures[kind].get(key, NONE) for key in NETLIST_KEYS)])
    yield from table(head, rows, 4)
    yield from rooms(data)


def changes():
    """Of sim/lists/prices.list: name -> (name of the line that it is compared with, parameter, its value there, here, the rest
    in which that line differs from the base). That line stands before, and has all parameters but one alike."""
    builds, found = lists.read(PRICES), {}
    base = next(iter(builds.values()))
    before = {}
    for name, build in builds.items():
        if name.startswith(WHOLE):
            continue
        for other, values in before.items():
            differs = [parameter for parameter in values if values[parameter] != build.values[parameter]]
            if len(differs) == 1:
                rest = [f"`{p}` {value}" for p, value in values.items() if value != base.values[p]]
                found[name] = other, differs[0], values[differs[0]], build.values[differs[0]], rest
                break
        if before and name not in found:
            sys.exit(f"{PRICES.name}: {name}: expected one parameter more than a line before it has, found none such line")
        before[name] = build.values
    # What a format costs is no price of a parameter; what repeated histories cost, units/repeat.md says.
    several = {p.name for p in source.model()} - {"Format", "Framing", "PrivBits", "IretExt", "BpredSize", "CacheSize"}
    lacks = several - {change[1] for change in found.values()}
    if lacks:
        sys.exit(f"{PRICES.name}: expected a line for every parameter of the encoder, found none for {' '.join(sorted(lacks))}")
    return found


def prices(data):
    def cells(figures, beside):
        for key in PRICE_KEYS:
            known = key in figures and key in beside
            yield difference(figures[key], beside[key]) if known else NONE

    measured = data["prices"]
    rows = []
    for name, (other, parameter, before, now, rest) in changes().items():
        what = f"`{parameter}` {before} → {now}" + (f", with {', '.join(rest)}" if rest else "")
        rows.append([what, source.parameter(parameter).meaning, *cells(measured.get(name, {}), measured.get(other, {}))])
    base = measured["base"]
    for name, what in meanings(PRICES).items():
        rows.append([f"`{name}`", f"{what}; not a difference", *(measured[name][key] if name in measured else NONE for key in PRICE_KEYS)])
    yield from table(["parameter", "meaning", "LUT4", "flip-flops", "MHz", "gates"],
                     [["the base", "`micro`", *(base[key] for key in PRICE_KEYS)], *rows], 2)


def icnt_totals(sizes):
    """Of bytes by program: width -> mode -> bytes of all programs, and of a program's against those with ICNT bits the mean and the
    greatest, in per cent."""
    totals = {}
    for mode, widths in next(iter(sizes.values())).items():
        for width in widths:
            more = [100 * modes[mode][width] / modes[mode][str(ICNT)] - 100 for modes in sizes.values()]
            totals.setdefault(width, {})[mode] = {"bytes": sum(modes[mode][width] for modes in sizes.values()),
                                                  "mean": round(sum(more) / len(more), 2), "most": round(max(more, key=abs), 2)}
    return totals


def icnt(data):
    head = ["`IcntWidth`", *(f"{mode}: {what}" for mode in ("BTM", "HTM", "implicit return") for what in ("bytes", "mean %", "most %"))]
    rows = []
    for width, modes in data["icnt"].items():
        row = [width]
        for figures in modes.values():
            row += [figures["bytes"], *(f"{figures[key]:+.2f}" if figures[key] else 0 for key in ("mean", "most"))]
        rows.append(row)
    return table(head, rows, 0)


def compression(data):
    """Bytes of the literal streams, and of others in per cent of them; last all programs together."""
    whole = {key: sum(program[key] for program in data["compression"].values()) for key in COMPRESSION}
    rows = []
    for name, program in {**data["compression"], "all": whole}.items():
        literal, *others = (program[key] for key in COMPRESSION)
        rows.append([name, literal, *(f"{100 * other / literal:.2f}" for other in others)])
    return table(["program", *COMPRESSION.values()], rows)


def gain(programs, mode, feature):
    """Bits per instruction that a feature adds: of the programs of WORKLOADS the mean, the least, the greatest; of the kernel."""
    added = {name: modes[mode][feature] - modes[mode]["off"] for name, modes in programs.items()}
    of = [more for name, more in added.items() if name != KERNEL]
    return sum(of) / len(of), min(of), max(of), added[KERNEL]


def gains(data):
    """Each feature with its price and what it adds."""
    measured, programs = data["prices"], data["gains"]
    rows = []
    for name, feature in GAINS.items():
        here, beside = measured.get(feature.price), measured["base"]
        row = [name, *(NONE if here is None else difference(here[key], beside[key]) for key in ("lut4", "ff"))]
        for mode in GAIN_MODES:
            mean, least, most, kernel = gain(programs, mode, name)
            row += [f"{mean:+.3f}", f"{least:+.3f} to {most:+.3f}", f"{kernel:+.3f}"]
        rows.append(row)
    yield from table(["feature", "LUT4", "flip-flops", *(f"{mode.upper()}: {what}" for mode in GAIN_MODES for what in ("mean", "range", "kernel"))], rows)


def bits(data):
    """Bits per instruction of the workloads, RV32 / RV64, by mode."""
    forms = {"BTM": ("btm", "off"), "HTM": ("htm", "off"), "HTM, implicit return": ("htm", "implicit return")}
    names = sorted({name.rpartition("-")[0] for name in data["gains"] if name != KERNEL})
    rows = [[name, *(" / ".join(f"{data['gains'][f'{name}-{hart}'][mode][feature]:.2f}" for hart in ("rv32imac", "rv64gc"))
                     for mode, feature in forms.values())] for name in names]
    return table(["bits per instruction, RV32 / RV64", *forms], rows)


def mean(data, mode, kind, target):
    """Bits per instruction: mean of the workloads for a target."""
    of = [figures[mode][kind] for name, figures in data["formats"].items() if name.endswith(target)]
    return sum(of) / len(of)


def modes(data):
    """Each format and mode with its size and speed, and the mean of its bits per instruction."""
    rows = []
    for mode, form in FORMATS.items():
        build = data["area"].get(form.preset, {})
        rows.append([form.name, f"`{form.preset}`" if build else NONE, *(build.get(key, NONE) for key in ("lut4", "ff", "fmax_mhz")),
                     *(f"{mean(data, mode, kind, target):.2f}" for target in ("rv32imac", "rv64gc") for kind in ("bits", "payload"))])
    return table(["format and mode", "build", "LUT4", "flip-flops", "MHz", "bit/instr, RV32", "without headers", "RV64", "without headers"], rows, 2)


def formats(data):
    """Bits per instruction of each program, with headers."""
    columns = {**{mode: form.name.replace("E-Trace, ", "") for mode, form in FORMATS.items()}, "off": "the last, cache turned off"}
    rows = [[name, *(f"{figures[mode]['bits']:.3f}" for mode in columns)] for name, figures in data["formats"].items()]
    return table(["program", *columns.values()], rows)


def formats_picture(data):
    """What a format and its modes take in hardware, across, and on the wire, up."""
    panels = []
    for title, bit in (("bit/instr, mean of the programs", lambda mode, kind: mean(data, mode, kind, "rv32imac")),
                       ("bit/instr, interp", lambda mode, kind: data["formats"]["interp-rv32imac"][mode][kind])):
        curves = [(name, [(data["area"][FORMATS[mode].preset]["lut4"], bit(mode, kind)) for mode in line if FORMATS[mode].preset in data["area"]]) for name, line, kind in (
            ("N-Trace HTM: no stack, stack 8", ("htm", "htm_ir"), "bits"),
            ("E-Trace: from delta to all modes", ("delta", "predict", "cache"), "bits"),
            ("the same without headers", ("delta", "predict", "cache"), "payload"))]
        panels.append(plot.Panel(title, "LUT4, RV32", curves, (600, 2400), (0, 3), (600, 1200, 1800, 2400), (0, 1, 2, 3)))
    return plot.page("Formats and modes: hardware and bits per instruction", panels)


def gains_picture(data):
    """What a feature costs, across, and what it adds to the stream, up."""
    measured, panels = data["prices"], []
    for mode in GAIN_MODES:
        points = [(name, measured[feature.price]["lut4"] - measured["base"]["lut4"], gain(data["gains"], mode, name)[0])
                  for name, feature in GAINS.items() if feature.price in measured]
        panels.append(plot.Panel(f"{mode.upper()}: bit/instr added, mean of the programs", "LUT4 added to micro", [(name, [(x, y)]) for name, x, y in points],
                                 (-50, 350), (-0.5, 1), (0, 100, 200, 300), (-0.5, 0, 0.5, 1)))
    return plot.page("What features cost in hardware, and add to the stream", panels)


def parts_picture(data):
    """Where the bytes go: bars of the programs, in parts."""
    panels = []
    for title, target in (("RV32", "rv32imac"), ("RV64", "rv64gc")):
        bars = {name.rpartition("-")[0]: [figures[part] for part in STREAM_PARTS] for name, figures in data["parts"].items() if name.endswith(target)}
        panels.append(plot.Bars(f"bit/instr, {title}", list(STREAM_PARTS.values()), bars, (0, 1, 2, 3)))
    return plot.page("Where the bytes of a stream go", panels)


PICTURES = {"docs/gains.svg": gains_picture, "docs/formats.svg": formats_picture, "docs/parts.svg": parts_picture}


def hart(data):
    head = ["preset", "netlist", "slowest input", "ns", "levels", "`stall_o`, ns", "levels"]
    keys = ("input_ns", "input_levels", "stall_ns", "stall_levels")
    rows = [[f"`{name}`", text, f"`{figures[kind]['hart']['input']}`", *(figures[kind]["hart"][key] for key in keys)]
            for name, figures in data["synth"].items() for kind, text in KINDS.items() if "hart" in figures[kind]]
    return table(head, rows, 3)


def gates(data):
    timed = {name: figures["osu018"] for name, figures in data["synth"].items() if "osu018" in figures}
    ports = [port for port in next(iter(timed.values())) if any(ways.get(port) for ways in timed.values())]
    rows = []
    for port in ports:
        row = [f"`{port}`"]
        for ways in timed.values():
            row += [ways[port]["ns"], ways[port]["levels"]] if ways.get(port) else ["", ""]
        rows.append(row)
    return table(["port", *(text for name in timed for text in (f"`{name}`, ns", "gates"))], rows)


def speed(data):
    """What was not measured is left out."""
    figures = data["speed"]
    rows = [[what, *(figures.get(key, "") for key in keys)] for what, *keys in SPEED if any(key in figures for key in keys)]
    return table([f"speed of the software, measured on {figures.get('date', '?')}", "loop in memory", "file to file"], rows)


TABLES = {"area": area, "modes": modes, "formats": formats, "bits": bits, "hart": hart, "gates": gates, "prices": prices, "gains": gains, "icnt": icnt, "compression": compression, "speed": speed}


def synth_page(data):
    """build/evidence/synth.md"""
    yield from ["# Netlists on FPGAs", "", "Written by `make synth`. docs/cost.md says how the figures are read.", ""]
    yield from netlists(data)
    yield from ["## Ports of the hart", "", "On the FPGA: from and to a flip-flop of the hart's, without its clock-to-Q.", ""]
    yield from hart(data)
    if any("osu018" in figures for figures in data["synth"].values()):
        yield from ["In gates of the osu018 library, without wires:", "", *gates(data)]
    yield from ["## Lock-step", ""]
    for name, figures in data["synth"].items():
        yield f"* `{name}`: `{figures['top']}`, {figures['params']}"
        yield from (f"  * {figures[kind]['proof']}" for kind in KINDS if "proof" in figures[kind])
    yield ""
