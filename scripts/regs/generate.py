# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The script of a build of a component."""

from reference_te import KINDS
from hardware_sinks import PibScript, RamScript
from hardware_te import EncoderScript

SCRIPTS = {"te": EncoderScript, "ram": RamScript, "pib": PibScript}


def generator(component, params, seed):
    """`params` may hold others than the registers': the whole line of sim/lists/builds.list."""
    known = {p.name for p in component.params}
    of_registers = {name: value for name, value in params.items() if name in known}
    return SCRIPTS[component.short](KINDS[component.short](component, of_registers), seed)


def text_of(script):
    return "\n".join([*script.lines, f"end {script.accesses}", ""])
