# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Random accesses to the golden models of registers, judged by the source.

A register file made of nothing but rtl/regs says what each word reads after each write; a C program
with both does the accesses. Hardware is quiet and the component active, so every value is software's.
"""

import random
import subprocess
import tempfile
from pathlib import Path

import model
from names import snake

BUILDS, WRITES, SEED = 24, 150, 1

# Of each component that has a model: its sources, the parameters that its registers depend on with their
# least values, and in C the model's parameters, its `init_` and one clock with the access `apb`.
MODELS = {
    "te": (
        ["regs_encoder.c", "regs_active.c"],
        dict.fromkeys("Btm Htm StackDepth ReturnModes SeqJump SyncClocks Events SrcBitsMax".split(), 0),
        """\
#include "rvt/regs_encoder.h"
typedef struct rvt_regs_encoder_params params;
static struct rvt_regs_encoder s;

static enum rvt_status init_(const params *p) { return rvt_regs_encoder_init(&s, p); }

static uint32_t clock_(struct rvt_apb apb) {
  struct rvt_regs_encoder_out out;
  rvt_regs_encoder_outputs(&s, &out);
  const struct rvt_regs_encoder_in in = {.apb = apb, .active_ack = out.active_req, .empty = true, .dn_on = true};
  rvt_regs_encoder_tick(&s, &in);
  return out.prdata;
}
""",
    ),
    "ram": (
        ["ram_sink.c", "regs_ram.c", "regs_active.c"],
        {"SramWordsLog2": 2},
        """\
#include "rvt/ram_sink.h"
typedef struct rvt_regs_ram_params params;
static struct rvt_ram_sink s;

static enum rvt_status init_(const params *p) {
  const struct rvt_ram_sink_params sink = {.lanes = 1, .sram_words_log2 = p->sram_words_log2, .sram_width = 32};
  return rvt_ram_sink_init(&s, &sink);
}

static uint32_t clock_(struct rvt_apb apb) {
  struct rvt_ram_sink_in in = {.apb = apb};
  struct rvt_ram_sink_out out;
  rvt_ram_sink_outputs(&s, &in, &out);
  in.active_ack = out.active_req;
  rvt_ram_sink_tick(&s, &in);
  return out.prdata;
}
""",
    ),
    "pib": (
        ["regs_pib.c", "ntrace_pib.c", "regs_active.c"],
        {"Pins": 4, "DivWidth": 1, "SafeDiv": 0, "ClkCenter": 0, "Calibrate": 0},
        """\
#include "rvt/regs_pib.h"
typedef struct rvt_regs_pib_params params;
static struct rvt_regs_pib s;

static enum rvt_status init_(const params *p) { return rvt_regs_pib_init(&s, p); }

static uint32_t clock_(struct rvt_apb apb) {
  struct rvt_regs_pib_out out;
  rvt_regs_pib_outputs(&s, &out);
  const struct rvt_regs_pib_in in = {.apb = apb, .active_ack = out.active_req, .empty = true};
  rvt_regs_pib_tick(&s, &in);
  return out.prdata;
}
""",
    ),
}
# A read of it is more than a read: the models' own tests have it.
SIDE_EFFECT = {"trRamData"}

HEAD = """
static uint32_t access_(bool write, uint16_t offset, uint32_t data, uint8_t strb) {
  struct rvt_apb apb = {.psel = true, .pwrite = write, .paddr = offset, .pwdata = data, .pstrb = strb};
  clock_(apb);
  apb.penable = true;
  return clock_(apb);
}

struct step { bool write; uint16_t offset; uint32_t data; uint8_t strb; };
static const struct { params p; unsigned from, to; } builds[] = {
"""
TAIL = """\
};

int main(void) {
  for (unsigned b = 0; b < sizeof builds / sizeof builds[0]; b++) {
    if (init_(&builds[b].p) != RVT_OK) return printf("build %u is refused\\n", b);
    access_(true, 0, 1, 0xF);
    for (unsigned i = 0; i < 4; i++) clock_((struct rvt_apb){0});
    for (unsigned i = builds[b].from; i < builds[b].to; i++) {
      const struct step *t = &steps[i];
      const uint32_t found = access_(t->write, t->offset, t->data, t->strb);
      if (t->write || found == t->data) continue;
      unsigned w = i;
      while (w > builds[b].from && !steps[w].write) w--;
      return printf("build %u, step %u: 0x%03X reads 0x%08X, expected 0x%08X behind 0x%08X to 0x%03X, strobes %u\\n",
                    b, i, t->offset, found, t->data, steps[w].data, steps[w].offset, steps[w].strb);
    }
  }
  return 0;
}
"""


class Words:
    """The words of an active component with quiet hardware: rtl/regs and nothing else."""

    def __init__(self, component, params):
        self.registers = {r.offset: r for r in component.registers if r.repeat == 1}
        self.env = dict(component.env("preset"), **params)
        fields = [f for r in component.registers for f in r.fields]
        self.value = {f.name: f.reset for f in fields}
        for f in fields:
            if f.reset_of:
                self.value[f.name] = model.value_of(f.reset_of, self.env)
        self.active = next(f.name for f in fields if f.name.endswith("Active"))
        self.enable = self.active.replace("Active", "Enable")
        self.value[self.active] = 1

    def read(self, offset):
        register = self.registers.get(offset)
        return sum(self.value[f.name] << f.lsb for f in register.fields if f.access != "W1") if register else 0

    def write(self, offset, data, strobes):
        register = self.registers.get(offset)
        if not register:
            return
        lanes = sum(0xFF << 8 * i for i in range(4) if strobes >> i & 1)
        merged = self.read(offset) & ~lanes | data & lanes
        enabled, old = self.value[self.enable], dict(self.value)
        env = dict(self.env, **{f.name: merged >> f.lsb & ((1 << f.width) - 1) for f in register.fields})
        for f in sorted(register.fields, key=lambda f: len(f.names() & set(self.value))):
            if f.access in ("RO", "RW1C", "W1") or (f.when in ("IDLE", "STILL") and enabled):
                continue
            wanted = env[f.name]
            new = wanted if f.access == "RW" else f.legalise(wanted, old[f.name], env)
            self.value[f.name] = env[f.name] = new
        if enabled and not self.value[self.enable] and "trTeInstTracing" in self.value:
            self.value["trTeInstTracing"] = 0  # TCI:CTRL-22


def accesses(rng, words):
    """Writes anywhere, most of them to words that exist, and the reads that judge them."""
    silent = {r.offset for r in words.registers.values() if r.name in SIDE_EFFECT}
    offsets = sorted(set(words.registers) - silent)
    control = 0
    for _ in range(WRITES):
        offset = rng.choice(offsets + [control, 8] * 8 + [4 * rng.randrange(1024)])
        data = rng.choice((rng.getrandbits(32), rng.getrandbits(32) & rng.getrandbits(32), 0xFFFFFFFF, 0))
        strobes = rng.choice((15, 15, rng.getrandbits(4)))
        if offset == control:
            data |= 1  # stays active
        words.write(offset, data, strobes)
        yield "true", offset, data, strobes
        for place in {control, 4, 8, offset, rng.choice(offsets)} - silent:
            yield "false", place, words.read(place), 0


def program(component, least, text):
    """The C program, text before and behind the accesses included."""
    limits = {p.name: p.ceiling for p in component.params}
    rng = random.Random(SEED)
    builds, steps = [], []
    for _ in range(BUILDS):
        params = {n: rng.choice((low, limits[n], rng.randint(low, limits[n]))) for n, low in least.items()}
        if "Btm" in params:
            params["Htm"] |= not params["Btm"]
        if "Pins" in params:
            params["Pins"] = rng.choice((4, 8, 16))
            params["SafeDiv"] &= (1 << params["DivWidth"]) - 1
        begin = len(steps)
        steps += accesses(rng, Words(component, params))
        members = ", ".join(f".{snake(n)} = {int(v)}" for n, v in params.items())
        builds.append(f"  {{{{{members}}}, {begin}, {len(steps)}}},")
    rows = [f"  {{{w}, 0x{o:03X}, 0x{d:08X}u, {s}}}," for w, o, d, s in steps]
    head = "#include <stdio.h>\n" + text + HEAD
    return "\n".join([head + "\n".join(builds), "};", "static const struct step steps[] = {", *rows, TAIL])


def check(components, root, compiler="cc"):
    for component in components:
        if component.short not in MODELS:
            continue
        sources, least, text = MODELS[component.short]
        with tempfile.TemporaryDirectory() as directory:
            exe = Path(directory) / "exercise"
            exe.with_suffix(".c").write_text(program(component, least, text), encoding="utf-8")
            build = [compiler, "-std=c11", f"-I{root / 'cmodel/include'}", str(exe.with_suffix(".c")),
                     *(str(root / "cmodel/src" / s) for s in sources), "-o", str(exe)]
            for command in (build, [str(exe)]):
                result = subprocess.run(command, text=True, capture_output=True, check=False)
                if result.returncode or result.stdout:
                    yield f"cmodel/src/{sources[0]}: {(result.stdout + result.stderr).strip()}"
                    break
