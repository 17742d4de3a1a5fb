# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What slang and a C compiler read in the generated files, against the specification's tables."""

import random
import re
import subprocess

from lib import sv
from names import argument, camel, macro, name_of_package, snake
from pyslang.ast import ScriptSession

SAMPLES = 200


class Package:
    """The generated package of a component, as slang understands it."""

    def __init__(self, root, component):
        self.component, self.name = component, name_of_package(component)
        path = root / f"rtl/control/{self.name}.sv"
        self.functions = sv.functions(path)
        self.session = ScriptSession()
        self.session.eval(path.read_text(encoding="utf-8"))

    def value(self, expression, scoped=True):
        found = self.session.eval(f"{self.name}::{expression}" if scoped else expression)
        return None if found.value is None else int(found.value)

    def word(self, name, kind, value):
        self.session.eval(f"{self.name}::{kind} {name} = 32'h{value:08X};")


def check_package(package, rows):
    """Address and place of every field that the package has; rows of registers_expected.tsv."""
    component = package.component
    for row in (row for row in rows if row["component"] == component.short):
        register, field = row["register"], row["field"]
        here = f"{package.name}: {register}.{field}"
        address = package.value(f"{camel(register)}Addr")
        if address != int(row["offset"], 16):
            yield f"{here}: address: expected 0x{row['offset']}, found {address}"
        ours = next(r for r in component.registers if r.name == register)
        if package.value(f"{camel(register)}Reset") is None:
            if any(component.built(f) for f in ours.fields if f.access != "RO"):
                yield f"{here}: the package has no reset value"
            continue
        member = snake(re.sub("^tr(?=[A-Z])", "", field if field[0] != "(" else "rvtTsSuppress"))
        width = int(row["msb"]) - int(row["lsb"]) + 1
        mask = ((1 << width) - 1) << int(row["lsb"])
        for bits, expected in ((mask, (1 << width) - 1), (~mask & 0xFFFFFFFF, 0)):
            name = f"w{random.getrandbits(64)}"
            package.word(name, f"{snake(register)}_t", bits)
            found = package.value(f"{name}.{member}", scoped=False)
            if found != expected:
                yield f"{here}: 0x{bits:08X} gives {member} = {found}, expected {expected}"
        if row["reset"].isdigit() and row["access"] != "W1":
            word = package.value(f"{camel(register)}Reset")
            if (word & mask) >> int(row["lsb"]) != int(row["reset"]):
                yield f"{here}: reset: expected {row['reset']} in 0x{word:08X}"


def draw(rng, component, f):
    """A build and the fields beside, as an assignment of all names."""
    env = component.env("ceiling")
    env.update({p.name: rng.choice((0, p.preset, p.ceiling, rng.randint(0, p.ceiling))) for p in component.params})
    for r in component.registers:
        if f in r.fields:
            env.update({g.name: rng.getrandbits(g.width) for g in r.fields})
    return env


def check_functions(package):
    """Every function of the package against the source's legal set and policy."""
    rng = random.Random(1)
    component = package.component
    fields = {f"{snake(f.name)}_warl": f for r in component.registers for f in r.fields}
    if not package.functions and any(f.access == "WARL" for f in fields.values()):
        yield f"{package.name}: found no function"
    for name, inputs in package.functions.items():
        f = fields[name]
        by_argument = {argument(n): n for n in component.env("preset")}
        for _ in range(SAMPLES):
            env = draw(rng, component, f)
            value = rng.getrandbits(f.width) & rng.getrandbits(f.width) if rng.random() < 0.5 else rng.getrandbits(f.width)
            low, high = rng.choice(f.ranges(env))
            old = rng.choice((low, high, f.reset if f.legalise(f.reset, 0, env) == f.reset else low))
            given = {"value": value, "old": old}
            words = [f"{given[i] if i in given else env[by_argument[i]]}" for i in inputs]
            found = package.value(f"{name}({', '.join(words)})")
            expected = f.legalise(value, old, env)
            if found != expected:
                yield f"{package.name}: {name}({', '.join(words)}) gives {found}, expected {expected}"
                break


def check_header(directory, rows, compiler):
    """The same rows as static assertions."""
    lines = ['#include "rvt/regs.h"']
    for row in rows:
        width = int(row["msb"]) - int(row["lsb"]) + 1
        mask = ((1 << width) - 1) << int(row["lsb"])
        offset, field = macro(row["register"]), macro(row["field"] if row["field"][0] != "(" else "rvtTsSuppress")
        first = "(0)" if row["repeat"] != "-" else ""
        for what in (f"{offset}_OFFSET{first} == 0x{row['offset']}", f"{field}_MASK == {mask}u",
                     f"{field}_LSB == {row['lsb']}"):
            lines.append(f'_Static_assert({what}, "{what}");')
        if row["repeat"] != "-":
            stride = int(row["repeat"].partition("x")[2], 16)
            what = f"{offset}_OFFSET(3) - {offset}_OFFSET(2) == {stride}"
            lines.append(f'_Static_assert({what}, "{what}");')
        if row["reset"].isdigit():
            what = f"RVT_FIELD({offset}_RESET, {field}) == {row['reset']}"
            lines.append(f'_Static_assert({what}, "{what}");')
    result = subprocess.run(
        [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c",
         f"-I{directory}", "-"], input="\n".join(lines) + "\n", text=True, capture_output=True, check=False)
    if result.returncode:
        yield from (line for line in result.stderr.splitlines() if "error" in line)


def check(components, rows, root, compiler="cc"):
    for component in components:
        package = Package(root, component)
        yield from check_package(package, rows)
        yield from check_functions(package)
    yield from check_header(root / "cmodel/include", rows, compiler)
