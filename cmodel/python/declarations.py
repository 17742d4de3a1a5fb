# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The compiled part of the package: all that the headers declare, as cffi reads it. Called by setup.py.

RVT_INCLUDE, RVT_ARCHIVE and RVT_LIBS name the headers' folder, a library of objects that may lie anywhere in
memory, and what it needs. A structure or number that is read wrongly here does not compile or is refused at import.
"""

import os
import re
import subprocess

from cffi import FFI

HEADERS = ("ref", "encoder", "params_text", "ntrace_text", "etrace_text", "session", "predict", "player", "rvti", "unit/ctr", "tandem/judge", "version")
SOURCE = "".join(f'#include "rvt/{name}.h"\n' for name in HEADERS)
# Functions of Python that C calls.
CALLED = """
extern "Python" void rvt_python_message(void *, const struct rvt_ntrace_tapped *);
extern "Python" void rvt_python_difference(void *, const char *);
"""


def preprocessed():
    """The lines of the project's own headers, without those of the C library."""
    text = subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-E", "-I", os.environ["RVT_INCLUDE"], "-"],
                          input=SOURCE, check=True, capture_output=True, text=True).stdout
    own = False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            own = "/rvt/" in marker[1]
        elif own and not line.startswith("#"):
            yield line


def declared():
    """What cffi takes of them: no attributes, and no functions with a body."""
    text = "\n".join(preprocessed())
    text = re.sub(r"__attribute__\s*\(\(([^()]|\([^()]*\))*\)\)", "", text)
    parts = re.split(r"^static inline [^{;]*\{", text, flags=re.M)
    return parts[0] + "".join(after_body(part) for part in parts[1:])


def after_body(text):
    depth = 1
    for at, char in enumerate(text):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if depth == 0:
            return text[at + 1:]
    raise ValueError(f"expected the end of a function, found none after: {text[:60]}")


def version():
    with open(os.path.join(os.environ["RVT_INCLUDE"], "rvt/version.h"), encoding="utf-8") as file:
        return re.search(r'RVT_VERSION "(.*)"', file.read())[1]


def builder():
    made = FFI()
    made.cdef(declared())
    made.cdef(CALLED)
    made.set_source("rvtrace._c", SOURCE, include_dirs=[os.environ["RVT_INCLUDE"]], extra_compile_args=["-std=c11"],
                    extra_objects=[os.environ["RVT_ARCHIVE"]], libraries=os.environ["RVT_LIBS"].replace("-l", "").split())
    return made
