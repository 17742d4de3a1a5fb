# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How a script brings a component into its states, and the steps that the column `shown` names of any."""

from reference import OFF, RISING
from script import Script


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
        self.check(0, 2)
        self.set(hold=0)
        self.wait()
        self.read(0)

    def enter(self, state):
        if self.ref.state() == state:
            return
        self.leave()
        if state in (OFF, RISING):
            self.write(0, self.rng.getrandbits(32) & ~1)
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
        self.write(0, self.rng.getrandbits(32) & ~1)
