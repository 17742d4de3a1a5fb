#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write the encoders of sim/lists/presets.list by name, for `rvt encode --preset`; with --check only compare.

The file is kept, so that C is built without Python.
"""

import sys
import textwrap
from pathlib import Path

from lib import lists

ROOT = Path(__file__).resolve().parent.parent
LIST, TABLE = "sim/lists/presets.list", "cmodel/tools/presets.inc"


def table():
    encoders = {name: build for name, build in lists.read(ROOT / LIST).items() if "Xlen" in build.values}
    yield "/* Copyright 2026 rvtrace contributors"
    yield " * SPDX-License-Identifier: Apache-2.0 */"
    yield f"/* Written by scripts/presets.py from {LIST} and the defaults of the RTL. */"
    yield "static const struct preset presets[] = {"
    for name, build in encoders.items():
        lines = textwrap.wrap(" ".join(build.words[1:]), 90)
        yield f'    {{"{name}",'
        yield "\n".join(f'     "{line} "' for line in lines[:-1])
        yield f'     "{lines[-1]}"}},'
    yield "    {0, 0}};"
    yield f'static const char preset_names[] = " {" ".join(encoders)}";'


def main():
    text = "\n".join([*table(), ""])
    if sys.argv[1:] != ["--check"]:
        (ROOT / TABLE).write_text(text, encoding="utf-8")
    elif (ROOT / TABLE).read_text(encoding="utf-8") != text:
        sys.exit(f"{TABLE}: does not say what {LIST} says; `build/venv/bin/python3 scripts/presets.py` writes it")
    print(f"presets: {TABLE} agrees with {LIST}")


if __name__ == "__main__":
    main()
