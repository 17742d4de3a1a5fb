#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Elaborate what a list of tops names, with slang; any warning is an error.

usage: slang.py FILE_LIST TOPS_LIST, as scripts/lib/filelist.py prints them
"""

import sys
from pathlib import Path

from pyslang.driver import Driver

# Not asked for: `unique case` has a default by house style; an encoding that comes from a port is
# compared as a bit vector; $clog2 is signed; a cast or shift by a parameter is useless at some of
# its values.
OPTIONS = (
    "-Wextra -Wconversion -Werror -Wno-unused-parameter -Wno-case-redundant-default"
    " -Wno-case-type -Wno-sign-conversion -Wno-useless-cast"
    " -Wno-shift-count-overflow"
)


def main():
    file_list, tops_list = sys.argv[1:]
    tops = Path(tops_list).read_text(encoding="utf-8").splitlines()
    for line in tops:
        top, *parameters = line.split()
        overrides = " ".join(f'-G "{parameter}"' for parameter in parameters)
        driver = Driver()
        driver.addStandardArgs()
        if not driver.parseCommandLine(f"slang {OPTIONS} --top {top} {overrides} -f {file_list}"):
            return 2
        good = driver.processOptions() and driver.parseAllSources()
        if not (good and driver.runFullCompilation(True)):
            print(f"slang: {line} failed", file=sys.stderr)
            return 1
    print(f"slang: {len(tops)} elaborations without a warning")
    return 0 if tops else 1


if __name__ == "__main__":
    sys.exit(main())
