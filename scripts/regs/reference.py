# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What every word of a component reads: the table of registers, and docs/registers.md for what hardware does.

Time passes in whole clocks where hardware acts in every clock (the encoder), else between two steps.
"""

from dataclasses import dataclass

from fields import INDEX, value_of

OFF, RISING, ON, CLOSING, FALLING = "off", "rising", "on", "closing", "falling"


@dataclass
class Word:
    offset: int
    name: str
    index: int  # of its instance
    fields: list


def lanes_of(strobes):
    return sum(0xFF << 8 * i for i in range(4) if strobes >> i & 1)


def part(f, word):
    """A field's value in a word."""
    return (word & f.mask) >> f.lsb


class Reference:
    """The registers of one component; subclasses have its hardware."""

    LEVELS = {"hold": 0}  # inputs that a script sets; hold: the power switch stays as it is

    def __init__(self, component, params):
        self.env = dict(component.env("preset"), **params)
        self.words = {}
        for r in component.registers:
            for i in range(r.repeat):
                offset = r.offset + i * r.stride
                self.words[offset] = Word(offset, r.name, i, r.fields)
        self.control = self.words[0]
        self.active = next(f.name for f in self.control.fields if f.name.endswith("Active"))
        self.enable = self.active.replace("Active", "Enable")
        self.empty_name = self.active.replace("Active", "Empty")
        self.levels = dict(self.LEVELS)
        self.life, self.want = OFF, False
        self.steady = False  # another clock would change nothing
        self.value = {}
        self.reset()

    def reset(self):
        """Every field to its reset value."""
        for w in self.words.values():
            for f in w.fields:
                self.value[f.name, w.index] = self.reset_value(f, w)

    def reset_value(self, f, w):
        return value_of(f.reset_of, dict(self.env, **{INDEX: w.index})) if f.reset_of else f.reset

    def level(self, name, value):
        """An input changes."""
        self.levels[name] = value
        self.steady = False

    def get(self, name):
        return self.value[name, 0]

    def set(self, name, value):
        self.value[name, 0] = value

    # What hardware does.
    def empty(self):
        raise NotImplementedError

    def sure(self):
        """Whether Empty is known in this very clock."""
        return True

    def stopped(self):
        return False

    def crosses(self):
        """Whether something keeps the component in Closing."""
        return False

    def behind(self, before, word, strobes, leave):
        """After a write: `before` has the fields before it."""

    def settle(self):
        """Hardware comes to rest: handshakes and what is under way end."""
        for _ in range(6):
            held = self.levels["hold"]
            if self.life == OFF and self.want:
                self.life = RISING
            elif self.life == RISING and not held:
                self.life = ON
            elif self.life == ON and not self.want:
                self.life = CLOSING
            elif self.life == CLOSING and not self.crosses():
                self.life = FALLING
                self.reset()
            elif self.life == FALLING and not held:
                self.life = OFF

    # The bus.
    def idle(self):
        return self.life == ON and not self.get(self.enable) and self.empty()

    def state(self):
        """What decides whether a write is taken."""
        if self.life != ON:
            return self.life
        if self.get(self.enable):
            return "enabled" if self.empty() else "running"
        if self.stopped():
            return "stopped"
        return "idle" if self.empty() else "draining"

    def taken(self, f):
        """Whether a write to the field is taken in this state."""
        return self.life == ON and {
            "ALWAYS": True,
            "ACTIVE": True,
            "IDLE": self.idle(),
            "STILL": self.idle() or (not self.get(self.enable) and self.stopped()),
        }[f.when]

    def field_reads(self, f, index):
        if f.name == self.active:
            return int(self.life in (ON, CLOSING, FALLING))
        if f.name == self.empty_name:
            return int(self.empty())
        return 0 if f.access == "W1" else self.value[f.name, index]

    def word_reads(self, offset):
        """Without what a read does."""
        w = self.words.get(offset)
        if not w:
            return 0
        fields = w.fields
        if self.life in (OFF, RISING) and not w.name.endswith("Impl"):
            fields = [f for f in fields if f.name == self.empty_name]
        return sum(self.field_reads(f, w.index) << f.lsb for f in fields)

    def read(self, offset):
        """Value and the bits of it that are known."""
        value, known = self.word_reads(offset), 0xFFFFFFFF
        if offset == 0 and not self.sure():
            known &= ~next(f.mask for f in self.control.fields if f.name == self.empty_name)
        return value & known, known

    def write(self, offset, data, strobes):
        w = self.words.get(offset)
        first = w is self.control and strobes & 1
        if first:
            self.want = bool(data & 1)
        before = dict(self.value)
        if self.life != ON or not w:
            return
        if first and not data & 1:
            self.set(self.enable, 0)  # nothing else counts (TCI:CTRL-06)
            self.behind(before, w, strobes, True)
            return
        lanes = lanes_of(strobes)
        merged = self.word_reads(offset) & ~lanes | data & lanes
        env = dict(self.env, **{f.name: part(f, merged) for f in w.fields}, **{INDEX: w.index})
        taken = {f.name for f in w.fields if f.when != "ALWAYS" and self.taken(f)}
        for f in sorted(w.fields, key=lambda f: len(f.names() & {g.name for g in w.fields})):
            key = f.name, w.index
            unwritten = f.policy == "CLEAR" and not f.mask & lanes  # TCI:BUS-05, BUS-06
            if f.name not in taken or f.access in ("RO", "W1") or unwritten:
                env[f.name] = self.value[key]
                continue
            if f.access == "RW1C":
                self.value[key] &= ~part(f, data & lanes)
            elif f.access == "RW":
                self.value[key] = env[f.name]
            else:
                self.value[key] = env[f.name] = f.legalise(env[f.name], before[key], env)
        self.behind(before, w, strobes, False)

    def clocks(self, count):
        """So many clocks pass in which nothing new is asked for."""
        if count > 4:
            self.settle()


def fill(address):
    """What a word of the memory holds that nothing has written."""
    return (address * 0x9E3779B1 + 0x7F4A7C15) & 0xFFFFFFFF


class RamSink(Reference):
    """rvt_ram_sink and its memory."""

    def __init__(self, component, params):
        self.memory = {}
        super().__init__(component, params)
        self.last = (1 << self.env["SramWordsLog2"]) - 1

    def reset(self):
        super().reset()
        self.pack, self.mid, self.halted, self.cut = [], False, False, 0

    def empty(self):
        return not self.pack and not self.mid

    def stopped(self):
        return self.halted

    def store(self, byte):
        self.pack.append(byte)
        if len(self.pack) < 4:
            return
        limit, at = self.get("trRamLimitLow"), self.get("trRamWPLow")
        at = 0 if at > limit else at
        self.memory[at] = int.from_bytes(bytes(self.pack), "little")
        self.pack = []
        self.set("trRamWPLow", 0 if at == limit else (at + 1) & self.last)
        if at == limit:
            self.set("trRamWrap", 1)
            if self.get("trRamStopOnWrap"):
                self.halted = True
                self.set("trRamEnable", 0)

    def pad(self):
        """An idle byte, or one of those that end a cut message."""
        self.cut, byte = max(self.cut - 1, 0), 0xFE if self.cut > 1 else 0xFF
        self.store(byte)

    def send(self, data, end):
        while self.cut and not self.halted:
            self.pad()
        for byte in data:
            if self.halted or not (self.get("trRamEnable") or self.mid):
                raise ValueError("the sink does not take this byte")
            self.mid = True
            self.store(byte)
        self.mid = not end

    def settle(self):
        super().settle()
        while self.life == ON and not self.halted and not self.mid and not self.get("trRamEnable") and self.pack:
            self.pad()

    def behind(self, before, word, strobes, leave):
        if word is not self.control or not strobes & 1:
            return
        if self.halted and not self.get("trRamEnable"):
            self.cut = 12 if self.pack or self.mid else self.cut
            self.pack, self.mid = [], False
        self.halted = False

    def read(self, offset):
        value, known = super().read(offset)
        w = self.words.get(offset)
        if not w or w.name != "trRamData":
            return value, known
        pointer = next(f for v in self.words.values() for f in v.fields if f.name == "trRamRPLow")
        if not self.taken(pointer):
            return 0, known
        at = self.get("trRamRPLow")
        self.set("trRamRPLow", 0 if at == self.get("trRamLimitLow") else (at + 1) & self.last)
        return self.memory.get(at, fill(at)), known


class PibSink(Reference):
    """rvt_pib_sink: a script waits until its pins have ended."""

    def __init__(self, component, params):
        self.open = self.moves = False
        super().__init__(component, params)

    def reset(self):
        super().reset()
        self.open = self.moves = False

    def empty(self):
        return not self.open and not self.moves

    def sure(self):
        return self.life in (OFF, RISING, ON) and not self.moves

    def crosses(self):
        return self.moves

    def send(self, _data, end):
        """A whole message moves on the pins until ended() is called; the rest of one waits."""
        self.open = not end
        self.moves = self.moves or bool(end)

    def ended(self):
        self.moves = False

    def behind(self, before, word, strobes, leave):
        if self.get("trPibEnable") and self.get("trPibCalibrate") and self.get("trPibMode") and not leave:
            self.moves = True


class Tandem(Reference):
    """rvt_regs_tandem: the encoder after it is what the script says."""

    LEVELS = {"hold": 0, "empty": 1, "lost": 0, "sink_lost": 0, "m_valid": 0, "m_ready": 0, "m_eom": 0, "dn_on": 1}
    mid = False  # a group has begun at the output and not ended

    def empty(self):
        return bool(self.levels["empty"])

    def crosses(self):
        return bool((self.levels["m_valid"] or self.mid) and self.levels["dn_on"])

    def losses(self):
        """What is lost in a clock is said after it, whatever is written in it."""
        if self.life in (ON, CLOSING):
            for level, name in (("lost", "rvtTandemLost"), ("sink_lost", "rvtTandemSinkLost")):
                if self.levels[level]:
                    self.set(name, 1)

    def behind(self, before, word, strobes, leave):
        self.losses()

    def clocks(self, count):
        self.losses()
        super().clocks(count)
        self.losses()
