# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which mutants of the RTL change nothing, by SAT.

Unit and mutant stand side by side with the same inputs, and every register is an output, too. With equal
registers in one clock, all outputs must be equal in it and all outputs and registers in the next, from
any state that keeps the unit's assertions (which `make formal` proves) and for any inputs that keep its
assumptions. A mutant for which that holds cannot be told from the unit by any run.
"""

import re
import subprocess

import ledger

LIMIT = 60  # seconds
# Registers become ports before anything may merge or remove them.
FLAT = "flatten\nmemory_map\nasync2sync"
PROVED = "SAT: from equal registers, equal outputs and equal registers in the next clock"
REGISTER = re.compile(r"^  wire .*output \d+ \\(\S*(?:_q|mem_q\S*))$", re.M)


def cut(names):
    # A bracket in a name is a bracket only where no pattern is expected.
    return f"{FLAT}\nexpose {' '.join('w:' + re.sub('[][]', '?', name) for name in names)}\nopt_clean"


def run(home, name, script, log=None):
    path = home / name
    (ledger.ROOT / path).write_text(script + "\n", encoding="utf-8")
    command = ["yosys", "-q", *(["-l", log] if log else []), "-s", path]
    return subprocess.run(command, cwd=ledger.ROOT, capture_output=True, text=True, check=False)


def registers(home):
    return (ledger.ROOT / home / "registers.list").read_text(encoding="utf-8").split()


def prepare(home):
    """Find the registers of the unit and make the reference, once. @return whether Yosys did"""
    found = run(home, "registers.ys", f"read_rtlil {home}/unit.il\n{FLAT}\nexpose w:*_q w:*mem_q*\n"
                                      f"write_rtlil {home}/registers.il")
    names = REGISTER.findall((ledger.ROOT / home / "registers.il").read_text(encoding="utf-8"))
    (ledger.ROOT / home / "registers.list").write_text("\n".join(names) + "\n", encoding="utf-8")
    made = run(home, "gold.ys", f"read_rtlil {home}/formal.il\nchformal -early\nchformal -assert2assume\n"
                                f"chformal -remove -cover\n{cut(names)}\nrename rvt_tb_stage gold\n"
                                f"write_rtlil {home}/gold.il")
    return found.returncode == 0 and made.returncode == 0


def proves(home, line, number):
    """Whether the mutant of the command `line` is proved equivalent."""
    log = home / f"prove-{number}.log"
    names = registers(home)
    equal = " ".join(f"-set-at 1 \\gold_{name} \\gate_{name}" for name in names)
    script = (f"read_rtlil {home}/unit.il\n{line}\n{cut(names)}\nrename rvt_tb_stage gate\nread_rtlil {home}/gold.il\n"
              f"miter -equiv -flatten -make_outputs gold gate miter\nhierarchy -top miter\n"
              f"sat -seq 2 {equal} -set-assumes -prove trigger 0 -timeout {LIMIT} -verify miter")
    done = run(home, f"prove-{number}.ys", script, log)
    said = (ledger.ROOT / log).read_text(encoding="utf-8")
    if done.returncode == 0 and "SAT proof finished - no model found: SUCCESS!" in said:
        return True
    if "proof did fail" in said or "TIMEOUT" in said.upper():
        return False
    raise RuntimeError(f"{log}: neither a proof nor a counterexample: {said[-300:]}")
