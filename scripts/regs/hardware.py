# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How a script brings each component into its states, and what shows the columns hardware and effect."""

from fields import INDEX
from reference import CLOSING, FALLING, OFF, ON, RISING, lanes_of
from script import Script

POWER = {"reads the new value when power-up or -down has ended": "power"}


class Component(Script):
    def power(self):
        """Active follows the power switch, up and down."""
        self.off()
        self.set(hold=1)
        self.check(0, 1)
        self.all()
        self.set(hold=0)
        self.wait()
        self.all()
        self.set(hold=1)
        self.check(0, 2)  # Enable = 1 counts for nothing (TCI:CTRL-06)
        self.all()
        self.set(hold=0)
        self.wait()
        self.all()

    def enable_falls(self):
        """Enable with Active = 0: it reads 0 while Active still reads 1."""
        self.enter("enabled")
        self.read(0)
        self.set(hold=1)
        self.check(0, 3 & ~1)
        self.set(hold=0)
        self.wait()
        self.read(0)

    def enter(self, state):
        if self.ref.state() == state:
            return
        self.leave()
        if state in (OFF, RISING):
            self.write(0, 0)
            if state == RISING:
                self.set(hold=1)
                self.write(0, 1)
        else:
            if self.ref.life == OFF:
                self.write(0, 1)
            self.arrive(state)
        if self.ref.state() != state:
            raise ValueError(f"{state} was asked for, {self.ref.state()} reached")

    def leave(self):
        """To OFF or to an idle component, from any state."""
        raise NotImplementedError

    def arrive(self, state):
        """From idle."""
        raise NotImplementedError

    def fall(self):
        self.set(hold=1)
        self.write(0, 0)


class EncoderScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "enabled", "running", CLOSING, FALLING)
    TEXTS = POWER | {
        "0: reset of the encoder, every field back to its reset value": "resets",
        "cleared by trTeActive = 0": "enable_falls",
        "0 to 1: clears trTeInstStallOrOverflow; 1 to 0: ends trace, sends what is queued, clears trTeInstTracing":
            "enabling",
        "set by trace-on, cleared by trace-off and by trTeEnable 1 to 0": "triggers",
        "1 when nothing is held or owed": "emptiness",
        "set while a gap is open or stall is asserted; setting wins over clearing by software": "losses",
        "also cleared by trTeEnable 0 to 1": "enabling",
        "time, if there is a unit": "time",
        "1: the counter becomes 0": "time",
    }

    def leave(self):
        self.set(hold=0, gap=0, stall=0, trig_on=0, trig_off=0)
        if self.ref.levels["m_valid"]:
            self.set(m_ready=1)
            self.wait(1)
            self.set(m_valid=0, m_ready=0, m_eom=0)
        self.wait()
        self.set(empty=1)
        if self.ref.life == ON and self.ref.get("trTeEnable"):
            self.control(Enable=0, InstTracing=0)

    def arrive(self, state):
        if state in ("draining", "running"):
            self.set(empty=0)
        if state in ("enabled", "running"):
            self.control(Enable=1, InstTracing=1, InstMode=self.modes()[0])
        if state == CLOSING:
            self.set(m_valid=1, m_eom=1, m_ready=0, dn_on=1)
            self.write(0, 0)
        if state == FALLING:
            self.fall()

    def modes(self):
        """Modes that trace."""
        f, _ = self.field("trTeInstMode")
        return [low for low, _ in f.ranges(self.ref.env) if low]

    def cfg(self, *names):
        for name in names:
            self.lines.append(f"cfg {name} {self.ref.cfg(name)}")

    def disturb(self):
        if self.rng.randrange(3) == 0:
            name = self.rng.choice(("empty", "gap", "stall", "trig_on", "trig_off"))
            self.set(**{name: self.rng.randrange(2) if name == "empty" else self.rng.randrange(4) == 0})
        if self.rng.randrange(4) == 0:
            self.wait(self.rng.randint(1, 4))
            self.cfg("tracing", "trig_ena", *self.ref.CFG)

    def changed(self):
        self.control(Enable=1)
        for offset, w in self.places():
            env = dict(self.ref.env, **{INDEX: w.index}, **{f.name: f.mask >> f.lsb for f in w.fields})
            data = self.word(offset)
            for f in reversed(w.fields):  # trTeSrcBits in front of trTeSrcID
                if f.access == "WARL" and self.seen.can_change(f, w):
                    env[f.name] = self.any_legal(f, env, self.ref.reset_value(f, w))
                    data = data & ~f.mask | env[f.name] << f.lsb
                if f.name in ("trTeEnable", "trTeInstTracing"):
                    data |= f.mask
            if self.lively(w):
                self.check(offset, data)
        self.set(gap=1)
        self.wait(2)
        self.set(gap=0)

    def enabling(self):
        """Enable 0 to 1 clears the sticky bit, 1 over 1 does not; 1 to 0 ends tracing, a written 1 notwithstanding."""
        for turn in range(4):
            self.set(stall=turn & 1, gap=not turn & 1, empty=turn < 2)
            self.wait(2)
            self.read(0)
            self.set(stall=0, gap=0)
            self.check(0, self.word(0, trTeEnable=1, trTeInstTracing=1, trTeInstMode=self.modes()[-1]))
            self.set(stall=1)
            self.wait(2)
            self.set(stall=0)
            self.check(0, self.word(0, trTeEnable=1))
            self.cfg("enable", "tracing", "mode")
            self.check(0, self.word(0, trTeEnable=0, trTeInstTracing=turn & 1))
            self.cfg("enable", "tracing")
            self.set(empty=1)
            self.read(0)
            self.set(gap=1)  # it is set again at once
            self.check(0, self.word(0, trTeEnable=1))
            self.set(gap=0)
            self.check(0, self.word(0, trTeEnable=0))

    def triggers(self):
        """With trTeInstTrigEnable (if built) and trTeEnable, each alone, both and none."""
        mode = self.modes()[0]
        for enable in (0, 1):
            for gate in (0, 1):
                for tracing in (0, 1):
                    for on, off in ((1, 0), (0, 1), (1, 1)):
                        self.check(0, self.word(0, trTeEnable=enable, trTeInstTrigEnable=gate,
                                                trTeInstTracing=tracing, trTeInstMode=mode))
                        self.set(trig_on=on, trig_off=off)
                        self.wait(1)
                        self.set(trig_on=0, trig_off=0)
                        self.read(0)
                        self.cfg("tracing", "trig_ena")
                        self.set(trig_on=on, trig_off=off)
                        self.check(0, self.word(0, trTeInstTracing=tracing))  # the trigger wins (TCI:TRIG-16)
                        self.check(0, self.word(0) ^ 0x2000, 2)  # other bytes leave it to the triggers (TCI:BUS-06)
                        self.check(0, self.word(0, trTeEnable=0, trTeInstTracing=1))
                        self.set(trig_on=0, trig_off=0)

    def emptiness(self):
        for enable in (0, 1):
            self.control(Enable=enable)
            for level in (0, 1, 0, 1):
                self.set(empty=level)
                self.check(0, self.word(0) ^ 8)
        for state in (OFF, RISING, CLOSING, FALLING):
            self.enter(state)
            for level in (0, 1):
                self.set(empty=level)
                self.read(0)

    def losses(self):
        """Set by each, kept, cleared by a written 1 in its byte alone, and not while it is being set."""
        for cause in ("gap", "stall"):
            for enable in (0, 1):
                sticky = 1 << self.field("trTeInstStallOrOverflow")[0].lsb
                self.check(0, self.word(0, trTeEnable=enable) | sticky)
                self.check(0, self.word(0) | sticky)
                self.set(**{cause: 1})
                self.wait(1)
                self.read(0)
                self.check(0, self.word(0) | sticky)
                self.set(**{cause: 0})
                self.check(0, self.word(0))
                self.check(0, self.word(0) | sticky, 13)
                self.check(0, self.word(0) | sticky, 2)
                self.check(0, self.word(0) | sticky)
        for state in (OFF, RISING, CLOSING, FALLING):
            self.enter(state)
            self.set(gap=1, stall=1)
            self.wait(2)
            self.read(0)
            self.set(gap=0, stall=0)
            self.activate()
            self.read(0)

    def time(self):
        """There is no timestamp unit: nothing runs."""
        for offset in (0x40, 0x48, 0x4C):
            self.check(offset, 0xFFFFFFFF)
            self.wait(40)
            self.read(offset)

    def counts(self):
        """Fields that count from the next start: held while a trace runs, and until the encoder is empty."""
        held = {name: f for name, f in ((n, self.field(n)[0]) for n in self.ref.held)}
        names = {n for n in self.ref.CFG if self.ref.CFG[n] in held}
        other = [n for n in self.ref.CFG if n not in names]
        for turn in range(6):
            self.activate()
            self.set(empty=1)
            self.change(held, None)
            self.check(0, self.word(0, trTeEnable=1, trTeInstTracing=1, trTeInstMode=self.modes()[turn % len(self.modes())]))
            self.cfg(*names, "tracing")
            self.set(empty=0)
            before = dict(self.ref.copy)
            self.change(held, before)
            self.cfg(*names, *other, "tracing")
            changed = {n for n in held if self.ref.get(n) != before[n]}
            if turn & 1:
                self.control(InstTracing=0)
                self.cfg(*names, *other, "tracing")
                self.control(InstTracing=1)  # waits for the encoder
                self.cfg(*names, *other, "tracing")
                self.set(empty=1)
            else:
                self.control(Enable=0)
                self.cfg(*names, "tracing")
                self.set(empty=1)
            self.wait(2)
            self.cfg(*names, *other, "tracing")
            self.seen.counts |= {(n, 0) for n in changed if self.ref.copy[n] == self.ref.get(n)}
            self.set(empty=1)

    def change(self, held, before):
        """Other values of the fields in `held`, and of those that count at once."""
        for offset, w in self.places():
            if w.index or not any(f.access == "WARL" and self.seen.can_change(f, w) for f in w.fields):
                continue
            env = dict(self.ref.env, **{INDEX: 0}, **{f.name: f.mask >> f.lsb for f in w.fields})
            data = self.word(offset)
            for f in reversed(w.fields):
                if f.access == "WARL" and self.seen.can_change(f, w):
                    env[f.name] = self.any_legal(f, env, self.ref.get(f.name))
                    data = data & ~f.mask | env[f.name] << f.lsb
            self.check(offset, data)

    def run(self):
        self.counts()
        return super().run()


class RamScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "stopped", "enabled", "running", FALLING)
    TEXTS = POWER | {
        "0: reset of the sink, every field back to its reset value": "resets",
        "cleared by trRamActive = 0 and by a stop on wrap": "stops",
        "0 to 1: leaves all other registers as they are; 1 to 0: pads and writes the last word": "pads",
        "1 when nothing is buffered": "pads",
        "set when the word at the limit is written": "wraps",
        "any write to the register clears it": "wraps",
        "advances with every word written": "wraps",
        "advances with every access to trRamData": "reads",
        "content of the memory; 0 unless the sink is idle or stopped on wrap": "reads",
        "a read advances trRamRPLow by a word, from the limit to 0, once per completed read": "reads",
    }

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
        """The word at the limit sets trRamWrap and WP goes on at 0; any write clears it, of no byte, too."""
        for strobes, data in ((15, 0), (15, 1), (1, 1), (0, 1), (8, 0x80000001)):
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
    TEXTS = POWER | {
        "0: reset of the sink, every field back to its reset value": "resets",
        "cleared by trPibActive = 0": "enable_falls",
        "1 to 0: what is buffered still leaves the pins": "drains",
        "1 when the last bit has left the pins": "drains",
    }

    def send(self, count, end):
        """Part of a message; at least one byte has come in front of the last."""
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
        return data & ~self.rng.choice([mask for mask in both if mask & lanes])

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


SCRIPTS = {"te": EncoderScript, "ram": RamScript, "pib": PibScript}
