# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages and packets: bytes into fields (rvt/ntrace_msg.h, rvt/ntrace_text.h; rvt/etrace_packet.h, rvt/etrace_text.h)."""

import os
from typing import NamedTuple

from rvtrace._c import ffi, lib
from rvtrace.error import Error, check


class Message(NamedTuple):
    """One message, or packet of E-Trace. `text` is a line as `rvt dump` prints it; fields are as sent, so that addresses lack bit 0. One of a TCODE without
    program flow, whose layout is not known, is called Vendor or Reserved, has no fields and the text `Bytes ...`."""

    name: str
    fields: dict[str, int]
    text: str
    data: bytes


def made(form, msg, data):
    """A Message of the structs of C."""
    fields, text = ffi.new("struct rvt_ntrace_fields *"), ffi.new("char[]", lib.RVT_MSG_TEXT_MAX)
    if lib.rvt_ntrace_msg_fields(form, msg, fields) != lib.RVT_OK or lib.rvt_ntrace_msg_print(form, msg, text) != lib.RVT_OK:
        raise Error(f"expected a message, found TCODE {msg.tcode}", "RVT_ERR_RESERVED")
    named = {ffi.string(f.name).decode(): f.value for f in fields.field[0:fields.count]}
    return Message(ffi.string(fields.message).decode(), named, ffi.string(text).decode(), data)


def passed(form, name, data, begin):
    """The Message that begins there, stepped over byte by byte; None: it is not complete."""
    state, note = ffi.new("struct rvt_ntrace_passed *"), ffi.new("struct rvt_ntrace_note *")
    for at in range(begin, len(data)):
        status = lib.rvt_ntrace_pass(form, state, data[at], note)
        if status == lib.RVT_END:
            return Message(name, {}, f"Bytes {data[begin:at + 1].hex(' ')}", bytes(data[begin:at + 1]))
        if status != lib.RVT_OK:
            raise Error(f"byte {at}: {ffi.string(note.text).decode()}", ffi.typeof("enum rvt_status").elements[status])
    return None


def refused(status, note, begin):
    """The Error of a status of a reader, whose note says why and where, if it does."""
    reason = ffi.string(note.text if note.text else lib.rvt_status_text(status)).decode()
    return Error(f"byte {note.offset if note.text else begin}: {reason}", ffi.typeof("enum rvt_status").elements[status])


def messages(data, src_bits=0, ts=False, extend_bits=0, dialect=None):
    """Yield the messages of a capture. Bytes after the last one that are no whole message are left out.

    data      bytes, from a message's first on
    src_bits  bits of SRC, 0..12
    ts        whether messages may carry TSTAMP
    extend_bits  31 or 63 by XLEN: upper bits of addresses are not sent (trTeInstExtendAddrMSB); 0: they are
    dialect   "sifive", or None
    """
    held = ffi.from_buffer(data)
    given = ffi.new("struct rvt_bytes *", {"data": ffi.cast("const uint8_t *", held), "size": len(data)})
    number = 0 if dialect is None else lib.rvt_dialect_named(dialect.encode())
    if dialect is not None and number == lib.RVT_DIALECT_NONE:
        raise Error(f"expected the dialect sifive, found {dialect}", "RVT_ERR_ARG")
    form = ffi.new("struct rvt_ntrace_format *", {"src_bits": src_bits, "ts": ts, "extend_bits": extend_bits, "dialect": number})
    msg, note = ffi.new("struct rvt_ntrace_msg *"), ffi.new("struct rvt_ntrace_note *")
    while True:
        begin = given.pos
        status = lib.rvt_ntrace_msg_read(form, given, msg, note)
        if status in (lib.RVT_END, lib.RVT_NEED_MORE):
            return
        row = ffi.string(note.row).decode() if note.row else ""
        if status == lib.RVT_ERR_RESERVED and row in ("NT:MSG-13", "NT:MSG-14"):
            other = passed(form, "Vendor" if row == "NT:MSG-13" else "Reserved", data, given.pos)
            if other is None:
                return
            given.pos += len(other.data)
            yield other
            continue
        if status != lib.RVT_OK:
            raise refused(status, note, begin)
        yield made(form, msg, bytes(data[begin:given.pos]).lstrip(b"\xff"))


def packets(data, sidecar):
    """Yield the packets of a capture of E-Trace as Messages, null packets left out: `text` is a line as `rvt dump` prints it, addresses are in
    bytes. Bytes after the last one that are no whole packet are left out.

    data     bytes, from a packet's first on
    sidecar  path of the side-car, which has the widths; "xlen" at least
    """
    car = ffi.new("struct rvt_sidecar *")
    try:
        check(lib.rvt_sidecar_read, os.fsencode(sidecar), car)
    except Error as error:
        raise Error(f"{os.fspath(sidecar)}: {error}", error.status) from None
    form = car.etrace.format
    if car.protocol != lib.RVT_PROTOCOL_ETRACE or car.xlen == 0:
        found = "none" if car.protocol == lib.RVT_PROTOCOL_ETRACE else "another format"
        raise Error(f"{os.fspath(sidecar)}: expected the format e-trace and xlen, which the widths follow, found {found}", "RVT_ERR_ARG")
    form.addr_bits = form.addr_bits or car.xlen
    form.ecause_bits = form.ecause_bits or (5 if car.xlen == 32 else 6)
    held = ffi.from_buffer(data)
    given = ffi.new("struct rvt_bytes *", {"data": ffi.cast("const uint8_t *", held), "size": len(data)})
    packet, note, nulls = (ffi.new(f"struct rvt_etrace_{name} *") for name in ("packet", "note", "nulls"))
    line, text = ffi.new("struct rvt_etrace_line *"), ffi.new("char[]", lib.RVT_ETRACE_TEXT_MAX)
    where = ffi.addressof(form)
    while True:
        begin = given.pos
        status = lib.rvt_etrace_packet_read(where, given, nulls, packet, note)
        if status in (lib.RVT_END, lib.RVT_NEED_MORE):
            return
        if status != lib.RVT_OK:
            raise refused(status, note, begin)
        if lib.rvt_etrace_packet_line(where, packet, line) != lib.RVT_OK or lib.rvt_etrace_print(where, packet, text) != lib.RVT_OK:
            raise Error(f"expected a packet, found kind {packet.kind}", "RVT_ERR_RESERVED")
        named = {ffi.string(f.name).decode(): f.value for f in line.field[0:line.count]}
        yield Message(ffi.string(line.kind).decode(), named, ffi.string(text).decode(), bytes(data[begin:given.pos]).lstrip(b"\x00\x80"))
