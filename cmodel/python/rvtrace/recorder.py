# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden model of rvt_ctr, the recorder of control transfers (rvt/unit/ctr.h)."""

from collections import namedtuple

from rvtrace._c import ffi, lib
from rvtrace.error import Error, check

Record = namedtuple("Record", "source target data")
# The defaults of the RTL, by its names, and the fields of C.
FIELDS = {"Xlen": ("xlen", 64), "Blocks": ("blocks", 1), "IretireWidth": ("iretire_width", 3), "Single": ("single", 0), "Depths": ("depths", 1),
          "CounterWidth": ("counter_width", 27), "Misp": ("misp", 1), "Type": ("type", 1), "Filters": ("filters", 0xff3e),
          "ExtTraps": ("ext_traps", 1), "RasEmu": ("ras_emu", 1), "Hyp": ("hyp", 0), "Lcofi": ("lcofi", 1), "BlockRam": ("block_ram", 0)}


class Recorder:
    """rvt_ctr clock by clock, in the state after reset.

        Recorder(Depths=2, CounterWidth=0)

    inputs   struct rvt_ctr_in: `recorder.inputs.hart.block[0].iretire = 2`, `recorder.inputs.csr_valid = True`.
             It keeps its values from clock to clock
    """

    def __init__(self, **values):
        unknown = set(values) - set(FIELDS)
        if unknown:
            raise Error(f"expected a parameter of rvt_ctr, found {min(unknown)!r}")
        self.params = {name: int(values.get(name, preset)) for name, (_, preset) in FIELDS.items()}
        self._state = ffi.new("struct rvt_ctr *")
        self.inputs = ffi.new("struct rvt_ctr_in *")
        try:
            params = ffi.new("struct rvt_ctr_params *", {FIELDS[name][0]: value for name, value in self.params.items()})
        except OverflowError as problem:
            raise Error(f"expected values that a parameter of rvt_ctr has, found others: {problem}") from None
        check(lib.rvt_ctr_init, self._state, params)

    def outputs(self):
        """A struct rvt_ctr_out of this clock: `out.csr_done`, `out.csr_rdata`."""
        out = ffi.new("struct rvt_ctr_out *")
        lib.rvt_ctr_outputs(self._state, out)
        return out

    def tick(self):
        """One rising edge of clk_i with reset released."""
        lib.rvt_ctr_tick(self._state, self.inputs)

    def step(self):
        """A whole clock: its outputs, then the edge."""
        out = self.outputs()
        self.tick()
        return out

    def records(self):
        """What software would read: a Record of ctrsource, ctrtarget and ctrdata for each entry of the depth, the newest one first."""
        r = self._state.r
        entries = [r.entry[(r.wrptr_q - logical - 1) & ((16 << r.depth_q) - 1)] for logical in range(16 << r.depth_q)]
        return [Record(e.source, e.target, e.data) for e in entries]
