# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The same of the encoder, whose hardware acts in every clock."""

from reference import CLOSING, OFF, ON, RISING, PibSink, RamSink, Reference, Tandem


class Encoder(Reference):
    """rvt_regs_encoder: the encoder after it is what the script says."""

    LEVELS = {"hold": 0, "empty": 1, "settled": 0, "overflow": 0, "stall": 0, "trig_on": 0, "trig_off": 0, "m_valid": 0,
              "m_ready": 0, "m_eom": 0, "dn_on": 1, "halted": 0, "time": 0}  # time: each byte of the one outside
    mid = False  # a message has begun at the output and not ended
    writing = False

    def reset(self):
        super().reset()
        self.held = [f.name for w in self.words.values() if not w.index for f in w.fields if f.counts == "START"]
        # Fields of the configuration, and what they follow: with a trace start, as the table says, or at once.
        self.configures = {f.config: f.name for w in self.words.values() for f in w.fields if f.config}
        self.configures.update(stall_ena="trTeInstStallEna", sync_mode="trTeInstSyncMode", sync_max="trTeInstSyncMax", enable="trTeEnable",
                               ts_suppress="rvtTsSuppress")
        self.copy = {name: self.get(name) for name in self.held}
        self.waits = False
        self.counter, self.high = 0, 0  # of the timestamp unit; the counter has run: None

    def empty(self):
        return bool(self.levels["empty"])

    def settled(self):
        """Whether the configuration may change: what is empty has settled."""
        return bool(self.levels["empty"] or self.levels["settled"])

    def field_reads(self, f, index):
        if f.name == "trTeInstTracing" and self.waits and self.get("trTeEnable") and not self.writing:
            return 0  # a start that waits; what is stored stays where its byte is not written
        return super().field_reads(f, index)

    def crosses(self):
        return bool((self.levels["m_valid"] or self.mid) and self.levels["dn_on"])

    def cfg(self, name):
        """What the encoder has."""
        if name == "ts_en":  # TCI:TS-17
            return int(bool(self.get("trTsActive") and self.get("trTsEnable") and self.get("trTsMode")))
        if name in ("tracing", "trig_ena"):
            return int(self.get({"tracing": "trTeInstTracing"}.get(name, "trTeInstTrigEnable")) and not self.waits)
        field = self.configures[name]
        return self.copy.get(field, self.get(field))

    def now(self):
        """The time that counts; None: the counter has run."""
        if not self.get("trTsActive") or not self.get("trTsMode"):
            return 0
        outside = self.levels["time"] * 0x0101010101010101 & (1 << self.env["TsWidth"]) - 1
        return self.counter if self.get("trTsMode") in (2, 3) else outside

    def read(self, offset):
        name = self.words[offset].name if offset in self.words else ""
        if name not in ("trTsCounterLow", "trTsCounterHigh") or self.life in (OFF, RISING):
            return super().read(offset)
        now = self.now()
        if name == "trTsCounterHigh":
            now = None if self.high is None else self.high << 32
        elif self.get("trTsActive"):
            self.high = None if now is None and self.env["TsWidth"] > 32 else (now or 0) >> 32
        part = 0 if now is None else now >> 32 * (name == "trTsCounterHigh") & 0xFFFFFFFF
        return part, 0 if now is None else 0xFFFFFFFF

    def tick_time(self):
        """The unit at an edge, with the fields after it."""
        if not self.get("trTsActive"):
            self.counter, self.high = 0, 0
        elif self.get("trTsCount") and self.get("trTsMode") in (2, 3):
            if not (self.get("trTsMode") == 3 and self.levels["halted"] and not self.get("trTsRunInDebug")):
                self.counter = None

    def edge(self, before, leave=False):
        """What a clock does besides a write; `before` has the fields before it."""
        if self.life not in (ON, CLOSING):
            return
        on = self.levels
        gate = before["trTeEnable", 0] and before["trTeInstTrigEnable", 0]
        if gate and on["trig_off"]:
            self.set("trTeInstTracing", 0)
        elif gate and on["trig_on"]:
            self.set("trTeInstTracing", 1)
        enable = self.get("trTeEnable")
        if leave or (before["trTeEnable", 0] and not enable):
            self.set("trTeInstTracing", 0)
        if enable and not before["trTeEnable", 0]:
            self.set("trTeInstStallOrOverflow", 0)
        if self.life == ON and (on["overflow"] or on["stall"]):
            self.set("trTeInstStallOrOverflow", 1)
        ready = before["trTeEnable", 0] and self.copy["trTeInstMode"] and not self.waits
        traces = ready and (before["trTeInstTracing", 0] or (before["trTeInstTrigEnable", 0] and on["trig_on"]))
        written = {name: self.get(name) for name in self.held}
        self.waits = bool(not traces and not self.settled() and written != self.copy)
        if not traces and self.settled():
            self.copy = written

    def behind(self, before, word, strobes, leave):
        self.edge(before, leave)
        self.edged = True
        if word.name == "trTsControl" and strobes & 1:
            if self.data & 4 and self.get("trTsMode") in (2, 3):  # TCI:TS-05
                self.counter = 0
            self.tick_time()

    def write(self, offset, data, strobes):
        before, self.edged, self.steady, self.data = dict(self.value), False, False, data
        self.tick_time()
        self.writing = True
        super().write(offset, data, strobes)
        self.writing = False
        if not self.edged:
            self.edge(before)

    def clocks(self, count):
        if not self.steady:
            for _ in range(min(count, 8)):
                before = dict(self.value), self.copy, self.waits
                self.edge(before[0])
                self.tick_time()
                self.steady = before == (self.value, self.copy, self.waits)
        if count > 4:
            self.settle()
            self.steady = False


KINDS = {"te": Encoder, "ram": RamSink, "pib": PibSink, "tandem": Tandem}
