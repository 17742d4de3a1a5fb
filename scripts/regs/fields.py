# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Registers as plain objects, and what their legal sets mean: of rtl/control by model.py, of its table by table.py."""

import ast
import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

ITEM = re.compile(r"(?P<low>.+?)(?:\.\.(?P<high>.+?))?(?: if (?P<cond>.+))?")
INDEX = "index"


@cache
def names_in(expression):
    return frozenset(node.id for node in ast.walk(ast.parse(expression, mode="eval")) if isinstance(node, ast.Name))


@cache
def compiled(expression):
    return compile(expression, "<legal set>", "eval")


@cache
def items_of(legal):
    return tuple(
        Item(i["low"], i["high"] or i["low"], i["cond"] or "")
        for i in (ITEM.fullmatch(part) for part in legal.split(", ") if part)
    )


@cache
def names_of(legal, reset):
    texts = [t for i in items_of(legal) for t in (i.low, i.high, i.cond) if t]
    return frozenset().union(*map(names_in, texts + ([reset] if reset else [])))


def value_of(expression, env):
    return int(eval(compiled(expression), {"__builtins__": {}}, env))


class Folding(ast.NodeTransformer):
    """Names that are numbers, and what of an expression is a number then."""

    def __init__(self, numbers):
        self.numbers = numbers

    def visit_Name(self, node):  # pylint: disable=invalid-name
        return ast.Constant(self.numbers[node.id]) if node.id in self.numbers else node

    def generic_visit(self, node):
        node = super().generic_visit(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and isinstance(node.left, ast.Constant) and not node.left.value:
            return node.right
        if isinstance(node, ast.expr) and not any(isinstance(n, ast.Name) for n in ast.walk(node)):
            return ast.Constant(int(eval(compile(ast.Expression(ast.fix_missing_locations(node)), "<legal set>", "eval"), {"__builtins__": {}})))
        return node


def folded(expression, numbers):
    if not names_in(expression) & numbers.keys():
        return expression
    return ast.unparse(Folding(numbers).visit(ast.parse(expression, mode="eval").body))


@dataclass
class Item:
    """`low..high if cond`; expressions, `cond` may be empty."""

    low: str
    high: str
    cond: str


@dataclass
class Field:
    name: str
    msb: int
    lsb: int
    access: str
    reset: int
    reset_of: str  # expression over build parameters, or empty
    legal: str
    policy: str
    when: str
    counts: str
    config: str  # field of the configuration that has its value from a trace start on, or empty
    hardware: str
    effect: str
    shown: str  # names of the steps that show hardware and effect
    rows: str
    desc: str

    @cached_property
    def width(self):
        return self.msb - self.lsb + 1

    @cached_property
    def mask(self):
        return ((1 << self.width) - 1) << self.lsb

    @cached_property
    def items(self):
        return items_of(self.legal)

    def names(self):
        """Parameters, fields and `index` that the legal set or the reset value depends on."""
        return names_of(self.legal, self.reset_of)

    def folded(self, numbers):
        """The same field, with numbers in place of some names."""
        legal = ", ".join(f"{i.low}{'' if i.low == i.high else '..' + i.high}{' if ' + i.cond if i.cond else ''}" for i in (
            Item(*(folded(t, numbers) if t else "" for t in (i.low, i.high, i.cond))) for i in self.items) if i.cond != "0").replace(" if 1,", ",").removesuffix(" if 1")
        return replace(self, legal=legal, reset_of="" if self.reset_of and names_in(self.reset_of) <= numbers.keys() else self.reset_of)

    def ranges(self, env):
        """Legal values under an assignment of all names, as (low, high), in the order of the source."""
        found = []
        for item in self.items:
            if item.cond and not value_of(item.cond, env):
                continue
            low, high = value_of(item.low, env), value_of(item.high, env)
            if low <= high:
                found.append((low, min(high, (1 << self.width) - 1)))
        return found

    def legalise(self, value, old, env):
        """What a WARL field holds after a write of `value`, `old` before it."""
        ranges = self.ranges(env)
        top = ranges[-1][1]
        legal = any(low <= value <= high for low, high in ranges)
        return {
            "FIXED": top,
            "KEEP": value if legal else old,
            "KEEP_NONZERO": value if legal else old or top,
            "CLAMP": max((min(value, high) for low, high in ranges if low <= value), default=0),
            "MASK": value & top,
            "CLEAR": 0,
        }[self.policy]


@dataclass
class Register:
    name: str
    offset: int
    repeat: int  # 1, or the number of instances
    stride: int
    desc: str
    fields: list = field(default_factory=list)


@dataclass
class Component:
    short: str
    title: str
    desc: str
    base: int
    params: list
    registers: list = field(default_factory=list)

    def folded(self, numbers):
        """The same, with numbers in place of parameters that have one value."""
        registers = [replace(r, fields=[f.folded(numbers) for f in r.fields]) for r in self.registers]
        return replace(self, params=[p for p in self.params if p.name not in numbers], registers=registers)

    def env(self, which):
        """Names at their `preset` or `ceiling`; fields at the largest value of their width."""
        env = {f.name: (1 << f.width) - 1 for r in self.registers for f in r.fields}
        env.update({p.name: getattr(p, which) for p in self.params}, **{INDEX: 0})
        return env

    def built(self, field_):
        """Whether some build lets software write more than one value."""
        formats = next((p.ceiling for p in self.params if p.name == "Format"), 0)
        envs = [{**self.env("ceiling"), "Format": n} for n in range(formats + 1)]
        return field_.access == "RW" or any(len({v for r in field_.ranges(env) for v in r}) > 1 for env in envs)

    def missing(self, field_):
        """Features that are not built and whose absence fixes the field at 0."""
        if not field_.items or self.built(field_):
            return []
        return sorted({p.feature for p in self.params if p.ceiling == 0 and p.name in field_.names()})
