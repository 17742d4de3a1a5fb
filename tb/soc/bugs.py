#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plant each bug of bugs.toml in its core, and see that `rvt tandem` names the first instruction that is wrong.

    bugs.py DIR [CORE] [NAME...]      build and run in DIR; the table goes to standard output

All bugs of a core are in one simulation, which runs without any first. Status 1 if fewer are named than `ENOUGH` of all, or one by another
instruction.
"""

import pathlib
import re
import resource
import subprocess
import sys
import tomllib

ENOUGH = 0.9
SIM_SECONDS = 60  # of CPU, more than the programs take but those of a core with `seconds`
FLAGS = "--binary --timing --assert -O3 -CFLAGS -O1 -Wno-fatal -Wno-lint -Wno-style -Wno-UNOPTFLAT".split()
SYSTEM = [f"tb/soc/{name}.sv" for name in ("rvt_soc", "rvt_soc_hart", "rvt_soc_ctr", "rvt_soc_probe", "rvt_soc_tandem", "rvt_soc_ibex_csrs")]
OF_CORE = {"cva6": ["tb/soc/rvt_soc_axi.sv", "tb/soc/rvt_soc_cva6_tandem.sv", "tb/soc/rvt_soc_cva6_changes.sv"]}
FIRST = re.compile(r"group (\d+), byte 0x[0-9a-f]+, pc 0x([0-9a-f]+)(?: <[^>]*>)?(?:, insn 0x([0-9a-f]+))?: (.*)")


def once(text, old, new, where):
    if text.count(old) != 1:
        sys.exit(f"{where}: expected once {old!r}, found {text.count(old)} times")
    return text.replace(old, new)


def planted(folder, core, table, words):
    """Paths of the core's changed files; each word of its list that is a file has a copy."""
    files = {}
    directories = [pathlib.Path(word) for word in words if pathlib.Path(word).is_dir()]
    for number, bug in enumerate(table["bug"], 1):
        name = bug.get("file", table.get("file"))
        if name not in files:
            known = [path for path in (*map(pathlib.Path, words), *(d / name for d in directories)) if path.name == name and path.is_file()]
            files[name] = (known[0], known[0].read_text(encoding="utf-8"))
        path, text = files[name]
        files[name] = path, once(text, bug["old"], bug["new"].replace("BUG", f"(rvt_bug_pkg::number == {number})"), f"{core}: {bug['name']}")
    changed = {}
    for name, (path, text) in files.items():
        changed[path] = folder / name
        changed[path].write_text(text, encoding="utf-8")
    return changed


def build(folder, core, table):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "trace_hart_00.dasm").unlink(missing_ok=True)
    (folder / "trace_hart_00.dasm").symlink_to("/dev/null")  # a list of CVA6's own
    subprocess.run(["make", "-s", "--no-print-directory", f"build/soc/{core}.f", "build/rtl.f", "build/bin/rvt", "build/lib/rvtrace/spike.so",
                    *(f"build/soc/{core}-tandem-{program}.elf" for program in {bug.get("program", table["program"]) for bug in table["bug"]})], check=True)
    lines = pathlib.Path(f"build/soc/{core}.f").read_text(encoding="utf-8").splitlines()
    words = " ".join(line for line in lines if not line.startswith("//")).split()
    changed = planted(folder, core, table, words)
    (folder / "rvt_bug_pkg.sv").write_text("package rvt_bug_pkg;\n  int number = 0;\nendpackage\n", encoding="utf-8")
    # A core that hangs is ended by its time, and has written all that it said.
    tandem = once(pathlib.Path("tb/soc/rvt_soc_tandem_file.sv").read_text(encoding="utf-8"), "        held = 0;\n", "        held = 0;\n        $fflush(file);\n", core)
    (folder / "rvt_soc_tandem_file.sv").write_text(
        once(tandem, "  initial begin\n", '  initial begin\n    void\'($value$plusargs("bug=%d", rvt_bug_pkg::number));\n', core), encoding="utf-8")
    listed = [str(changed.pop(pathlib.Path(word), word)) for word in words]
    made = subprocess.run(["verilator", *FLAGS, "--Mdir", folder / "obj", "-o", folder / "sim", "--top-module", f"rvt_soc_{core}", folder / "rvt_bug_pkg.sv",
                           *listed, *changed.values(), "-f", "build/rtl.f", *SYSTEM, folder / "rvt_soc_tandem_file.sv", *OF_CORE.get(core, []), f"tb/soc/rvt_soc_{core}.sv"],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        sys.exit(f"{core}: does not build:\n{made.stdout[-2000:]}{made.stderr[-4000:]}")


def first(folder, core, program, number, seconds):
    """The first difference, as FIRST finds it, or none."""
    base, elf = folder / f"{program}-{number}", f"build/soc/{core}-tandem-{program}.elf"
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "verilog", "--change-addresses", "-0x80000000", "-R", ".tohost", elf, f"{base}.hex"], check=True)
    with open(f"{base}.out", "w", encoding="utf-8") as out:
        subprocess.run([folder / "sim", f"+bug={number}", f"+program={base}.hex", f"+tandem={base}.tv", *(f"+{name}={base}.{name}" for name in ("uart", "log", "traps", "pins"))],
                       stdout=out, stderr=out, check=False, cwd=folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
    said = subprocess.run(["build/bin/rvt", "tandem", "--core", f"tb/soc/{core}.toml", "--elf", elf, "--max", "1", f"{base}.tv"], capture_output=True, text=True, check=False)
    for path in (f"{base}.tv", f"{base}.log", f"{base}.pins"):
        pathlib.Path(path).unlink(missing_ok=True)
    return FIRST.match(said.stdout), said.stdout.splitlines()[0] if said.stdout else said.stderr


def is_wanted(bug, insn):
    if insn is None:
        return bug.get("event", False)
    return any(int(insn, 16) & int(mask, 16) == int(value, 16) for mask, value in map(str.split, bug["insns"]))


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    tables = tomllib.loads(pathlib.Path("tb/soc/bugs.toml").read_text(encoding="utf-8"))
    if sys.argv[2:] and sys.argv[2] in tables:
        core = sys.argv.pop(2)
        tables = {core: tables[core]}
    if unknown := set(sys.argv[2:]) - {bug["name"] for table in tables.values() for bug in table["bug"]}:
        sys.exit(f"bugs: expected a core or bugs of tb/soc/bugs.toml, found {' '.join(sorted(unknown))}")
    named = total = wrong = 0
    for core, table in tables.items():
        build(folder / core, core, table)
        seconds = table.get("seconds", SIM_SECONDS)
        for program in sorted({bug.get("program", table["program"]) for bug in table["bug"]}):
            found, text = first(folder / core, core, program, 0, seconds)
            if found or ": 0 differences" not in text.replace("; 0", ": 0"):
                sys.exit(f"{core}: {program}: expected no difference without a bug, found {text}")
        for number, bug in enumerate(table["bug"], 1):
            if sys.argv[2:] and bug["name"] not in sys.argv[2:]:
                continue
            found, text = first(folder / core, core, bug.get("program", table["program"]), number, seconds)
            right = found is not None and is_wanted(bug, found[3])
            total += 1
            named += right and not bug.get("later", False)
            wrong += not right
            print(f"{core}: {bug['name']}: {text}{' (later)' if right and bug.get('later') else '' if right else ' (another)'}", flush=True)
    print(f"bugs: {named} of {total} are named at their first instruction")
    if wrong or named < ENOUGH * total:
        sys.exit(f"bugs: {wrong} are named at another instruction than expected, or not at all")


if __name__ == "__main__":
    main()
