# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The same of the encoder of tandem verification trace: what is held, and what is lost."""

from hardware import Component
from reference import CLOSING, FALLING, OFF, ON, RISING


class TandemScript(Component):
    STATES = (OFF, RISING, "idle", "draining", "enabled", "running", CLOSING, FALLING)

    def leave(self):
        self.set(hold=0, lost=0, sink_lost=0)
        if self.ref.levels["m_valid"]:
            self.set(m_ready=1)
            self.wait(1)
            self.set(m_valid=0, m_ready=0, m_eom=0)
        self.wait()
        self.set(empty=1)
        if self.ref.life == ON and self.ref.get("rvtTandemEnable"):
            self.control(Enable=0)

    def arrive(self, state):
        if state in ("draining", "running"):
            self.set(empty=0)
        if state in ("enabled", "running"):
            self.control(Enable=1)
        if state not in (CLOSING, FALLING):
            self.lose()
        if state == CLOSING:
            self.set(m_valid=1, m_eom=1, m_ready=0, dn_on=1)
            self.write(0, 0)
        if state == FALLING:
            self.fall()

    def lose(self, **levels):
        """For two clocks."""
        levels = levels or {"lost": 1, "sink_lost": 1}
        self.set(**levels)
        self.wait(2)
        self.set(**dict.fromkeys(levels, 0))

    def disturb(self):
        if self.rng.randrange(3) == 0:
            self.set(empty=self.rng.randrange(2))
        if self.rng.randrange(3) == 0:
            self.lose(**{self.rng.choice(("lost", "sink_lost")): 1})

    def changed(self):
        self.control(Enable=1, StallEna=1)
        self.lose()

    def empties(self):
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
        """Each alone, with Enable and without: said until a 1 is written to its own bit, and set again at once."""
        for enable in (0, 1):
            for level, name in (("lost", "rvtTandemLost"), ("sink_lost", "rvtTandemSinkLost")):
                own = self.field(name)[0].mask
                self.control(Enable=enable)
                self.lose(**{level: 1})
                self.read(0)
                for strobes in (0, 1, 4, 8):
                    self.check(0, self.word(0) | own, strobes)
                self.check(0, self.word(0))
                self.check(0, self.word(0) | own, 2)
                self.set(**{level: 1})
                self.check(0, self.word(0) | own)
                self.set(**{level: 0})
                self.check(0, self.word(0) | own)
                self.lose()
                self.check(0, self.word(0) | own)
                self.check(0, self.word(0) ^ 2)
        self.whole()

    def whole(self):
        """Reset waits for the end of the group that crosses, between its beats, too, if somebody listens."""
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
