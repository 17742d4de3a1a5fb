# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A reference model that steps along a tandem verification trace (rvt/tandem/judge.h)."""

import os

from rvtrace._c import ffi, lib
from rvtrace.error import check
from rvtrace.sink import Sink, raised


class Judge:
    """What `rvt tandem` does, for bytes as they come.

        judge = Judge("core.toml", "program.elf", "lib/rvtrace/spike.so")
        judge.take(data)

    differences   text of each difference; `clear()` it at will
    groups        that were compared
    """

    def __init__(self, core, elf, model):
        self._sink = Sink()
        self.differences = self._sink.taken
        self._names = [ffi.new("char[]", os.fsencode(name)) for name in (core, elf, model)]
        config = ffi.new("struct rvt_tandem_judge_config *", {"core": self._names[0], "elf": self._names[1], "model": self._names[2],
                                                               "difference": lib.rvt_python_difference, "user": self._sink.handle})
        made = ffi.new("struct rvt_tandem_judge **")
        check(lib.rvt_tandem_judge_new, config, made)
        self._judge = ffi.gc(made[0], lib.rvt_tandem_judge_free)

    def take(self, data):
        """The next bytes of the stream. A damaged one is an Error, which names the byte."""
        check(lib.rvt_tandem_judge_take, self._judge, ffi.from_buffer(data), len(data))
        self._sink.check()

    def finish(self):
        """There are no more. A stream that ends within a group is an Error."""
        check(lib.rvt_tandem_judge_finish, self._judge)

    @property
    def groups(self):
        return lib.rvt_tandem_judge_groups(self._judge)

    def past(self):
        """The last groups as text, at most eight, the newest one last."""
        found = (lib.rvt_tandem_judge_past(self._judge, ago) for ago in reversed(range(8)))
        return [ffi.string(text).decode() for text in found if text != ffi.NULL]


@ffi.def_extern(onerror=raised)
def rvt_python_difference(user, line):
    ffi.from_handle(user).taken.append(ffi.string(line).decode())
