# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the installed package; scripts/tests/wheel.sh calls it.

    package.py CORPUS    sim/corpus of the tree
"""

import hashlib
import json
import lzma
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import rvtrace

CORPUS = Path(sys.argv.pop())
TRAPS = CORPUS / "traps-rv32"


def ran(folder, name="pcs.xz"):
    """PCs of a file of the corpus. `overflow n` there: of the ones before, the last n are lost."""
    found = []
    with lzma.open(folder / name, "rt") as file:
        for line in file:
            if line.startswith("overflow"):
                found = found[:len(found) - int(line.split()[1])]
            else:
                found.append(int(line, 16))
    return found


class Software:
    """Registers of a model by APB; the clocks that it takes."""

    def __init__(self, top, hart=None):
        self.top, self.hart, self.inputs = top, hart, {"pstrb_i": 0xf}

    def clock(self, **inputs):
        if self.hart:
            self.inputs |= self.hart.tick(self.top.outputs(self.inputs).stall_o)
        out = self.top.step(self.inputs, **inputs)
        self.inputs["active_ack_i"] = out.active_req_o
        return out

    def write(self, address, value):
        access = {"psel_i": 1, "pwrite_i": 1, "paddr_i": address, "pwdata_i": value}
        self.clock(**access)
        self.clock(penable_i=1, **access)
        for _ in range(20):
            self.clock()


class Parameters(unittest.TestCase):
    def test_defaults_builds_and_values(self):
        self.assertEqual(rvtrace.Params()["QueueDepth"], 15)
        mcu = rvtrace.Params("mcu", Pins=4)
        self.assertEqual((mcu["FifoDepth"], mcu["Pins"], mcu["Xlen"]), (32, 4, 32))
        self.assertEqual(rvtrace.Params(mcu, Xlen=64), mcu | {"Xlen": 64})

    def test_refusals_have_the_text_of_c(self):
        for make, text in ((lambda: rvtrace.Params(Foo=3), "RTL parameter, found 'Foo=3'"), (lambda: rvtrace.Params("nano"), "micro micro-ir compact mcu"),
                           (lambda: rvtrace.Top(Xlen=33), "expected xlen 32 or 64, found 33"), (lambda: rvtrace.Top(Pins=5), "found 5"),
                           (lambda: rvtrace.Encoder(StallLatency=20), "1..queue_depth-1"),
                           (lambda: rvtrace.Top().step(psel_i=2), "psel_i: expected 1 bits, found 0x2"),
                           (lambda: rvtrace.Top().step(psel_i=-1), "psel_i: expected 1 bits"),
                           (lambda: rvtrace.Top().step(prdata_o=0), "expected an input"), (lambda: rvtrace.Top().restore(b"?"), "expected a snapshot"),
                           (lambda: rvtrace.Decoder("nothing.elf"), "nothing.elf: expected a readable file"),
                           (lambda: rvtrace.Decoder(CORPUS / "sort-rv32/program.elf", TRAPS / "htm.json"), "expected SHA-256"),
                           (lambda: rvtrace.Player("nothing.rvti"), "nothing.rvti: expected a readable file")):
            with self.subTest(text), self.assertRaises(rvtrace.Error) as caught:
                make()
            self.assertIn(text, str(caught.exception))

    def test_widths_follow_the_parameters(self):
        top = rvtrace.Top(Blocks=2, Xlen=64, IretireWidth=5)
        self.assertEqual((top.input_widths["iaddr_i"], top.input_widths["iretire_i"], top.output_widths["trc_data_o"]), (128, 10, 8))


class Model(unittest.TestCase):
    def begin(self, top):
        """RAM sink on, history trace messages, the hart stalls, tracing."""
        software = Software(top)
        for address, value in ((0x1000, 1), (0x1000, 3), (0, 1), (0, 0x2063), (0, 0x2067)):
            software.write(address, value)
        return software

    def trace(self, top, limit):
        """Software and hart to the end, or to a limit in clocks."""
        software = self.begin(top)
        software.hart = hart = rvtrace.Player(TRAPS / "program.rvti", top.params, seed=5, pace="RVT_PACE_FAST")
        for _ in range(limit):
            if hart.ended:
                break
            software.clock()
        software.hart, software.inputs = None, software.inputs | {"iretire_i": 0, "itype_i": 0, "halted_i": 0, "hart_reset_i": 0, "trigger_i": 0}
        for _ in range(200):
            software.clock()
        software.write(0, 0x2063)
        software.write(0, 0x2061)
        return hart

    def test_messages_are_the_program(self):
        for blocks, limit in ((1, 4000), (2, 4000)):
            top = rvtrace.Top("mcu", Blocks=blocks, FlowBlocks=blocks, Pib=0)
            hart = self.trace(top, limit)
            with self.subTest(blocks=blocks):
                self.assertGreater(hart.insns, 4000)
                data = b"".join(m.data for m in top.messages)
                self.assertEqual(list(rvtrace.pcs(data, TRAPS / "program.elf", TRAPS / "htm.json")), ran(TRAPS)[:hart.insns])
                self.assertEqual(list(rvtrace.messages(data)), top.messages)

    def test_a_snapshot_goes_on_alike(self):
        rand, top = random.Random(1), rvtrace.Top("mcu")
        self.begin(top)
        inputs = [{name: rand.getrandbits(width) for name, width in top.input_widths.items() if name[:2] in ("ir", "ia", "it")} | {"active_ack_i": 7}
                  for _ in range(400)]
        for one in inputs[:200]:
            top.step(one)
        saved = top.snapshot()
        once = [top.step(one) for one in inputs[200:]]
        self.assertGreater(sum(out.ram_we_o for out in once), 20)
        top.reset()
        self.assertFalse(any(top.step(one).ram_we_o for one in inputs[200:]))
        for again in (top, rvtrace.Top("mcu")):
            again.restore(saved)
            self.assertTrue([again.step(one) for one in inputs[200:]] == once)
        with self.assertRaisesRegex(rvtrace.Error, "expected a snapshot with Pins"):
            rvtrace.Top("mcu", Pins=4).restore(saved)

    def test_the_encoder_of_getting_started(self):
        encoder, out, saved = rvtrace.Encoder(HistWidth=16, QueueDepth=16, FifoDepth=96), [], None
        now = encoder.inputs
        now.cfg = {"active": True, "enable": True, "mode": 6}
        now.m_ready = True
        for clock in range(40):
            now.cfg.tracing = clock < 12
            now.ingress.block[0] = {"iretire": 4 if clock in (8, 10) else 0, "iaddr": 0x8000 if clock == 8 else 0x9000, "itype": 10 if clock == 8 else 0}
            saved = encoder.snapshot() if clock == 5 else saved
            beat = encoder.step().m
            out += [beat.data[0]] if beat.valid else []
        self.assertEqual(bytes(out).hex(" "), "24 15 00 00 13 10 41 00 83 84 50 11 07")
        self.assertNotEqual(encoder.snapshot(), saved)
        encoder.restore(saved)
        self.assertEqual(encoder.snapshot(), saved)
        with self.assertRaises(rvtrace.Error):
            rvtrace.Encoder().restore(saved)

    def test_what_a_message_raises_reaches_the_caller_of_its_clock(self):
        top = rvtrace.Top("mcu")
        with mock.patch("rvtrace.message.made", side_effect=KeyboardInterrupt) as made, self.assertRaises(KeyboardInterrupt):
            self.trace(top, 400)
        self.assertEqual(made.call_count, 1)
        self.assertEqual(top.messages, [])
        self.trace(top, 400)
        self.assertGreater(len(top.messages), 2)

    def test_configuration(self):
        bits = rvtrace.config_pack(active=True, mode=6, src_id=0xabc)
        self.assertEqual(rvtrace.config_pack(**rvtrace.config_unpack(bits)), bits)
        self.assertEqual(rvtrace.config_unpack(bits)["src_id"], 0xabc)


class Decoding(unittest.TestCase):
    def test_the_corpus(self):
        for folder in (TRAPS, CORPUS / "calls-rv64"):
            for name in ("btm", "htm"):
                with self.subTest(folder=folder.name, name=name):
                    self.assertEqual(list(rvtrace.pcs(folder / f"{name}.nex")), ran(folder))
                    with lzma.open(folder / f"{name}.messages.xz", "rt") as file:
                        self.assertEqual([m.text for m in rvtrace.messages((folder / f"{name}.nex").read_bytes())], file.read().splitlines())

    def test_a_message(self):
        first = next(rvtrace.messages(b"\xff" + (TRAPS / "htm.nex").read_bytes()))
        self.assertEqual(first, ("ProgTraceSync", {"SYNC": 5, "I-CNT": 0, "F-ADDR": 0x40000000}, "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x40000000",
                                 bytes.fromhex("24 15 00 00 00 00 00 07")))

    def test_messages_without_program_flow(self):
        data = bytes.fromhex("ff 3c 00 07 ff e0 07 1c 05 07 3c 00")
        self.assertEqual([m.text for m in rvtrace.messages(data)], ["Bytes 3c 00 07", "Bytes e0 07", "DataAcquisition IDTAG=1 DQDATA=0x1"])
        self.assertEqual([m.name for m in rvtrace.messages(data)], ["Reserved", "Vendor", "DataAcquisition"])
        run = bytes.fromhex("6c e4 07")
        with self.assertRaisesRegex(rvtrace.Error, r"^byte 1: expected .* vendor's"):
            list(rvtrace.messages(run))
        self.assertEqual([m.fields for m in rvtrace.messages(run, dialect="sifive")], [{"RCODE": 9, "TAKEN": 7}])
        with self.assertRaisesRegex(rvtrace.Error, "dialect sifive"):
            list(rvtrace.messages(run, dialect="other"))
        capture = (TRAPS / "htm.nex").read_bytes()
        at = len(next(rvtrace.messages(capture)).data)
        plain = list(rvtrace.decode(capture, TRAPS / "program.elf", TRAPS / "htm.json"))
        events = list(rvtrace.decode(capture[:at] + bytes.fromhex("3c 07") + capture[at:], TRAPS / "program.elf", TRAPS / "htm.json"))
        self.assertEqual([(e.kind, e.ntrace.tcode) for e in events if e.kind == "no_flow"], [("no_flow", 15)])
        self.assertEqual([e.row for e in events if e.kind == "warning"], ["NT:DEC-07"])
        self.assertEqual([e.pc for e in events if e.kind == "run"], [e.pc for e in plain if e.kind == "run"])

    def test_pieces_and_events(self):
        data = (TRAPS / "htm.nex").read_bytes()
        decoder, events = rvtrace.Decoder(TRAPS / "program.elf", str(TRAPS / "htm.json")), []
        for at in range(0, len(data), 7):
            events += decoder.feed(data[at:at + 7])
        events += decoder.finish()
        self.assertEqual(events, list(rvtrace.decode(data, [TRAPS / "program.elf"], TRAPS / "htm.json")))
        self.assertEqual({e.kind for e in events}, {"sync", "run", "transfer", "trap", "stop"})
        trap = next(e for e in events if e.kind == "trap" and e.kind_ == 1)
        self.assertEqual((trap.ntrace.btype, trap.to_known, trap.cause_known, trap.tval_known), (2, True, False, False))
        self.assertEqual(decoder.symbol(trap.epc)[0], "user")
        self.assertEqual(decoder.symbol(trap.to), ("rt_trap_entry", 0))
        self.assertIsNone(decoder.symbol(0))

    def test_a_program_of_one_context(self):
        """A sync message at the program's begin, an Ownership of scontext 5, a stop after four half-words."""
        program = TRAPS / "program.elf"
        named = {"path": str(program.resolve()), "sha256": hashlib.sha256(program.read_bytes()).hexdigest(), "scontext": "0x5"}
        with tempfile.TemporaryDirectory() as folder:
            sidecar = Path(folder) / "x.json"
            sidecar.write_text(json.dumps({"elf": [named]}), encoding="utf-8")
            decoder = rvtrace.Decoder(sidecar=sidecar)
            begin, owner, stop = (bytes.fromhex(text) for text in ("240d000000000007", "08880b", "840013"))
            events = decoder.feed(begin + owner + stop)
            context, run = (next(e for e in events if e.kind == kind) for kind in ("context", "run"))
            self.assertEqual((context.priv, context.scontext, context.hcontext, context.more, context.ntrace.process), (0, 5, None, False, 0xa2))
            self.assertEqual(list(decoder.pcs(run)), [0x80000000, 0x80000004])
            self.assertEqual(decoder.symbol(run.pc, run), ("_start", 0))
            self.assertIsNone(decoder.symbol(run.pc))
            self.assertIn("error", {e.kind for e in rvtrace.Decoder(sidecar=sidecar).feed(begin + stop)})

    def test_arrays(self):
        for room in (3, 1 << 16):
            with mock.patch("rvtrace.decoder.ADDRESSES", room):
                arrays = list(rvtrace.pc_arrays(TRAPS / "htm.nex"))
            self.assertEqual([pc for one in arrays for pc in one], ran(TRAPS))
            self.assertEqual({(one.typecode, one.itemsize, len(one) <= room) for one in arrays}, {("Q", 8, True)})

    def test_damage(self):
        data = bytearray((TRAPS / "htm.nex").read_bytes())
        data[1000] ^= 0x40
        self.assertIn("error", {e.kind for e in rvtrace.decode(bytes(data), TRAPS / "program.elf", TRAPS / "htm.json")})
        found = []
        with self.assertRaisesRegex(rvtrace.Error, r"^byte \d+: expected .* \(NT:"):
            found.extend(rvtrace.pcs(bytes(data), TRAPS / "program.elf", TRAPS / "htm.json"))
        self.assertTrue(100 < len(found) < len(ran(TRAPS)))
        with self.assertRaisesRegex(rvtrace.Error, "^byte 1: expected MSEO"):
            list(rvtrace.messages(b"\x00\x02\x02"))

    def test_nothing_to_begin_at(self):
        data = b"".join(m.data for m in rvtrace.messages((TRAPS / "htm.nex").read_bytes()) if "F-ADDR" not in m.fields)
        self.assertGreater(len(data), 10000)
        with self.assertRaisesRegex(rvtrace.Error, rf"^expected a synchronizing message, found none in {len(data)} bytes.* \(NT:DEC-04\)$") as caught:
            list(rvtrace.pcs(data, TRAPS / "program.elf", TRAPS / "htm.json"))
        self.assertEqual(caught.exception.status, "RVT_ERR_MISMATCH")
        for idle in (b"", b"\xff" * 9):
            self.assertEqual(list(rvtrace.pcs(idle, TRAPS / "program.elf", TRAPS / "htm.json")), [])

    def test_what_an_event_raises_reaches_the_caller_of_its_bytes(self):
        data, event = (TRAPS / "htm.nex").read_bytes(), rvtrace.Event
        decoder = rvtrace.Decoder(TRAPS / "program.elf", TRAPS / "htm.json")

        def make(e):
            if e.message in (2, 3):
                raise KeyError(e.message)
            return event(e)

        with mock.patch("rvtrace.decoder.Event", make), self.assertRaisesRegex(KeyError, "^2$"):
            decoder.feed(data[:100])
        after = decoder.feed(data[100:]) + decoder.finish()
        self.assertEqual(after, [e for e in rvtrace.decode(data, TRAPS / "program.elf", TRAPS / "htm.json") if e.message not in (2, 3)])

    def test_an_overflow_is_a_gap(self):
        self.assertEqual(list(rvtrace.pcs(CORPUS / "calls-rv32/overflow.nex")), ran(CORPUS / "calls-rv32", "overflow.pcs.xz"))


class Packets(unittest.TestCase):
    """E-Trace of the model of rvt_encoder, whose hart plays a recording."""

    BUILD = {"Format": 1, "Framing": 1, "StackDepth": 0, "TsWidth": 0, "SrcBitsMax": 0, "FifoDepth": 128}

    @classmethod
    def setUpClass(cls):
        encoder, hart = rvtrace.Encoder(**cls.BUILD), rvtrace.Player(TRAPS / "program.rvti", seed=5, pace="RVT_PACE_FAST")
        now, out = encoder.inputs, b""
        now.cfg = {"active": True, "enable": True, "stall_ena": True, "mode": 6}
        now.m_ready = True
        for clock in range(12000):
            now.cfg.tracing = 8 < clock < 11900
            for name, value in hart.tick(encoder.outputs().stall).items() if clock > 8 else ():
                slot = now.ingress.block[0]
                place = slot if hasattr(slot, name.removesuffix("_i")) else now.ingress
                setattr(place, name.removesuffix("_i"), value)
            beat = encoder.step().m
            out += bytes(beat.data[0:beat.bytes]) if beat.valid else b""
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.capture = Path(cls.folder.name) / "traps.te"
        cls.capture.write_bytes(out)
        cls.sidecar = Path(cls.folder.name) / "traps.te.json"
        cls.sidecar.write_text('{"format": "e-trace", "xlen": 32}', encoding="utf-8")

    def test_the_program(self):
        found = list(rvtrace.pcs(self.capture, TRAPS / "program.elf"))
        self.assertGreater(len(found), 5000)
        self.assertTrue(found == ran(TRAPS)[:len(found)])

    def test_events(self):
        events = list(rvtrace.decode(self.capture, TRAPS / "program.elf"))
        trap = next(e for e in events if e.kind == "trap" and e.kind_ == 1)
        self.assertEqual((trap.cause_known, trap.cause, trap.tval_known), (True, 8, True))
        stop = events[-1]
        self.assertEqual((stop.kind, vars(stop.ntrace), stop.etrace.qual_status in (1, 3)), ("stop", {}, True))
        self.assertEqual({e.priv for e in events if e.kind == "context"}, {0, 3})
        with self.assertRaisesRegex(rvtrace.Error, "NT:DEC-04"):
            list(rvtrace.pcs(self.capture.read_bytes(), TRAPS / "program.elf"))

    def test_packets(self):
        data = self.capture.read_bytes()
        sent = list(rvtrace.packets(b"\0\0\x80" + data + b"\x0f", self.sidecar))
        self.assertEqual(b"".join(m.data for m in sent), data)
        self.assertEqual(sent[1], ("Start", {"branch": 1, "privilege": 3, "address": 0x80000000}, "Start branch=1 privilege=3 address=0x80000000",
                                   bytes.fromhex("05 73 00 00 00 e0")))
        self.assertEqual({m.name for m in sent}, {"Support", "Start", "Branch", "Address", "Trap"})
        with self.assertRaisesRegex(rvtrace.Error, "^byte 1: expected a header without time"):
            list(rvtrace.packets(b"\0\x81\2", self.sidecar))
        with self.assertRaisesRegex(rvtrace.Error, "htm.json: expected the format e-trace and xlen, .* found another format"):
            list(rvtrace.packets(data, TRAPS / "htm.json"))
        with self.assertRaisesRegex(rvtrace.Error, "no.json: expected"):
            list(rvtrace.packets(data, "no.json"))

    def test_nothing_to_begin_at(self):
        decoder = {"elf": TRAPS / "program.elf", "sidecar": self.sidecar}
        self.assertEqual(list(rvtrace.pcs(b"\0" * 40 + b"\x80", **decoder)), [])
        with self.assertRaisesRegex(rvtrace.Error, "expected a synchronizing message"):
            list(rvtrace.pcs(b"\1\1", **decoder))


if __name__ == "__main__":
    unittest.main()
