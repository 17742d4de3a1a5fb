#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Seeds of the fuzz targets into DIR/<target>/: vectors, generated programs, scenarios, ELF files.

usage: fuzz_seeds.py BUILD DIR
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = ["drv", "elf", "etrace", "flow", "msg", "rvti", "rvti_text", "scn", "sidecar", "tandem"]


WIDTHS = {0: 0, 2: 5, 4: 7, 8: 14, 12: 15}  # flow_src_bits of flow_input.c


def vectors():
    """(name, SRC width, TSTAMP, bits of extended addresses, message lines, bytes) of every vector."""
    for line in (ROOT / "sim/programs/vectors/section31.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, form, messages, data = (part.strip() for part in line.split("|"))
            values = dict(pair.split("=") for pair in form.split())
            lines = [m.strip() for m in messages.split(";") if not m.strip().startswith("Idle")]
            yield name, int(values["src_bits"]), int(values["ts"]), int(values.get("extend", 0)), lines, bytes.fromhex(data)


def messages(to):
    """One input of bytes and one of lines per format, and the damaged streams of V-PKT-8."""
    formats = {}
    for _, src, ts, extend, lines, data in vectors():
        head = src | ts << 4 | {0: 0, 63: 0x40, 31: 0x80}[extend]
        old = formats.setdefault(head, (b"", []))
        formats[head] = (old[0] + data, old[1] + lines)
    for head, (data, lines) in formats.items():
        (to / f"bytes-{head:02x}").write_bytes(bytes([head]) + data)
        text = "\n".join(lines).encode()
        (to / f"lines-{head:02x}").write_bytes(bytes([head | 0x20]) + text)
    for i, data in enumerate(["240e", "0d0f", "00" * 40, "8403ff", "e0000f", "6c0c0f"]):
        (to / f"damaged-{i}").write_bytes(b"\0" + bytes.fromhex(data))


def etrace(to):
    """Sessions of the program of fuzz_etrace.c, by the bits of the first byte, and with 0x10 of two more."""
    start, end, nulls = "03730004", "02cf00", "00" * 31 + "80"
    for name, head, data in (
        ("calls", 0x00, "011f" + start + "020d16010a0116" + end),
        ("blind", 0x80, "0d16" + nulls + start + "020d16" + "000080" + "010a" + end),
        ("traps", 0x00, start + "0106" + "07" + "f7" + "24" + "0900000000" + "014f"),
        ("loss", 0x40, "0204" + "03730004" + "029f00" + "03730004" + "014f"),
        ("modes", 0x10, "db02" + "021f19" + start + "0100" + "0154" + "022003" + end),
        ("predictor", 0x10, "0500" + start + "0108" + "053f00000010" + end),
        ("cache", 0x30, "3800" + start + "020d16" + "01fc" + "02fc03" + end),
        ("returns", 0x10, "c003" + start + "020d16" + "0502080000" + "06020800000040" + start + end),
        ("context", 0x28, "047300b008" + "020b55" + end),
        ("damage", 0x00, start + "20" + nulls + start + end),
    ):
        (to / name).write_bytes(bytes([head]) + bytes.fromhex(data))


def flow(to, build):
    subprocess.run([build / "fuzz/seed_flow", to], check=True)
    for name, src, ts, extend, _, data in vectors():
        head = bytes([ts << 4 | (extend == 31), WIDTHS[src], 0x80 if extend else 0, 90])
        start = "" if data[0] >> 2 in (9, 11, 12, 29) or src or ts else "240d000b"
        (to / name.replace(" ", "-")).write_bytes(head + bytes.fromhex(start) + data)
    # The hand-made images' pairs from 0x500 on, and Zcmp and Zcmt from 0x51c on.
    for name, first, second, data in (
        ("pairs", 0x80, 0x00, "240d002b6c40171011031b"),
        ("pairs-return-32", 0x8D, 0x20, "240d002b6c801784400d37"),
        ("zc", 0x0C, 0x40, "240d382b84001b"),
        ("zc-32", 0x0D, 0x50, "240d382b840023"),
        ("zc-no-table", 0x00, 0xC0, "240d382b840023"),
    ):
        (to / name).write_bytes(bytes([first, second, 0, 90]) + bytes.fromhex(data))
    for line in (ROOT / "sim/programs/vectors/damaged.txt").read_text().splitlines():
        if line.startswith("D-"):
            name, _, option, data = (part.strip() for part in line.split("|")[:4])
            src = int(option.split("=")[1]) if option.startswith("--src-bits") else 0
            first = (0x10 if option == "--ts" else 0) | (0x0c if "return" in option else 0)
            head = bytes([first, WIDTHS[src], 0, 90])
            (to / name).write_bytes(head + bytes.fromhex(data))


SIDECAR = {
    "format": "n-trace", "protocol_major": 1, "xlen": 32, "mode": "btm", "src_bits": 4,
    "src_id": 3, "ts": True, "ts_width": 40, "implicit_return": 3, "stack_depth": 8,
    "sequential_jump": True, "all_jumps": False, "extend_addr": False, "origin": "wrapped",
    "isa": "rv32imac_zcmt", "jvt": "0x80001040",
    "elf": [{"name": "a", "sha256": "0123456789abcdef" * 4}, {"sha256": "f" * 64}],
}

BEYOND = {"xlen": 33, "src_bits": 13, "src_id": 4096, "ts_width": 65, "implicit_return": 4,
          "stack_depth": 33, "protocol_major": 2, "mode": "b", "origin": 1, "ts": 0,
          "isa": "rv16", "jvt": "0x41"}

SCENARIOS = [
    "trace a.rvti\nseed 7\nclocks 0x100\nbuild xlen 32 htm off blocks 1 icnt_width 16\n"
    "config mode btm sync_mode halfwords sync_max 3 ts_en on # comment\n"
    "player pace fast fold always itype_width 3\nsink burst 3 4\nat insn 5 stop\n"
    "after insn 6 start\nat clock 9 set mode off\nexpect syncs 2\nexpect instructions 100\n",
    "trace b\nsink random 128\nat clock 1 sink dead 5 9\nat insn 3 halt 20\nat clock 7 disable\n"
    "at clock 8 enable\nbuild single on iaddr_on_int off stack_depth 0 ts_width 0\n"
    "config src_bits 12 src_id 0xabc inhibit_src on\nplayer stall ignore garbage quiet\n",
    "trace a\nbuild queue_depth 4 stall_latency 4\n",
    "trace a\nbuild lanes 3\n",
]

STEPS = (
    "rvti xlen=64 isa=rv64imac elf=" + "5a" * 32 + "\n"
    "priv U\ninsn 0x100 1 none clocks=3\ninsn + 2 taken\ninsn 0x80 2 indirect-call sijump\n"
    "trap interrupt 0x200 cause=0x7 tval=0x9\ncontext 0x55 ctype=2\ntrigger on,notify\n"
    "halt on\nhalt off\nreset on\nreset off\nlowpower on\nlowpower off\ntime 99\n"
    "insn 0xfffffffffffffffe 1 return # comment\n"
)


# Bytes of fuzz_drv.c: head, then calls, each with what its accesses show; 0 leaves a register alone.
def driver(to):
    quiet = bytes(60)
    calls = {"discover": [0x00, 0x20, 0x40], "attach": [2, 0x22, 0x42], "session": [8, 10, 0x31, 9, 0x2D, 0x2A],
             "read": [0x2E, 0x31, 0x10, 0x32, 0x10, 0x13], "abandon": [0x29, 0x2C, 0x0C, 3, 4, 5, 15]}
    for name, list_of_calls in calls.items():
        for head in (0x0C, 0x1F):
            (to / f"{name}-{head:02x}").write_bytes(bytes([head]) + b"".join(bytes([c]) + quiet for c in list_of_calls))
    for c in range(19):
        for shows in (0x08, 0x09, 0xEF):
            (to / f"call-{c:02x}-{shows:02x}").write_bytes(bytes([0x08, c | 0x20, *[0, shows] * 12]))
    for w in (0x00020000, 0x00400001, 0x0000002E, 7):
        (to / f"configure-{w & 3}").write_bytes(bytes([0x0C, 6]) + w.to_bytes(4, "big") + quiet)


def recordings(to, text_to, elf_to, build):
    (text_to / "all").write_text(STEPS)
    (text_to / "words").write_text("rvti xlen=32 words\ninsn 0x10 2 none word=0x13\n")
    rvt = build / "bin/rvt"
    for name in ("all", "words"):
        subprocess.run([rvt, "convert", text_to / name, to / f"{name}.rvti"], check=True)
    for xlen in (32, 64):
        made = to / f"program-{xlen}"
        subprocess.run([rvt, "generate", f"--xlen={xlen}", "-n", "300", "--set=code=8192",
                        "-o", made], check=True, stdout=subprocess.DEVNULL)
        shrink_elf(made.with_suffix(".elf"), elf_to / f"program-{xlen}")
        made.with_suffix(".elf").unlink()


def shrink_elf(source, to):
    """A small file with what the loader looks at: segment, symbols, both ELF classes."""
    xlen = 32 if source.read_bytes()[4] == 1 else 64
    wide = xlen == 64
    word = 8 if wide else 4

    def put(*fields):
        return b"".join(value.to_bytes(size, "little") for value, size in fields)

    head_size, program_size, section_size = (64, 56, 64) if wide else (52, 32, 40)
    code = bytes.fromhex("0100630400001300000001000290")
    names = b"\0_start\0loop\0"
    base = 0x100
    code_at = head_size + program_size
    names_at = code_at + len(code)
    symbols_at = names_at + len(names)
    symbols = []
    for name, value in ((0, 0), (1, base), (8, base + 2)):
        info = 0 if name == 0 else 0x12
        if wide:
            symbols.append(put((name, 4), (info, 1), (0, 1), (name and 1, 2), (value, 8), (0, 8)))
        else:
            symbols.append(put((name, 4), (value, 4), (0, 4), (info, 1), (0, 1), (name and 1, 2)))
    table = b"".join(symbols)
    sections_at = symbols_at + len(table)
    head = put((0x464C457F, 4), (2 if wide else 1, 1), (1, 1), (1, 1), (0, 9), (2, 2), (243, 2),
               (1, 4), (base, word), (head_size, word), (sections_at, word), (0, 4),
               (head_size, 2), (program_size, 2), (1, 2), (section_size, 2), (4, 2), (0, 2))
    size = len(code)
    if wide:
        program = put((1, 4), (5, 4), (code_at, 8), (base, 8), (base, 8), (size, 8), (size, 8),
                      (2, 8))
    else:
        program = put((1, 4), (code_at, 4), (base, 4), (base, 4), (size, 4), (size, 4), (5, 4),
                      (2, 4))

    def section(kind, flags, address, offset, length, link, entry):
        return put((0, 4), (kind, 4), (flags, word), (address, word), (offset, word),
                   (length, word), (link, 4), (0, 4), (1, word), (entry, word))

    sections = (section(0, 0, 0, 0, 0, 0, 0) + section(1, 6, base, code_at, size, 0, 0)
                + section(2, 0, 0, symbols_at, len(table), 3, len(symbols[0]))
                + section(3, 0, 0, names_at, len(names), 0, 0))
    whole = head + program + code + names + table + sections
    to.write_bytes(whole)
    # Without program header: sections are loaded.
    at = 0x38 if wide else 0x2C
    to.with_name(to.name + "-sections").write_bytes(whole[:at] + b"\0\0" + whole[at + 2:])


def tandem(to):
    """Groups of each kind, of RV64 with F and D and of RV32 without; the first byte is the format of fuzz_tandem.c."""
    for name, head, data in (
        ("wide", 0, "01031103a2820004041001020304050607080702080000010000000002" + "010311d3f3160104271001020304050607080603000102"),
        ("trap", 0, "01070a000001000000000011000000000441033412080000000000" + "07010302"),
        ("bus", 0, "08002000800000000030090388776655443322110800300080000000002501000000090241000000" + "0808300080000000003399000000000000000913"),
        ("narrow", 5, "010a02010b040210001000800800000080015a0900020103103971050210c002" + "000000" + "01070a0001008011730000000110820002"),
    ):
        (to / name).write_bytes(bytes([head]) + bytes.fromhex(data))


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    build, top = Path(sys.argv[1]), Path(sys.argv[2])
    to = {target: top / target for target in TARGETS}
    for folder in to.values():
        folder.mkdir(parents=True, exist_ok=True)
    driver(to["drv"])
    messages(to["msg"])
    etrace(to["etrace"])
    tandem(to["tandem"])
    flow(to["flow"], build)
    recordings(to["rvti"], to["rvti_text"], to["elf"], build)
    (to["sidecar"] / "all").write_text(json.dumps(SIDECAR))
    for key, value in BEYOND.items():
        (to["sidecar"] / f"beyond-{key}").write_text(json.dumps({key: value}))
    for i, text in enumerate(SCENARIOS):
        (to["scn"] / f"scenario-{i}").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
