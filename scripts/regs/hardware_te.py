# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The same of the encoder: triggers, losses, and what counts from the next start."""

from itertools import permutations

from fields import INDEX
from hardware import Component
from reference import CLOSING, FALLING, OFF, ON, RISING


class EncoderScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "enabled", "running", CLOSING, FALLING)

    def leave(self):
        self.set(hold=0, overflow=0, stall=0, trig_on=0, trig_off=0)
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

    def whole(self):
        """Reset waits for the end of the message that crosses, between its beats, too, if somebody listens."""
        for listens in (1, 0):
            for first in (0, 1):  # a beat of it has been taken
                self.enter("running")
                self.set(dn_on=listens, m_valid=1, m_eom=not first, m_ready=first)
                self.wait(1)
                self.set(m_valid=not first, m_ready=0)
                self.ref.mid = bool(first)
                self.check(0, 2)
                self.all()
                self.set(m_valid=1, m_eom=1, m_ready=1)
                self.wait(1)
                self.ref.mid = False
                self.set(m_valid=0, m_ready=0, m_eom=0, dn_on=1)
                self.wait()
                self.all()

    def modes(self):
        """Modes that trace."""
        f, _ = self.field("trTeInstMode")
        return [low for low, _ in f.ranges(self.ref.env) if low]

    def cfg(self, *names):
        for name in names:
            self.lines.append(f"cfg {name} {self.ref.cfg(name)}")

    def disturb(self):
        if self.rng.randrange(3) == 0:
            name = self.rng.choice(("empty", "overflow", "stall", "trig_on", "trig_off"))
            if self.ref.env["TsWidth"]:
                self.set(time=self.rng.randrange(256), halted=self.rng.randrange(2))
            self.set(**{name: self.rng.randrange(2) if name == "empty" else self.rng.randrange(4) == 0})
        if self.rng.randrange(4) == 0:
            self.wait(self.rng.randint(1, 4))
            self.cfg("tracing", "trig_ena", *self.ref.configures)

    def changed(self):
        self.control(Enable=1)
        for offset, w in self.places():
            env = dict(self.ref.env, **{INDEX: w.index}, **{f.name: f.mask >> f.lsb for f in w.fields})
            data = self.word(offset)
            for f in reversed(w.fields):  # trTeSrcBits before trTeSrcID
                if f.access == "WARL" and self.seen.can_change(f, w):
                    env[f.name] = self.any_legal(f, env, self.ref.reset_value(f, w))
                    data = data & ~f.mask | env[f.name] << f.lsb
                if f.name in ("trTeEnable", "trTeInstTracing"):
                    data |= f.mask
            if self.lively(w):
                self.check(offset, data)
        self.set(overflow=1)
        self.wait(2)
        self.set(overflow=0)

    def enabling(self):
        """Enable 0 to 1 clears the sticky bit, 1 over 1 does not; 1 to 0 ends tracing, a written 1 notwithstanding."""
        for turn in range(4):
            self.set(stall=turn & 1, overflow=not turn & 1, empty=turn < 2)
            self.wait(2)
            self.read(0)
            self.set(stall=0, overflow=0)
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
            self.set(overflow=1)  # it is set again at once
            self.check(0, self.word(0, trTeEnable=1))
            self.set(overflow=0)
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
        for cause in ("overflow", "stall"):
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
                for strobes in (0, 1, 4, 8, 13, 2):
                    self.check(0, self.word(0) | sticky, strobes)
                self.check(0, self.word(0) | sticky)
        for state in (OFF, RISING, CLOSING, FALLING):
            self.enter(state)
            self.set(overflow=1, stall=1)
            self.wait(2)
            self.read(0)
            self.set(overflow=0, stall=0)
            self.activate()
            self.read(0)

    def time(self):
        """Without a timestamp unit nothing runs."""
        if self.ref.env["TsWidth"]:
            self.time_outside()
            self.time_counted()
            self.time_enabled()
        for offset in (0x40, 0x48, 0x4C):
            self.check(offset, 0xFFFFFFFF)
            self.wait(40)
            self.read(offset)

    def counter(self):
        """High, low, high: the second high word belongs to the low one (TCI:BUS-12)."""
        for offset in (0x4C, 0x48, 0x4C):
            self.read(offset)

    def time_outside(self):
        """The time of outside shows in two modes; what is the counter's changes nothing (TCI:TS-04, TS-20)."""
        for mode in (1, 4, 0):
            for active in (1, 0, 1):
                self.put(0x40, trTsActive=active, trTsMode=mode, trTsCount=0)
                for time in (0xFF, 0, 0xA5, 0x5A):
                    self.set(time=time)
                    self.wait(2)
                    self.counter()
                for fields in ({"trTsCount": 1}, {"trTsReset": 1}, {"trTsPrescale": 3}, {"trTsRunInDebug": 1}):
                    self.put(0x40, **fields)
                    self.read(0x40)
                    self.counter()

    def time_counted(self):
        """The counter is 0 after its reset and of an inactive unit, and stays where nothing counts."""
        for mode in (2, 3):
            for halted in (0, 1):
                for reset in (0, 1):
                    self.set(halted=halted)
                    self.put(0x40, trTsActive=1, trTsMode=mode, trTsCount=1, trTsRunInDebug=0, trTsPrescale=0)
                    self.wait(100)
                    self.counter()
                    self.put(0x40, trTsCount=0)
                    self.counter()
                    self.put(0x40, **({"trTsReset": 1} if reset else {"trTsActive": 0}))
                    self.counter()
                    self.wait(20)
                    self.counter()
        self.put(0x40, trTsActive=1, trTsMode=3, trTsCount=1, trTsReset=1)  # frozen
        self.wait(40)
        self.counter()
        self.set(halted=0)

    def time_enabled(self):
        """TSTAMP is on with all three, whatever the order of the writes (TCI:TS-17)."""
        on = {"trTsActive": 1, "trTsEnable": 1, "trTsMode": 1}
        for order in permutations(on):
            for value in (1, 0):
                for name in order:
                    self.put(0x40, **{name: value * on[name]})
                    self.cfg("ts_en", "ts_suppress")

    def counts(self):
        """Fields that count from the next start: held while a trace runs, and until the encoder has settled."""
        held = {name: f for name, f in ((n, self.field(n)[0]) for n in self.ref.held)}
        names = [n for n in self.ref.configures if self.ref.configures[n] in held]
        other = [n for n in self.ref.configures if n not in names]
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
                self.control(InstTracing=1)  # waits for the encoder, and says so
                self.cfg(*names, *other, "tracing")
                self.read(0)
            else:
                self.control(Enable=0)
                self.cfg(*names, "tracing")
            self.set(**{"settled" if turn & 2 else "empty": 1})
            self.wait(2)
            self.cfg(*names, *other, "tracing")
            self.read(0)
            self.seen.counts |= {(n, 0) for n in changed if self.ref.copy[n] == self.ref.get(n)}
            self.set(empty=1, settled=0)

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
