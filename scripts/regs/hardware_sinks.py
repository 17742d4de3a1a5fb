# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The same of the sinks: what is buffered, the memory, the pins."""

from hardware import Component
from reference import CLOSING, FALLING, OFF, ON, RISING, lanes_of


class RamScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "stopped", "enabled", "running", FALLING)

    def send(self, count, end):
        data = bytes(self.rng.getrandbits(8) for _ in range(count))
        self.ref.send(data, end)
        self.lines.append(f"send {data.hex()} {int(end)}")
        self.wait(16)

    def leave(self):
        self.set(hold=0)
        self.wait()
        if self.ref.life != ON:
            return
        if self.ref.state() in ("running", "draining"):
            if self.ref.mid:
                self.put(0, trRamStopOnWrap=0)
                self.send(2, True)
        self.control(Enable=0)
        self.wait(16)
        if self.ref.cut:
            self.write(0, 0)

    def activate(self):
        """What would end a cut message is forgotten with it."""
        if self.ref.cut:
            self.off()
        super().activate()

    def arrive(self, state):
        if state == "stopped":
            self.set_up(1, 0, True)
            self.send(8, False)
        elif state == FALLING:
            self.fall()
        elif state != "idle":
            self.put(0, trRamStopOnWrap=0)
            self.control(Enable=1)
            if state != "enabled":
                self.send(5, False)
            if state == "draining":
                self.control(Enable=0)

    def set_up(self, limit, pointer, stop):
        self.check(0x18, limit << 2)
        self.check(0x20, pointer << 2)
        self.control(StopOnWrap=int(stop), Enable=1)
        self.read(0)

    def changed(self):
        last = self.ref.last
        self.set_up(last, last, False)
        self.send(8, True)  # the limit and word 0
        self.control(Enable=0)
        self.check(0x18, (last - 1) << 2)
        self.check(0x28, (last - 1) << 2)
        self.control(StopOnWrap=1, Enable=1)

    def stops(self):
        """A full buffer ends Enable; going on loses nothing, giving up forgets what was not written."""
        self.enable_falls()
        for again in (1, 0, 1, 0):
            self.activate()
            self.set_up(2, 1, True)
            self.send(8, False)
            self.all()
            self.check(0, self.word(0, trRamEnable=again))
            self.read(0x20)
            if again:
                self.send(7, True)
                self.all()
                self.control(Enable=0)
                self.wait(16)
            self.all()
        self.put(0, trRamStopOnWrap=0)  # ... and ends the message that was cut before the next one
        self.control(Enable=1)
        self.send(3, True)
        self.control(Enable=0)
        self.wait(16)
        self.show(4)

    def pads(self):
        """Enable 0 to 1 leaves the rest alone; 1 to 0 fills the last word with idle bytes and writes it."""
        for rest in range(1, 9):
            self.activate()
            self.set_up(self.ref.last, rest % 3, False)
            self.all()
            self.send(rest, True)
            self.all()
            self.control(Enable=0)
            self.read(0)
            self.wait(16)
            self.all()
            self.show(4)
        for rest in (1, 4, 5):
            self.activate()
            self.control(Enable=1)
            self.send(rest, False)
            self.control(Enable=0)
            self.read(0)
            self.wait(16)
            self.read(0)  # the rest of the message is still to come
            self.send(3, True)
            self.read(0)

    def show(self, count):
        """Read the memory."""
        self.check(0x28, 0)
        for _ in range(count):
            self.read(0x40)
        self.read(0x28)

    def wraps(self):
        """The word at the limit sets trRamWrap and WP goes on at 0; a write of its byte clears it, whatever the data."""
        for strobes, data in ((15, 0), (15, 1), (1, 1), (0, 1), (2, 0), (4, 1), (8, 0x80000001), (14, 0)):
            self.activate()
            self.set_up(3, 2, False)
            for _ in range(4):
                self.send(4, True)
                self.read(0x20)
            self.check(0x20, 0)  # not while enabled
            self.control(Enable=0)
            self.read(0x20)
            self.check(0x20, data, strobes)
            self.check(0x20, self.ref.last << 2 | 1)  # above the limit: the next word goes to 0
            self.control(Enable=1)
            self.send(4, True)
            self.read(0x20)
            self.control(Enable=0)
            self.show(5)

    def reads(self):
        """Idle or stopped: the word at RP, once a read. Else 0, and RP stays."""
        for state in self.STATES:
            for _ in range(2):
                self.enter(state)
                self.read(0x28)
                self.read(0x40)
                self.read(0x40)
                self.check(0x40, 0xFFFFFFFF)
                self.read(0x28)
        self.activate()
        limit = min(self.ref.last, 5)
        self.check(0x18, limit << 2)
        for start in (0, limit, self.ref.last):
            self.check(0x28, start << 2)
            for _ in range(2 * limit + 3):
                self.read(0x40)
                self.read(0x28)


class PibScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "enabled", "running", CLOSING, FALLING)
    other_one = False

    def send(self, count, end):
        """Part of a message; at least one byte has come before the last."""
        data = [self.rng.getrandbits(6) << 2 for _ in range(count)]
        if end:
            data[-1] |= 3
        self.ref.send(data, end)
        self.lines.append(f"send {bytes(data).hex()} {int(end)}")
        self.ref.clocks(1)

    def ended(self):
        """Wait until the pins have."""
        self.until(8, 8)
        self.ref.ended()

    def closing(self):
        if self.ref.levels["hold"] or self.ref.moves:
            return
        self.until(1, 0)

    def leave(self):
        if self.ref.life == CLOSING:
            self.until(1, 0)
            self.ref.ended()
            self.wait()
            return
        self.set(hold=0)
        self.wait()
        if self.ref.life != ON:
            return
        if self.ref.open:
            self.send(3, True)
        if self.ref.get("trPibEnable"):
            self.control(Enable=0)
        if self.ref.moves:
            self.ended()

    def modes(self):
        f, _ = self.field("trPibMode")
        return [v for low, high in f.ranges(self.ref.env) for v in range(low, high + 1) if v]

    def arrive(self, state):
        if state == FALLING:
            self.off()
            self.write(0, 1)
            self.fall()
        elif state == CLOSING:
            self.off()
            self.write(0, 1)
            self.control(Mode=self.modes()[0], Divider=1, Enable=1)
            self.send(34, True)
            self.wait(4)
            self.write(0, 0)
        elif state != "idle":
            self.control(Mode=self.modes()[0], Divider=0, Calibrate=0, Enable=0)
            self.control(Enable=1)
            if state != "enabled":
                self.send(2, False)
            if state == "draining":
                self.control(Enable=0)

    def bounded(self, data, strobes=15):
        """Not Enable and Calibrate together: their pattern ends when it likes."""
        both = [self.field(n)[0].mask for n in ("trPibEnable", "trPibCalibrate")]
        lanes = lanes_of(strobes)
        merged = self.ref.word_reads(0) & ~lanes | data & lanes
        if merged & sum(both) != sum(both) or not self.ref.env["Calibrate"]:
            return data
        self.other_one = not self.other_one  # each in its turn
        either = [mask for mask in both if mask & lanes]
        return data & ~either[int(self.other_one) % len(either)]

    def changed(self):
        self.control(Mode=self.modes()[-1], ClkCenter=1, Divider=2, Calibrate=1)
        self.read(0)
        self.control(Calibrate=0, Enable=1)
        self.read(0)

    def drains(self):
        """In every form: Empty is 0 from the first byte to the last beat, Enable = 0 notwithstanding."""
        for mode in self.modes():
            for center in (0, 1):
                for calibrate in (0, 1):
                    self.activate()
                    self.check(0, self.word(0, trPibMode=mode, trPibClkCenter=center, trPibDivider=1))
                    self.control(Enable=1, Calibrate=calibrate)
                    if self.ref.moves:
                        self.wait(100)
                        self.until(8, 0)
                        self.control(Calibrate=0)
                        self.ended()
                    self.send(6, False)
                    self.read(0)
                    self.control(Enable=0)
                    self.read(0)
                    self.check(0, self.word(0) ^ 0xFFFF0100)  # not while something is held
                    self.send(4, True)
                    self.read(0)
                    self.ended()
                    self.read(0)
                    self.check(0, self.word(0, trPibMode=0))
