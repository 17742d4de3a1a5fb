# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden model of the rvtrace encoder, and the decoder of its traces, N-Trace and E-Trace.

    top = rvtrace.Top("mcu", Pins=4)          rvt_top, equal to the RTL in every clock
    out = top.step({"psel_i": 1})             one clock: inputs by port name, outputs likewise
    list(rvtrace.pcs("trace.nex"))            the program flow of a capture
    rvtrace.Recorder(Depths=2)                rvt_ctr, likewise: records of control transfers
    rvtrace.Judge(core, elf, model)           a reference model along a tandem verification trace

Addresses are in bytes, `iretire` and I-CNT in half-words, time in ticks of `time_i`, widths in bits. What C refuses is
an `Error` with its text. Threads: one object by one thread at a time.
"""

from rvtrace._c import ffi, lib
from rvtrace.decoder import Decoder, Event, decode, pc_arrays, pcs
from rvtrace.error import Error
from rvtrace.message import Message, messages, packets
from rvtrace.model import Encoder, Params, Ports, Top, config_pack, config_unpack
from rvtrace.player import Player
from rvtrace.predictor import Predictor
from rvtrace.recorder import Record, Recorder
from rvtrace.tandem import Judge

__version__ = ffi.string(lib.rvt_version()).decode()
__all__ = ["Decoder", "Encoder", "Error", "Event", "Judge", "Message", "Params", "Player", "Ports", "Predictor", "Record", "Recorder", "Top", "config_pack", "config_unpack",
           "decode", "messages", "packets", "pc_arrays", "pcs"]
