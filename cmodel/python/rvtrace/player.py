# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A recorded program on the ingress port (rvt/player.h, rvt/rvti.h)."""

import os

from rvtrace._c import ffi, lib
from rvtrace.error import Error, check
from rvtrace.model import Ports, Top


class Player:
    """The hart of a bench: it forms blocks of a recorded program, obeys stall, and drives garbage where a value is undefined.

    recording  path of an .rvti file
    params     Params of the build; its port is the one that is driven
    options    fields of struct rvt_player_options, as `seed=3`, `pace="RVT_PACE_FAST"`
    ended      whether all of it was played
    """

    def __init__(self, recording, params=None, **options):
        top = Top(params)
        ingress, block = (dict(ffi.typeof(f"struct {name}").fields) for name in ("rvt_ingress", "rvt_block"))
        fields = [(name, name.removesuffix("_i"), width) for name, width in top.input_widths.items()]
        self._blocks = top.params["Blocks"]
        self._slots = [(port, field, width // self._blocks) for port, field, width in fields if field in block]
        self._once = [(port, field, (1 << width) - 1) for port, field, width in fields if field in ingress]
        reader = ffi.new("struct rvt_rvti_reader **")
        check(lib.rvt_rvti_reader_open, reader, os.fsencode(recording))
        self._reader = ffi.gc(reader[0], lib.rvt_rvti_reader_close)
        chosen = ffi.new("struct rvt_player_options *", lib.rvt_player_options_for(top.params.encoder()))
        for name, value in options.items():
            setattr(chosen, name, getattr(lib, value) if isinstance(value, str) else value)
        source = ffi.new("struct rvt_step_source *", [ffi.addressof(lib, "rvt_step_rvti_next"), self._reader])
        self._player, self._now, self._told = (ffi.new(f"struct {name} *") for name in ("rvt_player", "rvt_ingress", "rvt_player_clock"))
        check(lib.rvt_player_init, self._player, chosen, source)
        self.ended = False

    def tick(self, stall):
        """The ingress port in the next clock as Ports; `stall` is stall_o of that very clock. Idle once `ended`."""
        try:
            check(lib.rvt_player_tick, self._player, bool(stall), self._now, self._told)
        except Error as error:
            if error.status != "RVT_END":
                raise
            self.ended = True
        ports = Ports((port, getattr(self._now, field) & mask) for port, field, mask in self._once)
        for port, field, width in self._slots:
            ports[port] = sum((getattr(slot, field) & ((1 << width) - 1)) << (at * width)
                              for at, slot in enumerate(self._now.block[0:self._blocks]))
        return ports

    @property
    def insns(self):
        """Instructions on the port so far, this clock included."""
        return self._told.insns + sum(slot.insns for slot in self._told.slot[0:self._told.slots])
