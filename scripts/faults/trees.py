# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Copies of the tree in which faults are planted, and how little of it is built anew."""

import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import faults as tables
from parts import MAKE, PLACE, ROOT, make_part, must
from regression import read_list

RUNS = {run.name: run for run in read_list()}


class Recipes:
    """How `make` compiles and links, and which objects depend on a file."""

    def __init__(self):
        lines = subprocess.run([*MAKE, "faults-recipes"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for line in lines.splitlines():
            name, _, value = line.partition("\t")
            setattr(self, name.lower(), value.split())
        self.users = defaultdict(set)
        for path in (ROOT / "build/obj").rglob("*.d"):
            target, _, sources = path.read_text(encoding="utf-8").partition("\n\n")[0].replace("\\\n", " ").partition(":")
            for source in sources.split("\n")[0].split():
                self.users[source].add(target.strip())

    def changed(self, files, inputs):
        return sorted({obj for file in files for obj in self.users[file]} & set(inputs))

    def source(self, obj):
        stem = Path(obj).relative_to("build/obj").with_suffix(".c")
        return stem if stem.parts[0] in ("tb", "docs") else "cmodel" / stem


class Tree:
    """A copy of the sources with a build directory that takes from this tree's what no fault changes."""

    def __init__(self, name, recipes):
        self.path, self.recipes = PLACE / name, recipes
        self.objects = self.path / "build/new"
        self.path.mkdir()
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names = [name for name in listed.split("\0") if name and (ROOT / name).exists()]
        subprocess.run(["xargs", "-0", "cp", "-p", "--parents", "-t", self.path], cwd=ROOT, input="\0".join(names), text=True, check=True)
        self.link()

    def link(self):
        (self.path / "build/bin").mkdir(parents=True)
        (self.path / "build/tests").mkdir()
        self.objects.mkdir()
        for part in ["obj", "gen", "programs", "lib", "librvt.a", "rtl.f", *(p.name for p in (ROOT / "build").glob("venv*"))]:
            if (ROOT / "build" / part).exists():
                (self.path / "build" / part).symlink_to(ROOT / "build" / part)
        (self.path / "build/sim").mkdir()
        for part in ("runtime", "core.a"):
            (self.path / "build/sim" / part).symlink_to(ROOT / "build/sim" / part)
        self.whole_tool()

    def whole_tool(self):
        shutil.copy2(ROOT / "build/bin/rvt", self.path / "build/bin/rvt")

    def compile_c(self, files, inputs):
        """Object -> its path, of those among the inputs that depend on the files."""
        made = {}
        for obj in self.recipes.changed(files, inputs):
            made[obj] = self.objects / obj.replace("/", "_")
            source = self.recipes.source(obj)
            flags = ["-Itb"] if source.parts[0] == "tb" else ["-ffreestanding"] if source.parts[1] == "driver" else []
            must([*self.recipes.cc, *self.recipes.cflags, *flags, "-O0", "-g0", "-w", "-c", source, "-o", made[obj]], self.path)
        return made

    def link_with(self, compiler, name, objects, archives, members, made, libs):
        """What was made anew stands for an object of the same name, or before the archive that has one."""
        first, output = [path for obj, path in made.items() if obj in members], self.path / name
        output.parent.mkdir(parents=True, exist_ok=True)
        output.unlink(missing_ok=True)
        must([*compiler, *(made.get(obj, obj) for obj in objects), *first, *archives, *libs, *self.recipes.fast_ld, "-o", output], self.path)

    def build(self, part, files):
        """What the part runs, after a change of these files; the objects made."""
        r, c_files = self.recipes, [name for name in files if name.endswith((".c", ".h"))]
        archives, members = [*r.drv_lib, *r.library], r.drv_obj + r.lib_obj
        if part.kind == "unit":
            objects = [obj for obj in r.test_obj if Path(obj).stem == part.name] + r.test_help
            made = self.compile_c(c_files, objects + members)
            self.link_with(r.cc, f"build/tests/{part.name}", objects, archives, members, made, [*r.libs, "-lcmocka"])
            return made
        core = r.sim_core if part.kind == "sim" else []
        made = self.compile_c(c_files, core + members + r.tool_obj)
        if set(made) - set(core):
            self.link_with(r.cc, "build/bin/rvt", r.tool_obj, archives, members, made, [*r.libs, "-lstdc++"])
        if part.kind == "sim":
            build = RUNS[part.name].build
            objects = [ROOT / f"build/sim/{build}/{name}.o" for name in ("all", "shim")]
            if len(c_files) < len(files) or not all(path.exists() for path in objects):
                objects = self.verilate(build)
            self.link_with(r.cxx, f"build/sim/{build}/sim", [*objects, *r.sim_runtime], [*r.sim_archive, *archives], core + members,
                           made, [*r.libs, *r.sim_libs])
        return made

    def config_of(self, build):
        """Top module and values of parameters."""
        top, _, values = (ROOT / f"build/sim/{build}/config").read_text(encoding="utf-8").strip().partition(" ")
        return top, values

    def verilate(self, build):
        """Objects of the RTL as it is in this tree."""
        r, to = self.recipes, self.path / "build/verilated" / build
        root = ROOT / "build/sim" / build
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir(parents=True)
        top, values = self.config_of(build)
        must([*r.verilator, *r.sim_vflags, "--Mdir", to, "--top-module", "rvt_tb_stage", *r.sim_sources, f"{top}.sv",
              root / "rvt_tb_stage.sv"], self.path)
        (to / "all.cpp").write_text("".join(f'#include "{path.name}"\n' for path in sorted(to.glob("Vtop*.cpp"))), encoding="utf-8")
        compiler = [*r.fast_cxx, *r.fast_cxxflags, "-w", "-include", PLACE / "pre.h", f"-I{to}"]
        must([*compiler, "-c", to / "all.cpp", "-o", to / "all.o"], self.path)
        # The shim sees the ports alone, which no fault changes.
        header = (to / "Vtop.h").read_bytes()
        shim, kept = self.path / f"build/shims/{build}.o", self.path / f"build/shims/{build}.h"
        if not kept.exists() or kept.read_bytes() != header:
            shim.parent.mkdir(exist_ok=True)
            ports = subprocess.run([sys.executable, "scripts/sim/ports.py", to / "Vtop.h"], cwd=ROOT, capture_output=True, check=True).stdout
            (to / "ports.inc").write_bytes(ports)
            must([*compiler, f"-DTB_BUILD={build}", f'-DTB_PARAMS="{values}"', "-c", "tb/harness/shim_verilator.cpp", "-o", shim],
                 self.path)
            kept.write_bytes(header)
        return [to / "all.o", shim]

    def restore(self, part, fault, made):
        tables.restore(fault, self.path)
        for path in made.values():
            path.unlink(missing_ok=True)
        if made and part.kind != "unit":
            self.whole_tool()


class MadeTree(Tree):
    """A copy of the sources and of what is built, where `make` does the rest."""

    def link(self):
        (self.path / "build").mkdir()
        for part in ("obj", "gen", "sim", "gate", "sim-cxxrtl", "systemc", "tests", "programs", "bin", "lib", "librvt.a", "rtl.f"):
            if (ROOT / "build" / part).exists():
                subprocess.run(["cp", "-a", ROOT / "build" / part, self.path / "build"], check=True)
        for venv in (ROOT / "build").glob("venv*"):
            (self.path / "build" / venv.name).symlink_to(venv)

    def build(self, part, files):
        if part.kind == "systemc":  # the example is no judge of the models
            must([*MAKE, "SC_OPT=-O0", "build/systemc/compare", "build/systemc/top", "build/systemc/make_recording"], self.path)
        else:
            make_part(part, self.path)
        return {}

    def restore(self, part, fault, made):
        tables.restore(fault, self.path)
