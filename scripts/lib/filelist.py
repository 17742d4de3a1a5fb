#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Print the RTL file list of fusesoc.core in the form a tool reads.

  -f        include directories and files, one a line, for `verilator -f` and `slang -f`
  --files   the source files, one a line
  --tops    what to elaborate, one a line: every module with its defaults (a file has the name of
            its module), then every build of sim/lists/builds.list with all its parameters
  --turn    ... those whose turn it is: scripts/lib/turn.py
"""

import argparse
import sys
from pathlib import Path, PurePath

import yaml

sys.path.append(str(Path(__file__).resolve().parents[1]))
from lib import lists, turn  # noqa: E402  pylint: disable=wrong-import-position

ROOT = Path(__file__).resolve().parents[2]


def read_core(path, fileset):
    """Source files and include directories of a fileset, in the order of the core file."""
    core = yaml.safe_load(path.read_text(encoding="utf-8").partition("\n")[2])
    sources, include_dirs = [], []
    for entry in core["filesets"][fileset]["files"]:
        name, options = (entry, {}) if isinstance(entry, str) else next(iter(entry.items()))
        if not (path.parent / name).is_file():
            sys.exit(f"{path.name}: fileset {fileset}: {name} does not exist")
        if options.get("is_include_file"):
            include_dirs.append(str(PurePath(name).parent))
        else:
            sources.append(name)
    return sources, list(dict.fromkeys(include_dirs))


def unlisted(sources):
    """RTL files that the core file forgot."""
    return sorted({str(p.relative_to(ROOT)) for p in ROOT.glob("rtl/**/*.sv")} - set(sources))


def tops(sources):
    modules = [PurePath(s).stem for s in sources if not s.endswith(("_pkg.sv", "_bind.sv"))]
    builds = ROOT / "sim/lists/builds.list"
    listed = lists.read(builds).values() if builds.is_file() else ()
    return modules + [" ".join(build.tool_words) for build in listed if build.top in modules]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("-f", action="store_true", dest="arguments")
    form.add_argument("--files", action="store_true")
    form.add_argument("--tops", action="store_true")
    form.add_argument("--turn", action="store_true")
    args = parser.parse_args()

    sources, include_dirs = read_core(ROOT / "fusesoc.core", "rtl")
    sources += read_core(ROOT / "fusesoc.core", "check")[0]
    forgotten = unlisted(sources)
    if forgotten:
        sys.exit(f"fusesoc.core: filesets rtl and check lack {', '.join(forgotten)}")
    if args.arguments:
        lines = [f"+incdir+{directory}" for directory in include_dirs] + sources
    elif args.files:
        lines = sources
    else:
        lines = tops(sources)
        if args.turn:
            lines = turn.of("tops", {line: turn.sources(line.split()[0]) for line in lines})
    print("\n".join(lines))


if __name__ == "__main__":
    main()
