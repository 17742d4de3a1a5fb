#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measure how near the history messages of the recorded programs are to the shortest ones that say the same.

    compression.py [RECORDING...]  by default the programs of `make workloads`, into build/bench/compression.json; of others the figures
                                   alone

  compression.WORKLOAD.literal_bytes         `rvt encode` with HTM, implicit return, I-CNT 22 and no sync: with 16 bits of I-CNT some
                                             programs have more ResourceFull with RCODE 0, which no split of outcomes changes
  compression.WORKLOAD.reference_rule_bytes  that stream if whole words of 31 outcomes that are equal in a row are counted, and no others
  compression.WORKLOAD.ours_bytes            with `--repeat-history 31`; no segment of it is more than 7 bytes above the literal one
  compression.WORKLOAD.optimum_bytes         the shortest stream of the same outcomes and transfers: any period, any split
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from traffic import ROOT, TOOL, Failed, build, must

DRIVER = "build/bench/bench_compression"
FRAGMENT = ROOT / "build/bench/compression.json"
LITERAL = ["--mode", "htm", "--implicit-return", "--icnt-width", "22", "--sync-mode", "off"]


def measured(path):
    """What the streams of one recording have."""
    with tempfile.TemporaryDirectory() as directory:
        streams = [f"{directory}/{name}.nex" for name in ("literal", "ours")]
        for stream, options in zip(streams, ([], ["--repeat-history", "31"])):
            must([TOOL, "encode", *LITERAL, *options, path, "-o", stream])
        found = json.loads(must([DRIVER, *streams]))
    if found["worst_segment"] > 7:
        raise Failed(f"{path}: expected no segment more than 7 bytes above the literal one, found {found['worst_segment']}")
    return {key: found[key] for key in found if key.endswith("_bytes")}


def run(recordings):
    build(TOOL, DRIVER, *([] if recordings else ["workloads"]))
    paths = [Path(path).resolve() for path in recordings] or sorted((ROOT / "build/workloads").glob("*.rvti"))
    figures = {}
    for path in paths:
        figures[path.stem] = measured(path)
        print(f"compression: {path.stem}: {figures[path.stem]}")
    if not recordings:
        FRAGMENT.parent.mkdir(parents=True, exist_ok=True)
        FRAGMENT.write_text(json.dumps({"compression": figures}, indent=2) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="*", metavar="RECORDING", help="of a program, .rvti")
    recordings = parser.parse_args().recordings
    if not recordings:
        FRAGMENT.unlink(missing_ok=True)
    try:
        run(recordings)
    except Failed as problem:
        print(f"compression: no figures: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
