# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""cmodel/include/rvt/regs.h: offsets, resets and field masks for C."""

import held
from names import NOTE, depends, macro, register_reset, writable

HEAD = f"""\
/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REGS_H
#define RVT_REGS_H

/* {NOTE} */
/* clang-format off */

/*
 * Registers of the Trace Control Interface 1.0 as these components have them. *_OFFSET is the place in
 * the component's 4 KiB, *_RESET leaves out fields whose value depends on the build, *_WRITABLE has
 * the bits that software can change in some build; *_LSB and *_MASK are a field's place in its word.
 */

/** Address space of one component. */
enum {{ RVT_COMPONENT_BYTES = 4096 }};

/** Value of a field in a word: RVT_FIELD(word, RVT_TR_TE_INST_MODE). */
#define RVT_FIELD(word, field) (((word) & field##_MASK) >> field##_LSB)
/** The word with another value in a field; the value's bits beyond the field are dropped. */
#define RVT_WITH_FIELD(word, field, value) \\
  (((word) & ~field##_MASK) | (((value) << field##_LSB) & field##_MASK))
"""


def aligned(defines):
    """One group of name, value, comment."""
    width = max(len(name) for name, _, _ in defines)
    return [f"#define {n:{width}} {v}" + (f" /* {c} */" if c else "") for n, v, c in defines]


def group(component, r):
    name, offset = macro(r.name), f"0x{r.offset:03X}u"
    if r.repeat > 1:
        yield f"{name}_OFFSET(i)", f"({offset} + 0x{r.stride:02X}u * (i))", f"{r.repeat} of them"
    else:
        yield f"{name}_OFFSET", offset, ""
    without = f"without {', '.join(depends(r))}" if depends(r) else ""
    yield f"{name}_RESET", f"0x{register_reset(r):08X}u", without
    yield f"{name}_WRITABLE", f"0x{writable(component, r):08X}u", ""
    for f in r.fields:
        yield f"{macro(f.name)}_LSB", f"{f.lsb}u", ""
        yield f"{macro(f.name)}_MASK", f"0x{f.mask:08X}u", ""


def header(components):
    lines = [HEAD.rstrip("\n")]
    for c in components:
        lines += ["", f"/* {c.title}; its place in the worked address map */",
                  f"#define RVT_{c.short.upper()}_BASE 0x{c.base:04X}u"]
        for r in c.registers:
            lines += ["", *aligned(list(group(c, r)))]
        if held.held(c):
            lines += ["", *held.table(c)]
    return "\n".join(lines + ["", "/* clang-format on */", "#endif", ""])
