# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The parts of the suite that report planted faults: how each is built, run, and what it says of a difference."""

import os
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
from lib import limited  # noqa: E402  pylint: disable=wrong-import-position

PLACE = ROOT / "build/faults"
PYTHON = "build/venv/bin/python3"
MAKE = ["make", "-s", "--no-print-directory"]
LIMIT = 120  # CPU seconds of a test
HANGS = 20  # seconds without any: a planted fault may make a test wait for ever


@dataclass(eq=False)
class Part:
    """What must report some faults: `sim packer_l1`."""

    kind: str
    name: str
    faults: list = field(default_factory=list)

    @property
    def label(self):
        return f"{self.kind} {self.name}".strip()


class Broken(Exception):
    """What a build says that fails."""


def call(command, cwd, env=None, cpu=limited.CPU, idle=limited.IDLE):
    """(status, output); 124 if it does not end."""
    status, output, _, ended = limited.run([str(word) for word in command], cpu, idle, cwd=cwd, env=env)
    return (124 if ended else status), output


def must(command, cwd):
    status, output = call(command, cwd)
    if status != 0:
        raise Broken(f"{shlex.join(map(str, command))}\n{output}")


def evidence(part):
    """What a part says of a difference; a crash or a missing file reads otherwise."""
    if part.kind in ("sim", "gate", "cxxrtl"):
        return (rf"^FAIL {re.escape(part.name)}([.-][0-9a-z]+)?: (.*clock [0-9]+: .*; repeat: |.*(after|before) overflow [0-9]+"
                r"|.*: (sent |rvt assemble makes )|rvt decode ended with 1:)")
    return {"unit": r"^\[  FAILED  \] .*test", "cli": r"^FAILED ",
            "spike": r"^(group|step) [0-9]+, .*: expected |: accepted a fault$|^expected '",
            "systemc": r"^systemc: (differs|saw too little|the waveform)"}[part.kind]


def run_part(part, tree):
    env = dict(os.environ, RVT_ROW_DIR="")
    command = {
        "sim": [PYTHON, "scripts/sim/sim.py", "--waves", "none", part.name],
        "gate": [PYTHON, "scripts/sim/sim.py", "--each", "sim/lists/gate", "--waves", "none", part.name],
        "cxxrtl": [PYTHON, "scripts/sim/sim.py", "--sim", "build/sim-cxxrtl", "--waves", "vcd", part.name],
        "unit": [f"build/tests/{part.name}"],
        "cli": ["bash", f"cmodel/tests/tools/{part.name}.sh"],
        "spike": ["bash", f"scripts/tests/{part.name}.sh"],
        "systemc": ["tb/systemc/check.sh"],
    }[part.kind]
    return call(command, tree, env, LIMIT, HANGS) if part.kind in ("unit", "cli") else call(command, tree, env)


def make_part(part, tree):
    targets = {
        "sim": ["sim-build", "sim-programs", "build/bin/rvt", f"RUNS={part.name}"],
        "gate": ["sim-gate-build", "build/bin/rvt", f"GATE_BUILDS={part.name}"],
        "cxxrtl": ["sim-cxxrtl-build", "build/bin/rvt", f"CXXRTL_RUNS={part.name}"],
        "unit": [f"build/tests/{part.name}"],
        "cli": ["build/bin/rvt"],
        "spike": ["build/bin/rvt", "spike-model"],
        "systemc": ["systemc-build"],
    }
    must([*MAKE, *targets[part.kind]], tree)
