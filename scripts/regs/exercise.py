# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden models of registers alone, in many builds, by the corners of each field and accesses by chance that sim/lists/registers.tsv judges.

Every field of the builds that are simulated has its own accesses, on RTL and model: scripts/regs/reg_steps.py.
"""

import random
import subprocess
import tempfile
from pathlib import Path

import table
from reg_steps import generator, text_of

BUILDS, SEED = 8, 1
MODELS = ["base/error.c", "base/protocol.c", "model/control/regs_encoder.c", "model/control/regs_active.c", "model/control/timestamp.c", "model/control/regs_ram.c", "model/transport/ram_sink.c", "model/transport/sync_sequence.c",
          "model/control/regs_pib.c", "model/control/regs_tandem.c", "model/transport/pib_sink.c", "model/transport/pib.c", "framing/framing.c", "framing/framing_ntrace.c",
          "framing/framing_etrace.c", "framing/framing_tandem.c"]
BENCH = ["tb/tools/register_model.c", "tb/tools/alone.c", "tb/harness/params.c", "tb/units/bench_registers.c", "tb/agents/reg_steps.c", "tb/agents/apb_bus.c"]
HERE = Path(__file__).resolve().parent.parent.parent
# Parameters that the registers depend on with their least values, and others that the models ask for.
LEAST = {
    "te": ({"Format": 0, "Xlen": 32, "AddrBits": 33, "PrivBits": 2, "ContextWidth": 1, "BpredSize": 0, "CacheSize": 0,
            "Btm": 0, "Htm": 0, "StackDepth": 0, "ReturnModes": 0, "SeqJump": 0, "SyncClocks": 0, "Events": 0,
            "SrcBitsMax": 0, "Context": 0, "AllJumps": 0, "ExtendAddr": 0, "TsWidth": 0}, {"PlainSync": 0}),
    "ram": ({"SramWordsLog2": 2}, {"Lanes": 1, "SramWidth": 32}),
    "pib": ({"Pins": 4, "DivWidth": 1, "SafeDiv": 0, "ClkCenter": 0, "Calibrate": 0}, {"BufferBytes": 64, "Lanes": 1}),
    "tandem": ({"Flen": 0, "Nret": 1, "Csrs": 0, "Elements": 0, "IncrementPc": 0, "OrFcsr": 0, "AddRegisters": 0, "Shadow": 0}, {"Xlen": 64, "Mlen": 64}),
}


def parameters(rng, component):
    least, others = LEAST[component.short]
    limits = {p.name: p.ceiling for p in component.params}
    params = {n: rng.choice((low, limits[n], rng.randint(low, limits[n]))) for n, low in least.items()}
    if "Btm" in params:
        params["Htm"] |= not params["Btm"]
    if params.get("Format") and params["TsWidth"]:
        params["SrcBitsMax"] = 8 * (params["SrcBitsMax"] > 0)  # ETR:DC-11
    if "Pins" in params:
        params["Pins"] = rng.choice((4, 8, 16))
        params["SafeDiv"] &= (1 << params["DivWidth"]) - 1
    return {name: int(value) for name, value in (params | others).items()}


def compiled(root, exe, compiler):
    return subprocess.run(
        [compiler, "-std=c11", f"-I{root / 'cmodel/include'}", f"-I{root / 'cmodel'}", f"-I{HERE / 'cmodel'}",
         f"-I{HERE / 'tb'}", *(str(HERE / s) for s in BENCH), *(str(root / "cmodel" / s) for s in MODELS),
         "-o", str(exe)],
        text=True, capture_output=True, check=False)


def broken(lines):
    """What the player must not accept of a whole script, with what it says."""
    at = next(n for n, line in enumerate(lines) if line.startswith("r "))
    _, offset, value, mask = lines[at].split()
    rest = lines[at + 1:]
    return {
        "has no end": lines[:-1],
        "not all accesses were made": lines[:at] + rest,
        "not a step": [*lines[:at], f"read {offset}", *rest],
        "does not end": [*lines[:at], "until 000 0 1", *lines[at:]],
        f"word 0x{offset.upper()} reads": [*lines[:at], f"r {offset} {int(value, 16) ^ 1:x} {mask}", *rest],
    }


def accepted(play, script):
    """What the player does not refuse, or for another reason."""
    for says, lines in broken(text_of(script).splitlines()).items():
        result = play("\n".join(lines) + "\n")
        if result.returncode != 1 or says not in result.stdout + result.stderr:
            yield f"a script of which the player has to say '{says}': {(result.stdout + result.stderr).strip()}"


def check(root, compiler="cc"):
    """`root` has the tables and the models."""
    with tempfile.TemporaryDirectory() as directory:
        exe, steps = Path(directory) / "exercise", Path(directory) / "steps"
        made = compiled(root, exe, compiler)
        if made.returncode:
            yield made.stderr.strip()
            return
        rng = random.Random(SEED)
        for short, component in table.read(root / "sim/lists").items():
            for build in range(BUILDS):
                params = parameters(rng, component)
                script = generator(component, params, SEED + build)
                script.brief()
                said = " ".join(f"{name}={value}" for name, value in params.items())

                def play(text, bench=f"registers_{short}", said=said):
                    steps.write_text(text, encoding="utf-8")
                    return subprocess.run([str(exe), bench, str(steps), said], text=True, capture_output=True, check=False)

                result = play(text_of(script))
                if result.returncode:
                    yield f"{short} with {said}: {(result.stdout + result.stderr).strip()}"
                    break
                if build == 0:
                    yield from accepted(play, script)
