# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Packets of E-Trace out of the bytes of a capture: ETR section 10, then the tables of ETR section 3."""

from types import SimpleNamespace

IMPLICIT_RETURN, IMPLICIT_EXCEPTION, FULL_ADDRESS, JUMP_TARGET_CACHE, BRANCH_PREDICTION, SEQUENTIAL_JUMP = 1, 2, 4, 8, 16, 32
# As the standard support packet has them (ETR AMB-13).
STANDARD = (SEQUENTIAL_JUMP, IMPLICIT_RETURN, BRANCH_PREDICTION, JUMP_TARGET_CACHE, IMPLICIT_EXCEPTION, FULL_ADDRESS)
NO_CHANGE, ENDED_REP, LOST, ENDED_NTR = range(4)


def widths(car):
    """What the side-car says of the build, with what is meant where it says nothing."""
    own, xlen = car.get("etrace", {}), car["xlen"]
    w = SimpleNamespace(xlen=xlen, source=car.get("src_bits", 0), time=(car.get("ts_width", 64) + 7) // 8 if car.get("ts") else 0)
    defaults = {"addr_bits": xlen, "addr_lsb": 1, "priv_bits": 2, "context_bits": 0, "time_bits": 0, "ecause_bits": 5 if xlen == 32 else 6,
                "bpred_bits": 0, "cache_bits": 0, "mode_bits": 1, "ioptions_bits": 5, "doptions_bits": 4, "type_bits": 0}
    for name, value in defaults.items():
        setattr(w, name, own.get(name, value))
    w.f0s_bits = own.get("f0s_bits", int(w.bpred_bits > 0 and w.cache_bits > 0))  # ETR:DC-04
    w.stack_bits = max(car.get("stack_depth", 0).bit_length() - 1, 0)
    w.iret_ext = own.get("iret_ext", False)  # ETR:AMB-7
    w.irdepth_bits = 8 if w.iret_ext else own.get("irdepth_bits", car.get("stack_depth", 0).bit_length())  # ETR:F2-03
    w.options = IMPLICIT_RETURN * (car.get("implicit_return", 0) != 0) | IMPLICIT_EXCEPTION * own.get("implicit_exception", False)
    w.options |= FULL_ADDRESS * own.get("full_address", False) | SEQUENTIAL_JUMP * car.get("sequential_jump", False)
    return w


class Fields:
    """The bits of a payload, least significant first; above the last byte all are its top bit (ETR:P-01, P-02)."""

    def __init__(self, data):
        self.value, self.last = int.from_bytes(data, "little", signed=True), 0

    def take(self, width):
        field = self.value & (1 << width) - 1
        if width:
            self.value, self.last = self.value >> width, field >> width - 1
        return field

    def differs(self):  # ETR:F2-01: a bit against the one before it
        before = self.last
        return self.take(1) != before


def irreport(p, f, w):
    p.irreport, p.irdepth = f.differs(), f.take(w.irdepth_bits)


def tail(p, f, w):
    p.address = f.take(w.addr_bits - w.addr_lsb) << w.addr_lsb
    p.notify, p.updiscon = f.differs(), f.differs()
    irreport(p, f, w)


def outcomes(p, f, full):
    """ETR:P-07: `branches` 0 is a full map where `full`, else none; 0 is taken, the oldest first (ETR:P-06)."""
    p.branches = f.take(5)
    if p.branches or full:
        value = f.take(next(n for n in (1, 3, 7, 15, 31) if n >= (p.branches or 31)))
        p.map = [value >> i & 1 for i in range(p.branches or 31)]


def format_0(p, f, w):
    index = f.take(w.f0s_bits) == 1 if w.f0s_bits else w.cache_bits > 0  # ETR:F0-01
    if index:
        p.kind, p.index = "index", f.take(w.cache_bits)
        outcomes(p, f, False)
        irreport(p, f, w)
        p.has_address = True
        return
    p.kind, p.count, p.fmt = "count", f.take(32), f.take(2)
    p.has_address = p.fmt != 0
    if p.fmt == 1:
        raise ValueError("branch_fmt 1 is not in use")
    if p.has_address:
        tail(p, f, w)


def support(p, f, w):
    p.enable, _, p.qual = f.take(1), f.take(2 if w.iret_ext else w.mode_bits), f.take(2)
    if not w.iret_ext:
        p.options = f.take(w.ioptions_bits) | w.options & SEQUENTIAL_JUMP
        return
    p.options = sum(option * f.take(1) for option in STANDARD)
    f.take(1)  # resync_disabled: a decoder takes what comes
    told = tuple(f.take(width) for width in (1, 3, 2, 3, 4, 3, 3))  # iret_ext and the sizes
    built = (1, w.time_bits // 16, w.f0s_bits, w.stack_bits, 0, w.bpred_bits, w.cache_bits)
    if told != built:
        raise ValueError(f"a support packet says {told} of iret_ext and sizes, the side-car {built}")


def format_3(p, f, w):
    p.kind = ("start", "trap", "context", "support")[f.take(2)]
    if p.kind == "support":
        support(p, f, w)
        return
    if p.kind != "context":
        p.branch = f.take(1)
    p.priv, _, p.context = f.take(w.priv_bits), f.take(w.time_bits), f.take(w.context_bits)
    if p.kind == "trap":
        p.cause, p.interrupt, p.thaddr = f.take(w.ecause_bits), f.take(1), f.take(1)
        p.implicit = p.thaddr and w.options & IMPLICIT_EXCEPTION
    if p.kind != "context" and not p.implicit:
        p.address = f.take(w.addr_bits - w.addr_lsb) << w.addr_lsb


def packet(data, extend, w):
    p = SimpleNamespace(kind="", address=None, has_address=False, notify=False, updiscon=False, irreport=False, irdepth=0, map=[], implicit=False)
    f = Fields(data)
    f.take(w.source)
    f.take(8 * w.time if extend else 0)
    f.take(w.type_bits)
    kind = f.take(2)
    if kind == 0:
        format_0(p, f, w)
    elif kind == 1:
        p.kind = "map"
        outcomes(p, f, True)
        p.has_address = p.branches != 0
    elif kind == 2:
        p.kind = "address"
        p.has_address = True
    else:
        format_3(p, f, w)
    if kind in (1, 2) and p.has_address:
        tail(p, f, w)
    if p.kind == "support":
        w.options = p.options  # of what follows: an implicit exception has no address
    return p


def read(data, w):
    """All packets. ETR:E-02: the header says how many bytes follow; a length of 0 is a null (ETR:E-05)."""
    at, found = 0, []
    while at < len(data):
        header = data[at]
        if header & 31 == 0:
            at += 1
            continue
        size = w.source // 8 + (w.time if header & 128 else 0) + (header & 31)
        if at + 1 + size > len(data):
            raise ValueError(f"byte {at}: the capture ends in a packet of {size} bytes")
        try:
            found.append(packet(data[at + 1 : at + 1 + size], header & 128, w))
        except ValueError as error:
            raise ValueError(f"byte {at}: {error}") from error
        found[-1].at = at
        at += 1 + size
    return found
