#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lists of builds: a line is NAME TOP, then NAME=VALUE of the parameters that differ from the RTL's defaults.

The first may be preset=NAME, for those of a build in rtl/interface/parameters.toml; what follows may change them.

    lists.py LIST     every line with all parameters, in the order of the RTL
"""

import functools
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from interface import source  # noqa: E402  pylint: disable=wrong-import-position
from lib import sv  # noqa: E402  pylint: disable=wrong-import-position


@dataclass(frozen=True)
class Build:
    name: str
    top: str
    values: dict  # of every parameter
    given: dict  # of those that the line names

    @property
    def words(self):
        """Top and all parameters, as the harness and the model take them."""
        return [self.top, *assignments(self.values)]

    @property
    def tool_words(self):
        """Top and its parameters, as a tool that reads SystemVerilog takes them."""
        return [self.top, *assignments(for_tools(self.top, self.values))]


def assignments(values):
    return [f"{name}={value}" for name, value in values.items()]


def has_build(top):
    """Whether a module has all build parameters as one, `Build`."""
    return "Build" in sv.header(top).defaults


def for_tools(top, values):
    if has_build(top):
        return {"Build": source.build_literal(values)}
    # slang takes no plain number above those of `int`.
    return {name: f"32'd{value}" if str(value).isdigit() and int(value) >= 1 << 31 else value for name, value in values.items()}


@functools.cache
def defaults(top):
    """Parameters of a module; of one with `Build`, those it reads."""
    if has_build(top):
        return {p.name: p.default for p in source.parameters() if source.reads(top, p)}
    return sv.header(top).numbers


def differing(top, values):
    """Those of a line of the list."""
    usual = defaults(top)
    return {name: value for name, value in values.items() if value != usual[name]}


def read(path):
    """Build of each name; an error unless every line can be read."""
    builds = {}
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) < 2:
            sys.exit(f"{path}:{number}: expected NAME TOP [NAME=VALUE...], found {line}")
        name, top, *words = words
        usual, preset, given = defaults(top), {}, {}
        for word in words:
            parameter, _, value = word.partition("=")
            if parameter == "preset" and word == words[0] and value in source.presets():
                preset = source.presets()[value]
                continue
            if parameter not in usual or parameter in given or not value.isdigit():
                sys.exit(f"{path}:{number}: expected NAME=VALUE with each parameter of {top} at most once, found {word}")
            given[parameter] = int(value)
        if name in builds:
            sys.exit(f"{path}:{number}: {name} stands there twice")
        given = {**preset, **given}
        builds[name] = Build(name, top, {**usual, **given}, given)
    return builds


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for build in read(sys.argv[1]).values():
        print(build.name, *build.words)


if __name__ == "__main__":
    main()
