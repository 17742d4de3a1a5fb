# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of what the installed package has beside an encoder: control transfer records, tandem verification trace.

scripts/tests/wheel.sh calls it; the program and its trace are in the folder `tandem`.
"""

import sys
import unittest
from pathlib import Path

import rvtrace


class Transfers(unittest.TestCase):
    def test_records_newest_first(self):
        recorder = rvtrace.Recorder(Depths=1, CounterWidth=0)
        i = recorder.inputs
        for number, value in ((0x34e, 1 << 2), (0x35f, 0)):  # mctrctl: M is recorded; sctrdepth: 16
            i.csr_valid, i.csr_op, i.csr_addr, i.csr_wdata, i.csr_mode = True, 1, number, value, 3
            i.mstateen_ctr = i.hstateen_ctr = True
            while not recorder.step().csr_done:
                i.csr_valid = False
            self.assertEqual(recorder.outputs().csr_exc, 0)
        i.csr_valid = False
        i.hart.priv = i.hart.priv_after = 3
        block, slot = i.hart.block[0], i.hart.slot[0]
        block.iretire, block.ilastsize, block.itype = 2, 1, 11  # an inferable jump
        for n in range(20):
            block.iaddr, slot.target = 0x1000 + 16 * n, 0x1010 + 16 * n
            recorder.step()
        block.iretire = 0
        for _ in range(4):
            recorder.step()
        found = recorder.records()
        self.assertEqual([r.source for r in found], [0x1001 + 16 * n for n in range(19, 3, -1)])  # bit 0: valid
        self.assertEqual([r.target for r in found], [0x1010 + 16 * n for n in range(19, 3, -1)])

    def test_refusals(self):
        for values, text in (({"Depth": 3}, "expected a parameter of rvt_ctr, found 'Depth'"), ({"Depths": 0}, "depths"), ({"Blocks": 300}, "expected values")):
            with self.assertRaisesRegex(rvtrace.Error, text):
                rvtrace.Recorder(**values)


class Tandem(unittest.TestCase):
    def setUp(self):
        self.files = [str(Path("tandem").resolve() / name) for name in ("core.toml", "program.elf", "spike.so")]
        self.trace = Path("tandem/program.tv").read_bytes()

    def test_a_hart_that_does_what_its_model_does(self):
        for step in (1, 3, len(self.trace)):
            judge = rvtrace.Judge(*self.files)
            for at in range(0, len(self.trace), step):
                judge.take(self.trace[at:at + step])
            self.assertEqual((judge.groups, judge.differences), (2, []))
            judge.finish()

    def test_a_difference(self):
        judge = rvtrace.Judge(*self.files)
        judge.take(self.trace.replace(b"\x0c\x00\x00\x00", b"\x0d\x00\x00\x00"))
        self.assertEqual(len(judge.differences), 1)
        self.assertRegex(judge.differences[0], "^group 1, .*pc 0x80000004 <_start.0x4>, insn 0x708113: expected x2 0xc as Spike has it, found 0xd$")
        self.assertEqual([line.split(" ", 1)[1] for line in judge.past()], ["pc+ insn32=0x500093 x1=0x5", "pc+ insn32=0x708113 x2=0xd"])

    def test_refusals(self):
        with self.assertRaisesRegex(rvtrace.Error, "none.so: expected a model"):
            rvtrace.Judge(*self.files[:2], "none.so")
        with self.assertRaisesRegex(rvtrace.Error, "none.toml: "):
            rvtrace.Judge("none.toml", *self.files[1:])
        for kept in (len(self.trace) - 1, 3):  # before its last byte; within an element
            judge = rvtrace.Judge(*self.files)
            judge.take(self.trace[:kept])
            with self.assertRaisesRegex(rvtrace.Error, f"^byte {kept}: expected the rest of a group"):
                judge.finish()
        judge = rvtrace.Judge(*self.files)
        judge.take(self.trace)
        for _ in range(2):  # and again
            with self.assertRaisesRegex(rvtrace.Error, f"^byte {len(self.trace)}: expected .*TV:"):
                judge.take(b"\xff")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:-1])
