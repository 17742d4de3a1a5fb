# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which mutants of the RTL change nothing, by SAT.

Every register of unit and mutant is cut: what reads it reads an input that both share, what is loaded into
it is an output. In any state that keeps the unit's assertions (which `make formal` proves) and for any
inputs that keep its assumptions, both must have the same outputs and load the same. A mutant for which
that holds cannot be told from the unit by any run.
"""

import re
import subprocess

import ledger

LIMIT = 60  # seconds; of a wide unit the clauses alone can take minutes
# Registers become ports before anything may merge or remove them.
FLAT = "flatten\nmemory_map\nasync2sync"
PROVED = "SAT: from equal registers, equal outputs and equal registers in the next clock"
REGISTER = re.compile(r"^  wire .*output \d+ \\(\S*(?:_q|mem_q\S*))$", re.M)


def cut(names):
    # A bracket in a name is a bracket only where no pattern is expected.
    return f"{FLAT}\nexpose -cut {' '.join('w:' + re.sub('[][]', '?', name) for name in names)}\nopt_clean"


def run(home, name, script, log=None, limit=None):
    path = home / name
    (ledger.ROOT / path).write_text(script + "\n", encoding="utf-8")
    command = ["yosys", "-q", *(["-l", log] if log else []), "-s", path]
    return subprocess.run(command, cwd=ledger.ROOT, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: limit and ledger.limit_time(limit))


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
    """Whether the mutant of the command `line` is proved equivalent, in time."""
    log = home / f"prove-{number}.log"
    # What a register has loaded shows in the second clock; equal logic of both is merged before the solver sees it.
    script = (f"read_rtlil {home}/unit.il\n{line}\n{cut(registers(home))}\nrename rvt_tb_stage gate\n"
              f"read_rtlil {home}/gold.il\nmiter -equiv -flatten -make_outputs gold gate miter\nhierarchy -top miter\n"
              f"opt_expr\nopt_merge -share_all\nopt_clean\n"
              f"sat -seq 2 -prove-skip 1 -set-assumes -prove trigger 0 -verify miter")
    done = run(home, f"prove-{number}.ys", script, log, LIMIT)
    said = (ledger.ROOT / log).read_text(encoding="utf-8")
    if done.returncode == 0 and "SAT proof finished - no model found: SUCCESS!" in said:
        return True
    if "proof did fail" in said or done.returncode == ledger.OUT_OF_TIME:
        return False
    raise RuntimeError(f"{log}: neither a proof nor a counterexample: {said[-300:]}")
