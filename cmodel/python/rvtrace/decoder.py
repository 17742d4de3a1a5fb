# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bytes and programs into the flow of instructions (rvt/session.h, rvt/decoder.h)."""

import os
from array import array
from pathlib import Path
from types import SimpleNamespace

from rvtrace._c import ffi, lib
from rvtrace.error import Error, check

KINDS = {number: name.removeprefix("RVT_DE_").lower() for number, name in ffi.typeof("enum rvt_decoder_event_kind").elements.items()}
# The member of the union where it is not called as the kind; None: there is none.
MEMBERS = {"warning": "problem", "error": "problem", "overflow": "end", "stop": "end", "no_flow": None}
# What events have of one format alone.
PASSED = ("passed", "tcode", "passed_offset")
OWN = {"ntrace": {"trap": ("btype",), "sync": ("sync",), "overflow": ("etype", "ecode"), "stop": ("evcode",), "context": ("process",),
                  "no_flow": ("tcode",), "warning": PASSED, "error": PASSED},
       "etrace": {"overflow": ("qual_status",), "stop": ("qual_status",)}}
FORMATS = {number: name.removeprefix("RVT_PROTOCOL_").lower() for number, name in ffi.typeof("enum rvt_protocol").elements.items()}
# Bytes that carry nothing.
IDLE = {"ntrace": b"\xff", "etrace": b"\x00\x80"}
PIECE = 1 << 13
ADDRESSES = 1 << 16


class Event(SimpleNamespace):
    """What the trace says. `kind`, `src`, `message` (its number), `offset` (bytes), and by kind the fields that rvt/decoder.h
    has: run: pc, insns, halfwords, times; transfer: from_, to, from_known; trap: kind_ (0 not told, 1 exception, 2 interrupt), epc, to, cause,
    tval and what of them is known; sync: pc, continuous; overflow, stop: pc, pc_known; context: priv, scontext, hcontext (None: not reported);
    time: time; warning, error: row, text, pc, pc_known, lost. `ntrace` has what N-Trace alone has, as rvt/ntrace_msg.h names it: btype of a
    trap, sync, etype and ecode, evcode, process, tcode of no_flow, passed, tcode and passed_offset of a problem; `etrace` of E-Trace alone,
    as rvt/etrace_packet.h names it: qual_status of overflow and stop. The other one is empty."""

    __slots__ = ("_image",)  # what the hart sees; belongs to the Decoder

    def __init__(self, event):
        self._image = event.image
        kind = KINDS[event.kind]
        if kind == "run":  # nearly all events are
            run = event.u.run
            super().__init__(kind=kind, src=event.src, message=event.message, offset=event.offset, ntrace=SimpleNamespace(),
                             etrace=SimpleNamespace(), pc=run.pc, insns=run.insns, halfwords=run.halfwords, times=run.times)
            return
        member = MEMBERS.get(kind, kind)
        value = getattr(event.u, member) if member else None
        if kind == "context":
            said = value.context
            fields = {"priv": value.priv if value.priv_known else None, "more": value.more, "scontext": said.scontext if said.has_scontext else None,
                      "hcontext": said.hcontext if said.has_hcontext else None}
        elif isinstance(value, ffi.CData):
            fields = {name: getattr(value, name) for name, _ in ffi.typeof(value).fields}
        else:
            fields = {member: value} if member else {}
        fields = {f"{name}_" if name in ("from", "kind") else name: ffi.string(one).decode() if one and isinstance(one, ffi.CData) else one
                  for name, one in fields.items()}
        own = {name: SimpleNamespace() for name in OWN}
        spoken = FORMATS[event.protocol]
        own[spoken] = SimpleNamespace(**{name: getattr(getattr(event.own, spoken), name) for name in OWN[spoken].get(kind, ())})
        super().__init__(kind=kind, src=event.src, message=event.message, offset=event.offset, **own, **fields)


class Decoder:
    """A decoder at the begin of a stream. An exception while an event is made, as KeyboardInterrupt, is raised by feed() or finish(); the
    other events are those of the next call.

    elf      path of the program, or a list of them; none: those that the side-car names
    sidecar  path of the side-car; None: the stream is N-Trace without SRC and TSTAMP
    format   "ntrace" or "etrace"
    """

    def __init__(self, elf=(), sidecar=None):
        paths = [ffi.new("char[]", os.fsencode(path)) for path in ([elf] if isinstance(elf, (str, os.PathLike)) else elf)]
        car = ffi.NULL if sidecar is None else ffi.new("char[]", os.fsencode(sidecar))
        listed = ffi.new("const char *[]", paths)
        self._batch = ffi.gc(ffi.new("struct rvt_decoder_batch *"), lib.rvt_decoder_batch_free)
        self._made, self._rest = [], b""
        options = ffi.new("struct rvt_session_options *",
                          {"sidecar": car, "elf": listed, "elfs": len(paths), "sink": ffi.addressof(lib, "rvt_decoder_keep"),
                           "user": self._batch})
        made = ffi.new("struct rvt_session **")
        check(lib.rvt_session_open, options, made)
        self._session = ffi.gc(made[0], lib.rvt_session_free)
        self.format = FORMATS[lib.rvt_session_sidecar(self._session).protocol]

    @property
    def synchronized(self):
        """Whether a synchronizing message has come."""
        return self._batch.synchronized

    def _decode(self, data):
        """What these bytes tell is in the batch."""
        data = self._rest + data
        given = ffi.new("struct rvt_bytes *", {"data": ffi.from_buffer("uint8_t[]", data), "size": len(data)})
        lib.rvt_decoder_feed(lib.rvt_session_decoder(self._session), given)
        self._rest = data[given.pos:]
        if self._batch.cut:
            raise MemoryError

    def _empty(self):
        self._batch.count = self._batch.at = 0
        self._batch.walks = False

    def _taken(self):
        raised = None
        for at in range(self._batch.count):
            try:
                self._made.append(Event(self._batch.event[at]))
            except BaseException as error:  # pylint: disable=broad-exception-caught
                raised = error if raised is None else raised
        self._empty()
        if raised is not None:
            raise raised
        taken, self._made = self._made, []
        return taken

    def feed(self, data):
        """Events of the messages that these bytes, after those before, make complete."""
        self._decode(data)
        return self._taken()

    def finish(self):
        """Events of the end of the stream."""
        lib.rvt_decoder_finish(lib.rvt_session_decoder(self._session), len(self._rest))
        return self._taken()

    def feed_pcs(self, data):
        """Yield the addresses of all instructions that feed() would tell, in arrays of type "Q" that numpy.frombuffer() takes. Other events
        are left out, but an error is raised as Error."""
        self._decode(data)
        yield from self._arrays()

    def finish_pcs(self):
        """The same of finish()."""
        lib.rvt_decoder_finish(lib.rvt_session_decoder(self._session), len(self._rest))
        yield from self._arrays()

    def _arrays(self):
        batch, room = self._batch, ffi.new("uint64_t[]", ADDRESSES)
        try:
            count = ADDRESSES
            while count == ADDRESSES:
                count = lib.rvt_decoder_batch_pcs(batch, room, ADDRESSES)
                if count != 0:
                    yield array("Q", ffi.buffer(room, 8 * count)[:])
            if batch.at < batch.count:
                problem = batch.event[batch.at]
                text, row = (ffi.string(one).decode() for one in (problem.u.problem.text, problem.u.problem.row))
                raise Error(f"byte {problem.offset}: {text} ({row})", "RVT_ERR_MISMATCH")
        finally:
            self._empty()

    def pcs(self, run):
        """Yield the address of every instruction of an event `run`."""
        walk = ffi.new("struct rvt_decoder_pcs *")
        lib.rvt_decoder_pcs_begin(walk, run._image, ffi.new("struct rvt_decoder_run *", [run.pc, run.insns, run.halfwords, run.times]))
        while lib.rvt_decoder_pcs_next(walk):
            yield walk.pc

    def symbol(self, pc, event=None):
        """(name, bytes after it) of the last symbol at or before an address; None: there is none. Where a context has a program of its
        own, `event` tells the context."""
        offset = ffi.new("uint64_t *")
        image = lib.rvt_session_image(self._session) if event is None else event._image
        name = lib.rvt_image_symbol(image, pc, offset)
        return (ffi.string(name).decode(errors="replace"), offset[0]) if name else None


def _opened(capture, elf, sidecar):
    """Bytes and a Decoder for them."""
    if isinstance(capture, (str, os.PathLike)):
        beside = Path(capture)
        beside = beside.with_suffix(".json") if beside.suffix == ".nex" else beside.with_name(beside.name + ".json")
        sidecar = beside if sidecar is None and beside.exists() else sidecar
        capture = Path(capture).read_bytes()
    return capture, Decoder(elf, sidecar)


def _events(capture, decoder):
    for at in range(0, len(capture), PIECE):
        yield from decoder.feed(capture[at:at + PIECE])
    yield from decoder.finish()


def decode(capture, elf=(), sidecar=None):
    """Yield the Events of a capture: bytes, or the path of a file, beside which its side-car is if none is given, x.json of x.nex, else the
    name and .json. The side-car says the format; without one it is N-Trace. No `sync` among them: no byte could be used."""
    yield from _events(*_opened(capture, elf, sidecar))


def pc_arrays(capture, elf=(), sidecar=None):
    """Yield the addresses of all instructions that a capture tells, in order, in arrays of type "Q", which numpy.frombuffer() takes without
    a copy. An overflow is a gap. An error event raises Error, and so does the end of a capture without a synchronizing message, unless it
    is idle bytes alone."""
    capture, decoder = _opened(capture, elf, sidecar)
    for at in range(0, len(capture), PIECE):
        yield from decoder.feed_pcs(capture[at:at + PIECE])
    yield from decoder.finish_pcs()
    if not decoder.synchronized and bytes(capture).strip(IDLE[decoder.format]):
        raise Error(f"expected a synchronizing message, found none in {len(capture)} bytes: is the side-car right? (NT:DEC-04)", "RVT_ERR_MISMATCH")


def pcs(capture, elf=(), sidecar=None):
    """Yield the address of every instruction of pc_arrays()."""
    for addresses in pc_arrays(capture, elf, sidecar):
        yield from addresses
