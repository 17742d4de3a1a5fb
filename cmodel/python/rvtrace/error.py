# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A status of C that is not RVT_OK, as an exception."""

from rvtrace._c import ffi, lib


class Error(Exception):
    """What was expected and what was found; `status` is the name of the status of C."""

    def __init__(self, text, status="RVT_ERR_ARG"):
        super().__init__(text)
        self.status = status


def check(call, *arguments):
    """Call a function whose last argument is a struct rvt_error *, which is added here."""
    error = ffi.new("struct rvt_error *")
    status = call(*arguments, error)
    if status != lib.RVT_OK:
        text = ffi.string(error.text) or ffi.string(lib.rvt_status_text(status))
        raise Error(text.decode(errors="replace"), ffi.typeof("enum rvt_status").elements[status])
