#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Make each mistake of mistakes.toml on a real core, and see who says so.

    mistakes.py DIR [NAME...]      build and run in DIR; the table goes to standard output

Those of adapter and core are in one simulation for RVFI and in one for commit ports, which run without a mistake first. Status 1 if another
than those named in `says` spoke, if one said the same thing again and again, or too few mistakes are said by anyone.
"""

import os
import pathlib
import re
import subprocess
import sys
import tomllib

PROGRAM = "traps"
ENOUGH = 0.95  # of all mistakes somebody has to speak
SIM_SECONDS = "120"  # of CPU
MOST_WARNINGS = 20  # of a simulation: each is said once
ADAPTER_PORTS = {"iretire": "ar", "iaddr": "aa", "itype": "at", "ilastsize": "al", "sijump": "aj", "priv": "ap"}
CORE_PORTS = ("valid", "insn")  # rvfi_*_i
ADAPTERS = "  // ---- Where instructions go on"  # in rvt_soc_hart.sv, behind the core's own list
# The recorder of control transfers sees nothing here: its checker would speak besides.
RECORDER = "    .iretire_i,\n    .iaddr_i,\n    .itype_i,\n    .ilastsize_i,\n    .target_i,\n"
NO_RECORDER = "    .iretire_i('0),\n    .iaddr_i,\n    .itype_i('0),\n    .ilastsize_i,\n    .target_i,\n"
FILES = ("tb/soc/rvt_soc.sv", "tb/soc/rvt_soc_hart.sv", "tb/soc/sw/main.c")

BETWEEN = """
  // What the adapter says, Ahead clocks later, so that the next used slot is known: d*, n*; the last one: p*.
  localparam int unsigned Ahead = 16;
  logic [5:0] ar, nr, dr, pr;
  logic [31:0] aa, na, da, pa, late_q;
  logic [3:0] at, nt, dt, pt;
  logic [1:0] al, dl, pl;
  logic [2:0] ap, dp;
  logic aj, dj;
  logic [9:0] count_q;
  logic [47:0] line_q[0:Ahead-1];
  logic trap, over, held_q, over_q;
  assign {dr, da, dt, dl, dj, dp} = line_q[0];
  assign trap = dt == 1 || dt == 2;
  assign over = dt == 5 && (nt == 1 || nt == 2) && nr == 0;  // a trap is next to this taken branch
  always_comb begin
    {nr, na, nt} = '0;
    for (int unsigned i = Ahead - 1; i > 0; i--) begin
      if (line_q[i][47:42] != 0 || line_q[i][9:6] != 0) {nr, na, nt} = line_q[i][47:6];
    end
  end
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      for (int unsigned i = 0; i < Ahead; i++) line_q[i] <= '0;
      {pr, pa, pt, pl} <= '0;
      {late_q, count_q, held_q, over_q} <= '0;
    end else begin
      for (int unsigned i = 0; i < Ahead; i++) line_q[i] <= i == Ahead - 1 ? {ar, aa, at, al, aj, ap} : line_q[i+1];
      if (dr != 0 || dt != 0) {pr, pa, pt, pl} <= {dr, da, dt, dl};
      held_q <= dr != 0 || dt != 0;
      over_q <= over || (over_q && !trap);
      late_q <= da;
      count_q <= count_q + 10'(dr != 0);
    end
  end
  always_comb begin
    {iretire_o, iaddr_o, itype_o, ilastsize_o, sijump_o, priv_o} = {dr, da, dt, dl, dj, dp};
    case (mistake)
@PORT@
      default: ;
    endcase
  end

endmodule
"""

BEFORE = """  // What the core says to the adapter: valid, insn, irq. b*: in the clock before; tells, irqs: how often so far, modulo.
  int mistake;
  initial if (!$value$plusargs("mistake=%d", mistake)) mistake = 0;
  logic [Nret-1:0] valid, bvalid;
  logic [Nret*32-1:0] insn;
  logic irq, irqs;
  logic [7:0] tells;
  always_ff @(posedge clk or negedge hart_rst_n) begin
    if (!hart_rst_n) {bvalid, irqs, tells} <= '0;
    else {bvalid, irqs, tells} <= {rvfi_valid_i & ~rvfi_trap_i, irqs ^ irq_i, tells + 8'(rvfi_valid_i)};
  end
  always_comb begin
    {valid, insn, irq} = {rvfi_valid_i, rvfi_insn_i, irq_i};
    case (mistake)
@CORE@
      default: ;
    endcase
  end

"""


def replace(text, old, new, where):
    if text.count(old) != 1:
        sys.exit(f"{where}: expected once {old!r}, found {text.count(old)} times")
    return text.replace(old, new)


def inside(mistakes):
    """rvt_soc_hart.sv with what the mistakes of adapter and core do; +mistake=N chooses the Nth, from 1 on."""
    name = "tb/soc/rvt_soc_hart.sv"
    text = pathlib.Path(name).read_text(encoding="utf-8")
    for port, signal in ADAPTER_PORTS.items():
        text = replace(text, f"    .{port}_o,\n", f"    .{port}_o({signal}),\n", name)
    cases = {key: "\n".join(f"      {n}: begin {m[key]} end" for n, m in enumerate(mistakes, 1) if key in m) for key in ("port", "core")}
    core, adapters = text.split(ADAPTERS)
    for port in CORE_PORTS:
        adapters = adapters.replace(f"rvfi_{port}_i", port)
    adapters = replace(adapters, "      .irq_i,\n", "      .irq_i(irq),\n", name)
    text = core + BEFORE.replace("@CORE@", cases["core"]) + ADAPTERS + adapters
    return replace(text, "\nendmodule\n", BETWEEN.replace("@PORT@", cases["port"]), name)


def build(folder, texts, commit, where):
    """A simulation and its program in `folder`, of the files of the system with these texts in place of some."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: name for name in FILES}
    text = texts.get(FILES[0]) or pathlib.Path(FILES[0]).read_text(encoding="utf-8")
    texts = {**texts, FILES[0]: replace(text, RECORDER, NO_RECORDER, where)}
    for name, text in texts.items():
        paths[name] = str(folder / pathlib.Path(name).name)
        if not (path := pathlib.Path(paths[name])).exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    sw = f"{paths['tb/soc/sw/main.c']} tb/soc/sw/reset.S " + " ".join(sorted(map(str, pathlib.Path("cmodel/driver").glob("*.c"))))
    made = subprocess.run(["make", "-s", "--no-print-directory", f"SOC={folder}", f"SOC_SV={paths['tb/soc/rvt_soc.sv']} {paths['tb/soc/rvt_soc_hart.sv']} tb/soc/rvt_soc_ctr.sv tb/soc/rvt_soc_probe.sv",
                           f"SOC_SW={sw}", f"SOC_VFLAGS=-GCommit={int(commit)}", f"{folder}/ibex/sim", f"{folder}/ibex-{PROGRAM}.elf"],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        sys.exit(f"{where}: does not build:\n{made.stdout}{made.stderr}")


def changed(mistake):
    """The files that the mistake changes."""
    texts = {}
    for name, old, new in mistake["changes"]:
        texts[name] = replace(texts.get(name) or pathlib.Path(name).read_text(encoding="utf-8"), old, new, mistake["name"])
    return texts


def run(folder, name, options):
    """Who speaks, what each says first, and whether the PCs are those of the core, who says what he says once."""
    elf, base = folder / f"ibex-{PROGRAM}.elf", folder / name
    ran = subprocess.run(["tb/soc/run.sh", f"{folder}/ibex/sim", f"{elf}", f"{base}", *options], capture_output=True, text=True, check=False,
                         env=dict(os.environ, RVT_SIM_SECONDS=SIM_SECONDS))
    out = pathlib.Path(f"{base}.out").read_text(encoding="utf-8", errors="replace")
    if (warnings := out.count("Warning")) > MOST_WARNINGS:
        sys.exit(f"{name}: {warnings} warnings are said, {MOST_WARNINGS} at most are expected")
    said = {}
    if match := re.search(r"Assertion failed in [^:]*: (?:TOP\S*: )?(?!the program ends)(.*)", out):
        said["checker"] = match[1]
    if "the program ends with 50" in out:
        said["driver"] = out.splitlines()[0]
    decoded = subprocess.run(["build/bin/rvt", "decode", "--elf", f"{elf}", "--isa", "rv32imc", "--pcs", f"{base}.nex"],
                             capture_output=True, text=True, check=False)
    if decoded.returncode != 0 and pathlib.Path(f"{base}.nex").stat().st_size:
        said["decoder"] = decoded.stderr.splitlines()[0]
    return said, ran


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    with open("tb/soc/mistakes.toml", "rb") as file:
        every = tomllib.load(file)["mistake"]
    if unknown := set(sys.argv[2:]) - {m["name"] for m in every}:
        sys.exit(f"mistakes: expected names of tb/soc/mistakes.toml, found {' '.join(sorted(unknown))}")
    mistakes = [m for m in every if not sys.argv[2:] or m["name"] in sys.argv[2:]]
    within = [m for m in every if "changes" not in m]
    for commit in sorted({m.get("commit", False) for m in mistakes if m in within}):
        place = folder / ("commit" if commit else "rvfi")
        build(place, {"tb/soc/rvt_soc_hart.sv": inside(within)}, commit, place.name)
        said, ran = run(place, "none", [])
        if said or ran.returncode != 0:
            sys.exit(f"{place.name}: expected nothing to be said without a mistake, found {said}\n{ran.stderr}")
        print(f"{place.name}: {ran.stdout.strip()}", flush=True)
    wrong = heard = 0
    for mistake in mistakes:
        if mistake in within:
            place, options = folder / ("commit" if mistake.get("commit") else "rvfi"), [f"+mistake={within.index(mistake) + 1}"]
        else:
            place, options = folder / mistake["name"], []
            build(place, changed(mistake), False, mistake["name"])
        said, _ = run(place, mistake["name"], options + mistake.get("run", []))
        heard += bool(said)
        print(f"{mistake['name']}: {mistake['what']}", flush=True)
        for who, text in said.items():
            print(f"    {who}: {text}", flush=True)
        if sorted(said) != sorted(mistake["says"]):
            wrong += 1
            print(f"    expected {mistake['says']}", flush=True)
    print(f"soc: {heard} of {len(mistakes)} mistakes are said by checker, driver or decoder")
    if wrong or heard < ENOUGH * len(mistakes):
        sys.exit(f"mistakes: {wrong} are said by others than expected")


if __name__ == "__main__":
    main()
