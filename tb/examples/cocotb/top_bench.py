# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""rvt_top under cocotb beside the golden model: a recorded program on the ingress port, registers over APB, and every output compared
in every clock. The bytes in the memory of the RAM sink are decoded, and are the PCs that ran.

    top_bench.py LIST FOLDER    builds and runs the simulation in FOLDER, of the sources in LIST, by the `verilator` in PATH
"""

import itertools
import lzma
import os
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from cocotb_tools.runner import get_results, get_runner

import rvtrace

PARAMS = rvtrace.Params("mcu", Pins=4, SramWordsLog2=13)
PROGRAM = Path("sim/corpus/traps-rv32")
CLOCKS = int(os.environ.get("CLOCKS", "10000"))  # of tracing; fewer than the program has
TE, RAM, PIB = 0x0000, 0x1000, 0x2000
ACTIVE, ENABLE, TRACING, EMPTY = 1, 2, 4, 8


class Bench:
    """RTL and model with the same inputs."""

    def __init__(self, dut):
        self.dut, self.model = dut, rvtrace.Top(PARAMS)
        self.inputs = dict.fromkeys(self.model.input_widths, 0) | {"pstrb_i": 0xf}
        self.driven, self.hart, self.memory, self.clocks = {}, None, {}, 0

    async def clock(self):
        """A clock: inputs after the falling edge, outputs once they are settled, then the edge of the model. Returns the outputs."""
        await FallingEdge(self.dut.clk_i)
        if self.hart:
            self.inputs |= self.hart.tick(self.dut.stall_o.value)
        for name, value in self.inputs.items():
            if self.driven.get(name) != value:
                self.driven[name] = getattr(self.dut, name).value = value
        await ReadOnly()
        expected = self.model.step(self.inputs)
        for name, value in expected.items():
            found = int(getattr(self.dut, name).value)
            assert found == value, f"clock {self.clocks}: {name}: expected {value:#x}, found {found:#x}"
        self.clocks += 1
        self.inputs["active_ack_i"] = expected.active_req_o  # no power switch
        self.sram(expected)
        return expected

    def sram(self, out):
        """The memory of the RAM sink, which answers in the next clock."""
        if out.ram_cs_o and not out.ram_we_o:
            self.inputs["ram_rdata_i"] = self.memory.get(out.ram_addr_o, 0)
        elif out.ram_cs_o:
            mask = sum(0xff << 8 * i for i in range(4) if out.ram_be_o >> i & 1)
            self.memory[out.ram_addr_o] = self.memory.get(out.ram_addr_o, 0) & ~mask | out.ram_wdata_o & mask

    async def transfer(self, address, value=None):
        """An access of the bus: a write, or a read without a value."""
        self.inputs |= {"psel_i": 1, "pwrite_i": int(value is not None), "paddr_i": address, "pwdata_i": value or 0}
        await self.clock()
        self.inputs["penable_i"] = 1
        while not (out := await self.clock()).pready_o:
            pass
        self.inputs |= {"psel_i": 0, "penable_i": 0}
        return out.prdata_o

    async def set(self, address, value, field):
        """Write, then read until the bits of `field` are as written."""
        await self.transfer(address, value)
        for _ in range(1000):
            if not (await self.transfer(address) ^ value) & field:
                return
        assert False, f"register {address:#06x}: expected {value:#x} in the bits {field:#x}"


@cocotb.test()
async def plays_a_program(dut):
    """Start by the registers, a program, stop; what the memory holds is what ran."""
    bench = Bench(dut)
    dut.rst_ni.value = 0
    for name in bench.inputs:
        getattr(dut, name).value = 0
    Clock(dut.clk_i, 10, "ns").start()
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    for sink in (RAM, PIB):
        await bench.set(sink, ACTIVE, ACTIVE)
        how = ACTIVE | ENABLE | (10 << 4 if sink == PIB else 0)  # four pins
        await bench.set(sink, how, how)
    te = 0x2060 | ACTIVE  # history trace messages, the hart stalls
    await bench.set(TE, ACTIVE, ACTIVE)
    await bench.set(TE, te | ENABLE, ENABLE)
    await bench.set(TE, te | ENABLE | TRACING, TRACING)
    bench.hart = rvtrace.Player(PROGRAM / "program.rvti", PARAMS, garbage="RVT_GARBAGE_QUIET")
    for _ in range(CLOCKS):
        await bench.clock()
    insns = bench.hart.insns
    bench.hart, bench.inputs = None, bench.inputs | {"iretire_i": 0, "itype_i": 0}
    await bench.set(TE, te | ENABLE, TRACING)
    await bench.set(TE, te | EMPTY, ENABLE | EMPTY)
    await bench.set(RAM, ACTIVE | EMPTY, ENABLE | EMPTY)

    capture = b"".join(bench.memory[at].to_bytes(4, "little") for at in sorted(bench.memory))
    assert b"".join(m.data for m in bench.model.messages) == capture.rstrip(b"\xff"), "the memory holds other bytes than the messages"
    with lzma.open(PROGRAM / "pcs.xz", "rt") as file:
        ran = [int(line, 16) for line in itertools.islice(file, insns)]
    found = list(rvtrace.pcs(capture, PROGRAM / "program.elf", PROGRAM / "htm.json"))
    for number, (one, other) in enumerate(zip(ran, found)):
        assert one == other, f"instruction {number}: expected {one:#x}, found {other:#x}"
    assert len(found) == len(ran), f"expected {len(ran)} instructions, found {len(found)}"
    dut._log.info("top_bench: %d clocks, no difference; %d messages, %d PCs as expected", bench.clocks, len(bench.model.messages), len(found))


def main(file_list, folder):
    words = Path(file_list).read_text(encoding="utf-8").split()
    runner = get_runner("verilator")
    runner.build(sources=[word for word in words if not word.startswith("+")],
                 includes=[word.removeprefix("+incdir+") for word in words if word.startswith("+incdir+")],
                 hdl_toplevel="rvt_top", parameters=PARAMS, build_args=["-Wno-fatal"], build_dir=folder)
    tests, failed = get_results(runner.test(hdl_toplevel="rvt_top", test_module="top_bench", test_dir=".", results_xml=f"{folder}/results.xml"))
    return tests != 1 or failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
