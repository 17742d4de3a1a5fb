#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make install`, and what the installed copy is for, away from the tree: tb/integrator's program, the programs of docs/getting-started.md and
# docs/examples, `rvt`, its completion, the pages; then `make uninstall`.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -n "${INSTALL-}" ] || need=--need
scripts/setup/setup.sh ${need-} install build base sim record python systemc
tree=$PWD
tmp=$(mktemp -d "${RVT_TMP:-/tmp}/installed.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL
count=0

fail() {
  echo "installed: $*" >&2
  exit 1
}

same() { # WHAT EXPECTED FOUND
  [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
  count=$((count + 1))
}

installs() { # ARGUMENT...
  make -s --no-print-directory "$1" "${@:2}" >"$tmp/said" 2>&1 || { cat "$tmp/said" >&2; exit 1; }
}

make -s --no-print-directory spike-model >/dev/null

# Below DESTDIR lies the same as in the place itself, and nothing outside.
prefix=$tmp/usr
installs install PREFIX="$prefix" LIBDIR="$prefix/lib/here"
installs install DESTDIR="$tmp/stage" PREFIX=/opt/rvt LIBDIR=/opt/rvt/lib/here
same 'files of DESTDIR' "$(cd "$prefix" && find . | sort)" "$(cd "$tmp/stage/opt/rvt" && find . | sort)"
same 'what stands in DESTDIR' opt "$(ls "$tmp/stage")"
if grep -rIlF -e "$tree" -e "$tmp" "$tmp/stage" >"$tmp/said"; then fail "$(head -1 "$tmp/said") names the place it was made in"; fi
if make -s install PREFIX=here >"$tmp/said" 2>&1; then fail 'a PREFIX that is no absolute path is taken'; fi
grep -q "absolute paths without blanks, found 'here'" "$tmp/said" || fail "PREFIX=here: $(cat "$tmp/said")"

# The files of every list of the hardware are there.
share=$prefix/share/rvtrace
for file in $(sed -n 's,^\(+incdir+\|-f \)\{0\,1\}${RVTRACE}/,,p' "$share"/rtl/*.f) $(sed -n 's/^ *- \(rtl[^ ]*\)$/\1/p' "$share/Bender.yml") \
  $(sed -n 's/^      - \([^:]*\).*/\1/p' "$share/fusesoc.core") $(grep -o '<ipxact:file><ipxact:name>[^<]*' "$share/rtl/rvt_top.xml" | sed 's,.*>,rtl/,'); do
  [ -e "$share/$file" ] || fail "share/rvtrace has no $file, which a list names"
  count=$((count + 1))
done

# Each header compiles alone, with no other header than those installed.
for header in $(cd "$prefix/include" && find rvt -name '*.h' | sort); do
  for compiler in "${CC:-cc} -std=c11 -x c" "${CXX:-g++} -std=c++17 -x c++"; do
    # shellcheck disable=SC2086  # the compiler and its options are words
    echo "#include \"$header\"" | $compiler -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only - || fail "$header"
  done
  count=$((count + 1))
done

# What changes with the RTL is in no other struct: docs/api.md names the headers.
same 'headers with structs of rvt/unit' 'encoder.h ntrace_tap.h te.h top.h' \
  "$(cd "$prefix/include/rvt" && grep -l '^#include "rvt/unit/' -- *.h | paste -sd' ')"

# The reference model of `rvt tandem` is found, and has what it runs beside it.
same 'what Spike runs' "$prefix/lib/rvtrace/libriscv.so" "$(ldd "$prefix/lib/rvtrace/spike.so" | sed -n 's/.*libriscv.so => \([^ ]*\).*/\1/p')"
RVT=$prefix/bin/rvt bash scripts/tests/tandem_mmu.sh >"$tmp/said" 2>&1 || fail "rvt tandem: $(cat "$tmp/said")"

# Libraries: soname, and each name of a public header is exported with the version's node, no other.
version=$(sed -n 's/^name: .*://p' fusesoc.core)
for name in model decoder drv; do
  library=$prefix/lib/here/librvt$name.so
  same "soname of $name" "librvt$name.so.${version%.*}" "$(readelf -d "$library" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')"
  nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' >"$tmp/exported"
  same "other names in $name" '' "$(grep -v -E "^rvt_[a-z0-9_]*@@RVT${name^^}_(${version%.*}|UNIT_$version)\$" "$tmp/exported" || true)" # none: as it should be
  sed 's/@.*//' "$tmp/exported" | sort >"$tmp/names"
  cat "$prefix"/include/rvt/*.h "$prefix"/include/rvt/*/*.h | grep -o '\brvt_[a-z0-9_]*' | sort -u >"$tmp/declared"
  readelf -sW "build/lib/librvt$name.a" | awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $7 ~ /^[0-9]+$/ { print $8 }' | sort -u |
    comm -12 - "$tmp/declared" >"$tmp/expected"
  cmp -s "$tmp/expected" "$tmp/names" || fail "librvt$name.so exports other names than the headers declare: $(comm -3 "$tmp/expected" "$tmp/names" | head -3)"
  [ "$(wc -l <"$tmp/names")" -gt 20 ] || fail "librvt$name.so exports $(wc -l <"$tmp/names") names"
done

# The integrator's program, with shared and with static libraries.
export PKG_CONFIG_PATH=$prefix/lib/here/pkgconfig
same 'pkg-config' "$version" "$(pkg-config --modversion rvtrace)"
same 'datadir' "$prefix/share/rvtrace" "$(pkg-config --variable=datadir rvtrace)"
cp -r tb/integrator "$tmp/acme"
expected='24 15 00 00 13 10 41 00 83 84 50 11 07 8000 8004 9000 9004'
make -s -C "$tmp/acme" expect
same 'shared libraries' "librvtdecoder.so.${version%.*} librvtmodel.so.${version%.*}" \
  "$(readelf -d "$tmp/acme/expect" | grep -o 'librvt[a-z]*\.so[.0-9]*' | sort | paste -sd' ')"
same 'program with shared libraries' "$expected" "$(LD_LIBRARY_PATH=$prefix/lib/here "$tmp/acme/expect" | awk '{ print $2 }' | paste -sd' ')"
rm "$tmp/acme/expect"
rm "$prefix"/lib/here/*.so*
make -s -C "$tmp/acme" expect STATIC=--static
same 'program with static libraries' "$expected" "$("$tmp/acme/expect" | awk '{ print $2 }' | paste -sd' ')"
for name in model decoder drv tandem; do # all of an archive finds what it needs
  # shellcheck disable=SC2046  # words of options
  echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -x none -Wl,--whole-archive "$prefix/lib/here/librvt$name.a" -Wl,--no-whole-archive \
    $(pkg-config --static --libs "rvt$name") -o "$tmp/whole" 2>"$tmp/said" || fail "rvt$name.pc: $(grep -m 1 undefined "$tmp/said")"
done
installs install PREFIX="$prefix" LIBDIR="$prefix/lib/here"

# The examples: each C program of the page, with the output that the page shows, and those of docs/examples.
export LD_LIBRARY_PATH=$prefix/lib/here
for example in model:rvtmodel: "traps:rvtdecoder:sim/corpus/traps-rv64/htm.nex sim/corpus/traps-rv64/program.elf"; do
  IFS=: read -r name package arguments <<<"$example"
  awk -v file="build/start/$name.c" 'index($0, "`" file "`:") { wanted = 1; next } wanted && /^```/ { if (on) exit; on = 1; next } on' \
    docs/getting-started.md >"$tmp/$name.c"
  grep -q 'int main' "$tmp/$name.c" || fail "docs/getting-started.md: expected a program build/start/$name.c, found none"
  # shellcheck disable=SC2046  # words of options
  ${CC:-cc} -std=c11 -Wall -Wextra -Werror "$tmp/$name.c" $(pkg-config --cflags --libs "$package") -o "$tmp/$name"
  # shellcheck disable=SC2086  # files
  "$tmp/$name" $arguments >"$tmp/said"
  shown=$(awk -v call="\$ build/start/$name${arguments:+ $arguments}" '$0 == call { on = 1; next } on && (/^\$ / || /^```/) { exit } on' docs/getting-started.md)
  same "output of $name.c" "$shown" "$(cat "$tmp/said")"
done
cp docs/examples/*.[ch] "$tmp"
for example in 'board.c work.c capture.c' 'board.c work.c known.c'; do
  # shellcheck disable=SC2046,SC2086
  (cd "$tmp" && ${CC:-cc} -std=c11 -Wall -Wextra -Werror $example $(pkg-config --cflags --libs rvtdrv) -o board)
  count=$((count + 1))
done
# shellcheck disable=SC2046  # needs no library
(cd "$tmp" && ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror minimal.c work.c $(pkg-config --cflags rvtdrv) -o minimal)
count=$((count + 1))

# A bench by the FuseSoC core of the copy, as docs/predictor.md has it, and firmware with its driver.
same 'cores of the copy' 'rvtrace:dv:ctr rvtrace:dv:dpi rvtrace:dv:tandem rvtrace:ip:rvtrace rvtrace:sw:driver' \
  "$(grep -h '^name: ' -r "$share" --include='*.core' | sed 's/^name: \(.*\):.*/\1/' | sort | paste -sd' ')"
same 'versions of the cores' "$version" "$(grep -h '^name: ' -r "$share" --include='*.core' | sed 's/.*://' | sort -u)"
same 'licences of the cores' Apache-2.0 "$(grep -h '^license: ' -r "$share" --include='*.core' | sed 's/.*: //' | sort -u)"
mkdir "$tmp/dv"
cp tb/examples/dpi/scoreboard_tb.sv "$tmp/dv"
awk '/^```yaml$/ { on = 1; next } on && /^```/ { exit } on' docs/predictor.md >"$tmp/dv/scoreboard.core"
fusesoc() { (cd "$tmp/dv" && XDG_CACHE_HOME=$tmp/cache XDG_DATA_HOME=$tmp/cache "$tree/build/venv/bin/fusesoc" "$@"); }
fusesoc library add rvtrace "$share" >"$tmp/said" 2>&1 || fail "fusesoc library add: $(tail -1 "$tmp/said")"
fusesoc library add here . >"$tmp/said" 2>&1 || fail "fusesoc library add: $(tail -1 "$tmp/said")"
fusesoc run --target sim acme:dv:scoreboard >"$tmp/said" 2>&1 || { tail -20 "$tmp/said" >&2; fail 'the bench of the DPI core'; }
grep -q '^scoreboard: [0-9]\{4,\} messages of [0-9]* instructions as expected$' "$tmp/said" || fail "the bench: $(tail -3 "$tmp/said")"
grep -q 'i_check: [0-9]* clocks, no difference' "$tmp/said" || fail 'the bench: the checker was not bound'
count=$((count + 2))
printf '%s\n' 'CAPI=2:' 'name: acme:sw:firmware:1.0.0' 'filesets: {driver: {depend: ["rvtrace:sw:driver:0.1.0"]}}' \
  'targets: {default: {filesets: [driver], toplevel: none, flow: generic, flow_options: {tool: verilator}}}' >"$tmp/dv/firmware.core"
fusesoc run --setup acme:sw:firmware >"$tmp/said" 2>&1 || fail "the driver's core: $(tail -1 "$tmp/said")"
same 'warnings of the driver core' '' "$(grep -m 1 -i 'warning' "$tmp/said" || true)" # none: as it should be
same 'what the driver core brings' "$(find "$share/driver" -name '*.[ch]' | grep -o '[a-z_]*\.[ch]$' | sort | paste -sd' ')" \
  "$(find "$tmp/dv/build" -path '*sw_driver*' -name '*.[ch]' | grep -o '[a-z_]*\.[ch]$' | sort | paste -sd' ')"
cp docs/examples/{board,work,capture}.[ch] "$tmp/dv" 2>/dev/null || true # not each has a header
riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os --specs=picolibc.specs -Wall -Werror -I"$share/driver/include" -Wl,--no-warn-rwx-segments \
  "$tmp"/dv/{board,work,capture}.c "$share"/driver/*.c -o "$tmp/dv/firmware.elf" >"$tmp/said" 2>&1 || fail "firmware: $(head -3 "$tmp/said")"
riscv64-unknown-elf-nm "$tmp/dv/firmware.elf" | grep -q ' T rvt_drv_start$' || fail 'the firmware has no driver'
g++ -std=c++17 -fsyntax-only -Wall -Werror -I"$prefix/include" -I"$share/dv/systemc" "$share"/dv/systemc/*.cpp >"$tmp/said" 2>&1 || fail "SystemC: $(head -3 "$tmp/said")"
same 'wheels' 1 "$(ls "$share"/python/rvtrace_model-"$version"-*.whl | wc -l)"
count=$((count + 3))

# The command, its completion and the pages.
rvt=$prefix/bin/rvt
same 'rvt --version' "rvt $version" "$(cd / && "$rvt" --version)"
completes() { # WORD...: what stands on the command line; prints what may follow, in one line
  # shellcheck disable=SC1091,SC2016
  bash --norc -c 'source "$1" && shift && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _rvt && echo "${COMPREPLY[*]}"' - \
    "$prefix/share/bash-completion/completions/rvt" "$rvt" "$@"
}
same 'completion of a command' 'decode device' "$(completes de)"
same 'completion of an option' '--implicit-return --insn-class --isa' "$(completes decode --i)"
same 'completion after help' 'dump' "$(completes help du)"
same 'completion of a command of ctl' 'start stop status' "$(completes ctl st)"
same 'completion of a file' '' "$(completes decode x)"
for page in "$prefix"/share/man/man[13]/*; do
  if ! grep -q '^\.so ' "$page"; then same "format of $page" '' "$(groff -man -ww -z -Kutf8 -Tutf8 "$page" 2>&1)"; fi
done
for command in $("$rvt" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  man -M "$prefix/share/man" "rvt-$command" 2>/dev/null | grep -q "rvt-$command" || fail "man rvt-$command"
done
for name in rvt_decoder_feed rvt_drv_start rvt_top_tick rvt_image_add rvt_params_init; do
  man -M "$prefix/share/man" 3 "$name" 2>/dev/null | grep -q "$name(" || fail "man $name"
  count=$((count + 1))
done
same 'what is no text' '' "$(grep -l -E '^(@|/\*|\*)' "$prefix"/share/man/man3/* || true)" # none: as it should be
undocumented=$(for name in model decoder drv; do nm -D --defined-only "$prefix/lib/here/librvt$name.so"; done |
  awk '$2 == "T" && $3 !~ /_UNIT_/ { sub(/@.*/, "", $3); print $3 }' | sort -u |
  while read -r name; do [ -e "$prefix/share/man/man3/$name.3" ] || echo "$name"; done)
same 'functions without a page' '' "$undocumented"

# All goes again, but for what others have put there.
mkdir -p "$prefix/share/man/man1"
touch "$prefix/share/man/man1/other.1"
installs uninstall PREFIX="$prefix"
same 'what uninstall leaves' "$prefix/share/man/man1/other.1" "$(find "$prefix" ! -type d)"
same 'folders that uninstall leaves' 4 "$(find "$prefix" -type d | wc -l)"
echo "installed: $count questions to an installed copy are answered as they should be"
