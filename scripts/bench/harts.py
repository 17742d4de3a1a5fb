# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What harts send, for scripts/bench/bandwidth.py: patterns of tb/agents/pattern.h, options of the bench beside them."""

import re

# What a hart does, options of the bench, and the pattern by blocks a clock; letters are those of tb/agents/pattern.h.
IR, BTM = {"ir": 1}, {"mode": 3}
HARTS = (
    ("indirect jumps within 1 MiB", {}, {1: "j", 2: "jj", 4: "jjjj"}),
    ("indirect jumps, whole addresses", {"span": 0}, {1: "j", 2: "jj", 4: "jjjj"}),
    ("taken branches, BTM", BTM, {1: "t", 2: "tt", 4: "tttt"}),
    ("taken branches, HTM", {}, {1: "t", 2: "tt", 4: "tttt"}),
    ("calls and returns", {}, {1: "c,r", 2: "cr", 4: "crcr"}),
    ("the same, implicit return", IR, {1: "c,r", 2: "cr", 4: "crcr"}),
    ("three branches, a jump", {}, {1: "n,n,t,j", 2: "nn,tj", 4: "nntj"}),
)
# A transfer or trap in each clock at most: promised to be sustained, if its message has no more bytes than there are lanes.
SINGLE = (
    ("a jump in each clock", {}, {2: "j", 4: "j"}),
    ("the same, within 4 KiB", {"span": 12}, {2: "j", 4: "j"}),
    ("branches, then a jump", {}, {2: "nj", 4: "nntj"}),
    ("a jump, then branches", {}, {2: "jn", 4: "jntn"}),
    ("branches, then an exception", {}, {2: "nx", 4: "nntx"}),
    ("straight blocks, then a return", {}, {2: "sr", 4: "sssr"}),
    ("branches", {}, {2: "nn", 4: "nttn"}),
    ("a taken branch, BTM", {"Btm": 1, **BTM}, {2: "nt", 4: "nsnt"}),
)
# What is not (docs/limits.md). A word with a capital is a parameter of the build.
SEVERAL = (
    ("two jumps", {}, {2: "jj", 4: "sjsj"}),
    ("three outcomes after a jump, three before the next", {}, {4: "jnnn,nnnj"}),
    ("three outcomes after a jump, four in the next clock", {}, {4: "jnnn,nnnn,nnnj"}),
    ("outcomes fill HIST, then a jump; `HistWidth` 4", {"HistWidth": 4}, {2: "nn,nj", 4: "nnnj"}),
    ("a return, then a call; implicit return", IR, {2: "rc", 4: "rsc"}),
    ("a call, then a return; implicit return", IR, {2: "cr", 4: "cssr"}),
    ("a jump, in the next clock a taken branch; BTM", {"Btm": 1, **BTM}, {2: "jn,nt", 4: "jn,nnnt"}),
    ("a jump, then branches; `FlowBlocks` 1", {"FlowBlocks": 1}, {2: "jn", 4: "jntn"}),
    ("a jump, then branches; timestamps", {"TsWidth": 32, "ts": 1}, {2: "jn", 4: "jntn"}),
    ("straight blocks; sync mode 1", {"sync_mode": 1, "sync_max": 15}, {2: "ss", 4: "ssss"}),
)
# Bytes of a message, as the page has them.
SIZES = (("t", BTM, 2), ("j", {"span": 12}, 4), ("j", {}, 6), ("j", {"span": 0}, 8), ("n,n,n,n,n,j", {}, 7), ("n,n,n,n,n,n,j", {}, 8))

# ---- By chance ----------------------------------------------------------------------------------

TRANSFERS, CALLS = "jCrxi", "cC"
OUTCOMES = 4  # behind a transfer and in the next clock, up to its transfer


def storm(rng, blocks):
    """Anything, in up to seven clocks."""
    clocks = ["".join(rng.choices("sntjcCrd", k=rng.randint(1, blocks))) for _ in range(rng.randint(1, 7))]
    return ",".join(clock + "x" * (len(clock) < blocks and rng.random() < 0.2) for clock in clocks)


def group(rng, blocks, options):
    """A clock with one transfer or trap at most; in BTM a taken branch is one, too."""
    btm, ir = options.get("mode") == 3, options.get("ir")
    clock = rng.choices("snd" if btm else "snntd" if ir else "snntdc", k=rng.randint(1, blocks))
    if rng.random() < 0.8:
        letter = rng.choice(TRANSFERS + "tt" * btm + "c" * bool(ir))
        clock[-1 if letter in "xi" else rng.randrange(len(clock))] = letter
        if ir and letter in "jxi" and clock[0] != letter and rng.random() < 0.5:
            clock[0] = "c"
    return "".join(clock)


def is_within(clocks, options):
    """Whether groups avoid what costs a clock more between clocks: also a HIST that fills before a transfer, as implicit returns leave it."""
    if options.get("ir") and not set("jCxi") & set("".join(clocks)) and set("nt") & set("".join(clocks)):
        return False
    btm = options.get("mode") == 3
    ends = TRANSFERS + "t" * btm  # of a run
    for this, then in zip(clocks, clocks[1:] + clocks[:1]):
        if btm and set(TRANSFERS) & set(this) and "t" in then:
            return False
        behind = re.search(f"[{ends}]([^{ends}]*)$", this)
        between = behind[1] + re.match(f"[^{ends}]*[{ends}]?", then)[0] if behind else ""
        if sum(letter in "nt" for letter in between) > OUTCOMES:
            return False
    return True


def groups(rng, blocks, options):
    """Up to six groups that are sustained with enough lanes."""
    while True:
        clocks = [group(rng, blocks, options) for _ in range(rng.randint(1, 6))]
        if is_within(clocks, options):
            return ",".join(clocks)
