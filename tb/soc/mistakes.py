#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Make each mistake of mistakes.toml on a real core, and see who says so.

    mistakes.py DIR [NAME...]      build and run in DIR; the table goes to standard output

Status 1 if another than those named in `says` spoke, or too few mistakes are said by anyone.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

PROGRAM = "traps"
ENOUGH = 0.9  # of all mistakes somebody has to speak
SIM_SECONDS = 120
ADAPTER_PORTS = ("iretire", "iaddr", "itype", "ilastsize")
FILES = ("tb/soc/rvt_soc.sv", "tb/soc/rvt_soc_hart.sv", "tb/soc/sw/main.c")

BETWEEN = """
  // What the adapter says, Ahead clocks later, so that the next used slot is known: d*, n*; the last one: p*.
  localparam int unsigned Ahead = 16;
  logic [5:0] ar, nr, dr, pr;
  logic [31:0] aa, da, pa, late_q;
  logic [3:0] at, nt, dt, pt;
  logic [1:0] al, dl, pl;
  logic [9:0] count_q;
  logic [43:0] line_q[0:Ahead-1];
  logic trap, over, held_q, over_q;
  assign {dr, da, dt, dl} = line_q[0];
  assign trap = dt == 1 || dt == 2;
  assign over = dt == 5 && (nt == 1 || nt == 2) && nr == 0;  // a trap is next to this taken branch
  always_comb begin
    {nr, nt} = '0;
    for (int unsigned i = Ahead - 1; i > 0; i--) begin
      if (line_q[i][43:38] != 0 || line_q[i][5:2] != 0) {nr, nt} = {line_q[i][43:38], line_q[i][5:2]};
    end
  end
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      for (int unsigned i = 0; i < Ahead; i++) line_q[i] <= '0;
      {pr, pa, pt, pl} <= '0;
      {late_q, count_q, held_q, over_q} <= '0;
    end else begin
      for (int unsigned i = 0; i < Ahead; i++) line_q[i] <= i == Ahead - 1 ? {ar, aa, at, al} : line_q[i+1];
      if (dr != 0 || dt != 0) {pr, pa, pt, pl} <= {dr, da, dt, dl};
      held_q <= dr != 0 || dt != 0;
      over_q <= over || (over_q && !trap);
      late_q <= da;
      count_q <= count_q + 10'(dr != 0);
    end
  end
  always_comb begin
    {iretire_o, iaddr_o, itype_o, ilastsize_o} = {dr, da, dt, dl};
    @PORT@
  end

endmodule
"""


def replace(text, old, new, where):
    if text.count(old) != 1:
        sys.exit(f"{where}: expected once {old!r}, found {text.count(old)} times")
    return text.replace(old, new)


def change(mistake, folder):
    """The files of the system with the mistake, in `folder`; those that differ, by their name in the tree."""
    texts = {name: pathlib.Path(name).read_text(encoding="utf-8") for name in FILES}
    for name, old, new in mistake.get("changes", []):
        texts[name] = replace(texts[name], old, new, mistake["name"])
    if "port" in mistake:
        name = "tb/soc/rvt_soc_hart.sv"
        for port in ADAPTER_PORTS:
            signal = "a" + {"iretire": "r", "iaddr": "a", "itype": "t", "ilastsize": "l"}[port]
            texts[name] = replace(texts[name], f"    .{port}_o,\n", f"    .{port}_o({signal}),\n", mistake["name"])
        texts[name] = replace(texts[name], "\nendmodule\n", BETWEEN.replace("@PORT@", mistake["port"]), mistake["name"])
    paths = {}
    for name, text in texts.items():
        paths[name] = name
        if text != pathlib.Path(name).read_text(encoding="utf-8"):
            paths[name] = str(folder / pathlib.Path(name).name)
            pathlib.Path(paths[name]).write_text(text, encoding="utf-8")
    return paths


def run(mistake, folder):
    """Who speaks, what each says first, and whether the PCs are those of the core."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = change(mistake, folder)
    sw = f"{paths['tb/soc/sw/main.c']} tb/soc/sw/reset.S " + " ".join(sorted(map(str, pathlib.Path("cmodel/driver").glob("*.c"))))
    made = subprocess.run(["make", "-s", "--no-print-directory", f"SOC={folder}", f"SOC_SV={paths['tb/soc/rvt_soc.sv']} {paths['tb/soc/rvt_soc_hart.sv']} tb/soc/rvt_soc_probe.sv",
                           f"SOC_SW={sw}", f"{folder}/ibex/sim", f"{folder}/ibex-{PROGRAM}.elf"], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        sys.exit(f"{mistake['name']}: does not build:\n{made.stdout}{made.stderr}")
    base = folder / f"ibex-{PROGRAM}"
    ran = subprocess.run(["tb/soc/run.sh", f"{folder}/ibex/sim", f"{base}.elf", f"{base}", *mistake.get("run", [])], capture_output=True, text=True, check=False, timeout=3 * SIM_SECONDS)
    out = pathlib.Path(f"{base}.out").read_text(encoding="utf-8", errors="replace")
    said = {}
    if match := re.search(r"Assertion failed in [^:]*: (?:TOP\S*: )?(?!the program ends)(.*)", out):
        said["checker"] = match[1]
    if "the program ends with 50" in out:
        said["driver"] = out.splitlines()[0]
    decoded = subprocess.run(["build/bin/rvt", "decode", "--elf", f"{base}.elf", "--isa", "rv32imc", "--pcs", f"{base}.nex"],
                             capture_output=True, text=True, check=False)
    if decoded.returncode != 0 and pathlib.Path(f"{base}.nex").stat().st_size:
        said["decoder"] = decoded.stderr.splitlines()[0]
    return said, ran.returncode == 0


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    with open("tb/soc/mistakes.toml", "rb") as file:
        mistakes = [m for m in tomllib.load(file)["mistake"] if not sys.argv[2:] or m["name"] in sys.argv[2:]]
    wrong = heard = 0
    for mistake in mistakes:
        said, _ = run(mistake, folder / mistake["name"])
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
