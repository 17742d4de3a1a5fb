# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What rtl/interface/*.toml says: parameters with their legal values, and rules between them."""

import functools
import itertools
import re
import sys
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "rtl/interface"
LEVELS = ("encoder", "port", "te", "top")  # each has what stands before it
# Part of a file between a line `interface: NAME WORD...` and a line `interface end`.
PART = re.compile(r"^([^\n]*\binterface: (\w+)((?: [-=\w]+)*)[^\n]*\n)(.*?)(^[^\n]*\binterface end\b)", re.M | re.S)
LONGEST = "LongestBeats"  # the one name in an expression that is no parameter


def version():
    """MAJOR.MINOR.PATCH of the name of the FuseSoC core."""
    found = re.search(r"^name: \S*:(\d+\.\d+\.\d+)$", (ROOT / "fusesoc.core").read_text(encoding="utf-8"), re.M)
    return found[1] if found else sys.exit("fusesoc.core: expected a name with a version of three numbers, found none")


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclass(frozen=True)
class Parameter:
    name: str
    level: str
    legal: str
    default: int
    meaning: str
    feature: str
    read_by: str
    rows: str = ""
    said: str = ""
    needs: str = ""
    te_legal: str = ""
    is_changed_by_te: bool = False
    is_timing: bool = False

    @property
    def field(self):
        return snake(self.name)

    @property
    def parts(self):
        """First and last expression of every range."""
        return [(low, high or low) for low, _, high in (part.partition("..") for part in self.legal.split())]

    @property
    def is_flag(self):
        return self.legal == "0 1"

    @property
    def words(self):
        """The legal values, as a text names them."""
        values = self.legal.split()
        return self.said or (f"{', '.join(values[:-1])} or {values[-1]}" if len(values) > 1 else self.legal)

    @functools.cached_property
    def widest(self):
        """The least and the greatest value that any build has."""
        ends = [ends_of(end) for part in self.parts for end in part]
        return min(low for low, _ in ends), max(high for _, high in ends)


@dataclass(frozen=True)
class Rule:
    name: str
    level: str
    holds: str
    says: str
    model_says: str = ""
    rows: str = ""


def names_in(expression):
    return sorted(set(re.findall(r"[A-Z]\w*", expression)))


def value_of(expression, names):
    return eval(expression, {"__builtins__": {}, "max": max, "min": min}, names)  # pylint: disable=eval-used


def ends_of(expression):
    """What an expression can be for legal values of the parameters in it."""
    known = {LONGEST: (1, 256)}
    ranges = [known.get(name) or parameter(name).widest for name in names_in(expression)]
    made = [value_of(expression, dict(zip(names_in(expression), values))) for values in itertools.product(*ranges)]
    return min(made), max(made)


def translate(expression, name):
    """The expression for SystemVerilog or C; `name` translates what it names."""
    def chosen(match):
        one, other = (part if part.isalnum() else f"({part})" for part in (match[2], match[3]))
        return f"({one} {'>' if match[1] == 'max' else '<'} {other} ? {one} : {other})"

    inner = r"((?:[^,()]|\([^()]*\))*)"
    expression = re.sub(rf"\b(max|min)\({inner},{inner}\)", chosen, expression)
    return re.sub(r"\b[A-Z]\w*", lambda m: name(m[0]), expression)


def read(file):
    with open(SOURCE / file, "rb") as f:
        return tomllib.load(f)


@functools.cache
def parameters():
    found = [Parameter(**one) for one in read("parameters.toml")["parameter"]]
    names = [p.name for p in found]
    for p in found:
        if p.level not in LEVELS or names.count(p.name) > 1:
            sys.exit(f"parameters.toml: {p.name}: expected a name of its own and one level of {' '.join(LEVELS)}")
        unknown = set(names_in(p.legal)) | ({p.needs} if p.needs else set())
        if unknown - {*names, LONGEST}:
            sys.exit(f"parameters.toml: {p.name}: expected names of parameters, found {' '.join(sorted(unknown - set(names)))}")
    usual = {**{p.name: p.default for p in found}, LONGEST: 1}
    for p in found:
        if not any(value_of(low, usual) <= p.default <= value_of(high, usual) for low, high in p.parts):
            sys.exit(f"parameters.toml: {p.name}: expected a default of {p.legal}, found {p.default}")
    return found


@functools.cache
def parameter(name):
    return next(p for p in parameters() if p.name == name)


def up_to(level):
    """The parameters of rvt_encoder, rvt_te or rvt_top."""
    last = max(LEVELS.index(level), LEVELS.index("port"))
    return [p for p in parameters() if LEVELS.index(p.level) <= last]


def model():
    """The parameters that are fields of struct rvt_params."""
    return [p for p in parameters() if p.level == "encoder"]


def rules():
    return [Rule(**one) for one in read("parameters.toml")["rule"]]


def presets():
    return read("parameters.toml")["preset"]


@dataclass(frozen=True)
class Field:
    name: str
    per: str
    width: str
    meaning: str
    feature: str
    read_by: str
    note: str = ""
    slots: str = "Blocks"  # the parameter that says how many, of one per slot


@functools.cache
def ingress():
    return [Field(**one) for one in read("ingress.toml")["field"]]


@functools.cache
def recorder():
    """What the control transfer recorder has of the ingress port, and its own bundle."""
    own = read("ctr.toml")
    by_name = {f.name: f for f in ingress()}
    if unknown := set(own["ingress"]) - set(by_name):
        sys.exit(f"ctr.toml: expected fields of ingress.toml, found {' '.join(sorted(unknown))}")
    return [by_name[name] for name in own["ingress"]] + [Field(**one) for one in own["field"]]


@functools.cache
def tandem():
    """The bundle of the encoder of tandem verification trace."""
    own = read("tandem.toml")
    return [Field(**one, slots=own["slots"]) for one in own["field"]]


@functools.cache
def tandem_bus():
    """Its port for bus transactions."""
    return [Field(**one) for one in read("tandem_bus.toml")["field"]]


@dataclass(frozen=True)
class Member:
    name: str
    width: int
    meaning: str
    type: str = ""
    stored: str = ""


@functools.cache
def structs():
    """Members of each packed struct, the upper bits first; without the columns that no build stores."""
    listed = read("structs.toml")["struct"]
    every = {one["name"]: [Member(**f) for f in one["fields"]] for one in listed}
    found = {name: [m for m in members if m.stored != "0"] for name, members in every.items()}
    for one in listed:
        found[one["name"]] += [replace(m, type="", stored="") for m in found.get(one.get("holds"), [])]
    return found


def reads(module, p):
    """Whether a module uses the value of a parameter."""
    return any(module in (f"rvt_{one}", f"rvt_ntrace_{one}", f"rvt_{one}_stage") for one in p.read_by.split())


def build_literal(values):
    """The value of rvt_build_pkg::build_t with these parameters, the others as they are by default."""
    bits = 0
    for p in parameters():
        bits = bits << 32 | int(values.get(p.name, p.default))
    return f"{32 * len(parameters())}'h{bits:x}"


def values_in(bits):
    """The parameters in such a value."""
    return {p.name: bits >> 32 * at & 0xffffffff for at, p in enumerate(reversed(parameters()))}
