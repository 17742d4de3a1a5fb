# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What C calls Python with."""

from rvtrace._c import ffi


class Sink:
    """What one object of C has handed over. An exception meanwhile cannot pass through C: it is kept for Python's caller of C.

    taken    list of what call-backs have made
    handle   `user` of the call-back; valid as long as the Sink
    """

    def __init__(self):
        self.taken, self._raised = [], None
        self.handle = ffi.new_handle(self)

    def check(self):
        """After a call of C: raise the first exception that a call-back has raised in it."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def keep(self, raised):
        self._raised = raised if self._raised is None else self._raised


def raised(_, error, traceback):
    """`onerror` of a call-back with an argument `user`."""
    ffi.from_handle(traceback.tb_frame.f_locals["user"]).keep(error)
