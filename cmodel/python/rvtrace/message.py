# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages: bytes into fields (rvt/ntrace_msg.h, rvt/ntrace_text.h)."""

from typing import NamedTuple

from rvtrace._c import ffi, lib
from rvtrace.error import Error


class Message(NamedTuple):
    """One message. `text` is a line as `rvt dump` prints it; fields are as sent, so that addresses lack bit 0. One of a TCODE without
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
            reason = ffi.string(note.text if note.text else lib.rvt_status_text(status)).decode()
            raise Error(f"byte {note.offset if note.text else begin}: {reason}", ffi.typeof("enum rvt_status").elements[status])
        yield made(form, msg, bytes(data[begin:given.pos]).lstrip(b"\xff"))
