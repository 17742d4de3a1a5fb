# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Run a command that may hang or run away: limits in CPU seconds, none by the clock on the wall.

What is slow because the machine is busy goes on; what uses no CPU for a while waits for something that will not come.
"""

import os
import signal
import subprocess
import threading
from pathlib import Path

CPU = 3600  # seconds that a command and all it has started may use
IDLE = 300  # seconds without any use of a CPU
TICK = os.sysconf("SC_CLK_TCK")


def members(session):
    """Number of each process of a session, or below one of it, and CPU seconds of it and of those it has waited for."""
    seen = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()  # from the state on, the third of proc(5)
        except OSError:
            continue  # it has ended meanwhile
        seen.append((int(stat.parent.name), int(words[1]), int(words[3]), sum(map(int, words[11:15])) / TICK))
    found, more = {}, True
    while more:
        more = {number: cpu for number, parent, own, cpu in seen if number not in found and (own == session or parent in found)}
        found |= more
    return found


class Watch(threading.Thread):
    """Ends the session of a process; `why` says what for, and is empty if there was no need."""

    def __init__(self, process, cpu, idle):
        super().__init__(daemon=True)
        self.session, self.cpu, self.idle = process.pid, cpu, idle
        self.done, self.why = threading.Event(), ""

    def run(self):
        period, last, waits = min(2.0, self.idle / 4), 0.0, 0.0
        while not self.done.wait(period):
            now = sum(members(self.session).values())
            waits = 0.0 if now != last else waits + period
            last = now
            if now > self.cpu:
                self.why = f"did not end within {self.cpu:g} CPU s"
            elif waits >= self.idle:
                self.why = f"used no CPU for {self.idle:g} s"
            if self.why:
                end(self.session)
                return


def end(session):
    """What is left of a session and below it."""
    for number in members(session):
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, cpu=CPU, idle=IDLE, **options):
    """(status as of subprocess, output, CPU seconds, why it was ended); nothing that it has started outlives it."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True, **options) as process:
        watch = Watch(process, cpu, idle)
        watch.start()
        output = []
        reader = threading.Thread(target=lambda: output.append(process.stdout.read()), daemon=True)
        reader.start()
        _, status, usage = os.wait4(process.pid, 0)  # of it and of all that it has waited for
        watch.done.set()
        end(process.pid)
        reader.join()
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, b"".join(output).decode(errors="replace"), usage.ru_utime + usage.ru_stime, watch.why
