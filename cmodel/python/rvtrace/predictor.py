# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The predictor of a bench: instructions in, messages out, and a scoreboard (rvt/predict.h)."""

from rvtrace import message
from rvtrace._c import ffi, lib
from rvtrace.error import check
from rvtrace.model import Params


class Predictor:
    """What an encoder sends for instructions, without a clock.

        predictor = Predictor("mcu", config=dict(active=True, enable=True, tracing=True, mode=6))
        predictor.insn(0x80000000, 0x00008067, 0x80000100)
        predictor.found(bytes_of_the_encoder)

    What differs is an Error that names message and field.
    """

    def __init__(self, params=None, config=None, isa=None, **values):
        self.params = Params(params, **values)
        self._hart = ffi.new("struct rvt_ingress *", {"priv": 3})
        made = ffi.new("struct rvt_predict **")
        check(lib.rvt_predict_new, self.params.encoder(), ffi.NULL if isa is None else isa.encode(), self._config(config), made)
        self._predict = ffi.gc(made[0], lib.rvt_predict_free)

    @staticmethod
    def _config(config):
        return ffi.new("struct rvt_config *", config or {})

    def configure(self, **config):
        """The whole configuration, fields of struct rvt_config, from the next instruction, trap or idle() on."""
        lib.rvt_predict_configure(self._predict, self._config(config))

    def hart(self, **port):
        """Fields of struct rvt_ingress that change (priv, context, ctype, halted, time, ...), likewise. ctype and triggers are of one clock."""
        for name, value in port.items():
            setattr(self._hart, name, value)
        lib.rvt_predict_hart(self._predict, self._hart)
        self._hart.ctype = self._hart.trigger = self._hart.ext_trigger = 0

    def insn(self, pc, word, next_pc):
        """An instruction has retired; `next_pc` is where the hart goes on, or the address of the trap that comes next."""
        check(lib.rvt_predict_insn, self._predict, pc, word, next_pc)

    def trap(self, epc, interrupt=False):
        """An exception or interrupt was taken."""
        check(lib.rvt_predict_trap, self._predict, interrupt, epc)

    def idle(self):
        """Nothing retires, but what was said of configuration and hart takes effect."""
        check(lib.rvt_predict_idle, self._predict)

    def messages(self):
        """Yield, and take, the messages that are predicted and not compared yet."""
        msg, form = ffi.new("struct rvt_ntrace_msg *"), ffi.new("struct rvt_ntrace_format *")
        data, size = ffi.new("uint8_t[]", lib.RVT_MSG_BYTES_MAX), ffi.new("size_t *")
        while lib.rvt_predict_next(self._predict, msg, form):
            if lib.rvt_ntrace_msg_write(form, msg, data, size) == lib.RVT_OK:
                yield message.made(form, msg, bytes(data[0:size[0]]))

    def found(self, data):
        """Compare bytes of the encoder, in their order, in pieces of any size."""
        check(lib.rvt_predict_found, self._predict, ffi.from_buffer("uint8_t[]", data), len(data))

    def finish(self):
        """The encoder has given all: nothing is missing, and nothing is left. The number of messages that were equal."""
        check(lib.rvt_predict_finish, self._predict)
        return lib.rvt_predict_equal(self._predict)

    def coverage(self):
        """Name -> count of each kind of message, and of each pair that follow each other, among those that were equal."""
        found, index = ffi.new("struct rvt_predict_bin *"), 0
        bins = {}
        while lib.rvt_predict_get_bin(self._predict, index, found):
            bins[ffi.string(found.name).decode()] = found.count
            index += 1
        return bins
