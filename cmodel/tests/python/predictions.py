# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the predictor of the installed package; scripts/tests/wheel.sh calls it as package.py."""

import struct
import unittest

import rvtrace
from package import CORPUS, ran


class Predictions(unittest.TestCase):
    FOLDER = CORPUS / "calls-rv32"
    ON = {"active": True, "enable": True, "tracing": True, "mode": 6}

    def words(self):
        """Address -> the word there, of the code of the program."""
        data = (self.FOLDER / "program.elf").read_bytes()
        at, count = struct.unpack_from("<I", data, 28)[0], struct.unpack_from("<H", data, 44)[0]
        found = {}
        for i in range(count):
            kind, offset, address, _, size = struct.unpack_from("<5I", data, at + 32 * i)
            if kind == 1:
                padded = data[offset:offset + size] + bytes(4)
                found |= {address + k: struct.unpack_from("<I", padded, k)[0] for k in range(0, size, 2)}
        return found

    def predicted(self, most=None):
        predictor = rvtrace.Predictor(Xlen=32, config=self.ON, isa="rv32imac")
        words, pcs = self.words(), ran(self.FOLDER)[:most]
        for pc, after in zip(pcs, pcs[1:] + [pcs[-1] + 4]):
            predictor.insn(pc, words[pc], after)
        predictor.configure(active=True, mode=6)
        predictor.idle()
        return predictor

    def test_the_messages_of_a_capture(self):
        predictor = self.predicted()
        data = (self.FOLDER / "htm.nex").read_bytes()
        for at in range(0, len(data), 1000):
            predictor.found(data[at:at + 1000])
        equal = len(list(rvtrace.messages(data)))
        self.assertGreater(equal, 3000)
        self.assertEqual(predictor.finish(), equal)
        covered = predictor.coverage()
        self.assertEqual(covered["ProgTraceSync SYNC=5"], 1)
        self.assertEqual(covered["IndirectBranchHistSync SYNC=2 B-TYPE=0"], 0)
        self.assertGreater(covered["IndirectBranch, IndirectBranchHist"], 100)

    def test_what_differs_is_named(self):
        predictor = self.predicted(30000)
        data = bytearray((self.FOLDER / "htm.nex").read_bytes())
        sent = list(rvtrace.messages(data))
        number = next(i for i, m in enumerate(sent) if i > 5 and m.name == "IndirectBranch")
        data[sum(len(m.data) for m in sent[:number]) + 1] ^= 0x40
        with self.assertRaisesRegex(rvtrace.Error, f"^message {number}: I-CNT: expected 0x[0-9a-f]*, found 0x[0-9a-f]*, in IndirectBranch ") as caught:
            predictor.found(data)
        self.assertEqual(caught.exception.status, "RVT_ERR_MISMATCH")

    def test_it_is_for_who_compares_by_himself(self):
        predictor = rvtrace.Predictor("mcu", config=self.ON)
        predictor.hart(priv=0)
        predictor.insn(0x80000000, 0x8067, 0x80000100)
        predictor.trap(0x80000100, interrupt=True)
        predictor.insn(0x80000200, 1, 0x80000202)
        self.assertEqual([m.name for m in predictor.messages()], ["ProgTraceSync", "IndirectBranch", "IndirectBranch"])
        with self.assertRaisesRegex(rvtrace.Error, "ECALL"):
            predictor.insn(0x80000202, 0x73, 0)


if __name__ == "__main__":
    unittest.main()
