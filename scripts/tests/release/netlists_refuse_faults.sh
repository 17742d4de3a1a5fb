#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# scripts/bench/netlists.py refuses a netlist in which one LUT says the opposite, for ECP5 and iCE40, and fpga.py a clock of
# the constraints that is not reached.
set -euo pipefail
python=${PYTHON:-build/venv/bin/python3}
. scripts/lib/refuses.sh
make -s --no-print-directory need-synth need-sim build/rtl.f build/sim/core.a build/sim/runtime/pre.h.gch

planted() { # FORM SED: the netlist of the pin interface with this fault, in a folder of its own
  mkdir -p "$tmp/planted-$1"
  cp "build/synth/$1/pib.v" "$tmp/planted-$1/pib.v"
  plant "$tmp/planted-$1/pib.v" "$2"
  rm -rf "build/bench/sim-planted-$1"
}

for form in ecp5 ice40; do
  accepts netlists "$python" scripts/bench/netlists.py "$form" pib
done
# The first LUT of the file says the opposite: in an ECP5 `INIT`, in an iCE40 `LUT_INIT`.
opposite() { # NAME
  local init
  init=$(grep -o -m 1 "\.$1(16'h[0-9a-f]*)" "build/synth/$form/pib.v")
  init=${init##*h} init=${init%)}
  echo "0,/\.$1\(16'h$init\)/s//.$1(16'h$(printf %04x $((0xffff ^ 0x$init))))/"
}
form=ecp5
planted ecp5 "$(opposite INIT)"
refuses netlists "pib (ecp5) differs on bench pib" "$python" scripts/bench/netlists.py ecp5 pib "$tmp/planted-ecp5/pib.v"
form=ice40
planted ice40 "$(opposite LUT_INIT)"
refuses netlists "pib (ice40) differs on bench pib" "$python" scripts/bench/netlists.py ice40 pib "$tmp/planted-ice40/pib.v"

# A clock that no encoder reaches, in a copy of the constraints.
mkdir -p "$tmp/constraints"
cp constraints/* "$tmp/constraints"
plant "$tmp/constraints/rvt_top.lpf" 's/^FREQUENCY PORT "clk_i" 25 MHZ/FREQUENCY PORT "clk_i" 400 MHZ/'
refuses netlists "miss the 400 MHz of constraints" "$python" - "$tmp/constraints/rvt_top" <<'PY'
import sys
from pathlib import Path
sys.path.insert(0, "scripts/bench")
import fpga
import place
place.CONSTRAINTS = Path(sys.argv[1])
design = place.prepare(Path("build/synth/ecp5/pib.v"), "ecp5")
figures = fpga.summed(design, "", [place.place(design, seed) for seed in design.device.seeds])
sys.exit(fpga.missed(figures))
PY
# A netlist that is larger than its device has no figures, but says how large both are.
accepts netlists "$python" - <<'PY'
import dataclasses
import sys
from pathlib import Path
sys.path.insert(0, "scripts/bench")
import place
design = place.prepare(Path("build/synth/ice40/pib.v"), "ice40")
small = dataclasses.replace(design.device, options=["--lp384", "--package", "qn32", "--pcf-allow-unconstrained"])
sites = Path("build/synth/ice40/none.pcf")  # those of the file are of another package
sites.write_text("", encoding="utf-8")
try:
    place.place(dataclasses.replace(design, device=small, limits=sites), 1)
except place.NoRoom as problem:
    sys.exit(0 if str(problem).endswith(" of 384 logic cells") else f"expected 384 logic cells, found {problem}")
sys.exit("expected no room in an iCE40-LP384, found some")
PY

echo "netlists: $count cases judged"
