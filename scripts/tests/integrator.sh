#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# tb/integrator in a place of its own, with nothing but FuseSoC: the source tree as a library, then what `make install` has put somewhere.
# The bytes of its simulation are those of the golden model, its hart's mistake is named, and the targets of the core itself do what they say.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -n "${INSTALL-}" ] || need=--need
scripts/setup/setup.sh ${need-} base sim formal
tree=$PWD
tmp=$(mktemp -d "${RVT_TMP:-/tmp}/integrator.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
unset MFLAGS MAKELEVEL
# What runs for a second is not optimised.
export MAKEFLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'
export XDG_CACHE_HOME=$tmp/cache XDG_DATA_HOME=$tmp/cache PATH=$tmp/bin:$PATH
mkdir "$tmp/bin"
ln -s "$tree/scripts/formal/sby.sh" "$tmp/bin/sby"
ln -s "$tree/build/venv/bin/fusesoc" "$tmp/bin/fusesoc"
ip=rvtrace:ip:rvtrace
bytes='24 15 00 00 13 10 41 00 83 84 50 11 07'
presets=$(sed -n '/^\[preset\]/,$s/^\([a-z0-9-]*\) = {.*/\1/p' rtl/interface/parameters.toml | sort | paste -sd' ')
[ -n "$presets" ] || { echo 'integrator: rtl/interface/parameters.toml: expected builds by name, found none' >&2; exit 1; }
count=0

fail() {
  echo "integrator: $*" >&2
  exit 1
}

same() { # WHAT EXPECTED FOUND
  [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
  count=$((count + 1))
}

runs() { # WHAT ARGUMENT...: `fusesoc run`, whose words are in $tmp/said
  fusesoc run --clean "${@:2}" >"$tmp/said" 2>&1 || { tail -n 20 "$tmp/said" >&2; fail "$1"; }
  count=$((count + 1))
}

refused() { # WHAT TEXT ARGUMENT...
  if fusesoc run --clean "${@:3}" >"$tmp/said" 2>&1; then fail "$1: taken"; fi
  grep -q -- "$2" "$tmp/said" || fail "$1: expected '$2', found $(grep -i error "$tmp/said" | tail -n 3)"
  count=$((count + 1))
}

quiet() { # WHAT: no warning was said
  same "warnings of $1" '' "$(grep '%Warning\|%Error' "$tmp/said" || true)" # none: as it should be
}

repository() { # PLACE LIBRARY CORES: an integrator's folder, which is then the working directory
  mkdir "$1"
  cp tb/integrator/* "$1"
  rm "$1/FUSESOC_IGNORE"
  cd "$1"
  fusesoc library add rvtrace "$2" >"$tmp/said" 2>&1 || { cat "$tmp/said" >&2; fail "library add $2"; }
  # What is built, and the integrator's folder within the tree, are no cores of the library.
  same "cores of $2" "$3" "$(fusesoc list-cores 2>/dev/null | sed -n 's/^\([a-z]*:[a-z]*:[a-z_]*\):.*/\1/p' | paste -sd' ')"
  fusesoc library add acme . >"$tmp/said" 2>&1 || { cat "$tmp/said" >&2; fail 'library add .'; }
}

# A core in a folder of what is built, as docs/getting-started.md makes one.
trap 'rm -rf "$tmp" "$tree/build/integrator"' EXIT
mkdir -p build/integrator
printf 'CAPI=2:\nname: example:soc:stray:0.1.0\n' >build/integrator/stray.core

# ---- The source tree --------------------------------------------------------------------------------

cores="rvtrace:dv:ctr rvtrace:dv:dpi rvtrace:dv:tandem $ip rvtrace:sw:driver"
repository "$tmp/acme" "$tree" "$cores"
runs lint --target lint acme:soc:traced
quiet lint
runs sim --target sim acme:soc:traced
same 'bytes of the simulation' "$bytes" "$(awk '$1 == "byte" { print $2 }' "$tmp/said" | paste -sd' ')"
quiet sim
runs 'sim of a mistake' --target sim acme:soc:traced --Mistake 1
grep -q 'rvt_check_ingress.*block at 0x9000 after itype 0 that ended at 0x8008' "$tmp/said" || fail 'no checker has named the mistake'
sed -i 's/~rvtrace:ip:rvtrace:0\.1\.0/~rvtrace:ip:rvtrace:0.2.0/' acme_soc.core
refused 'a version that there is not' 'rvtrace_ip_rvtrace >= 0.2.0' --target lint acme:soc:traced

# ---- Its own targets, with parameters --------------------------------------------------------------

same 'targets' "$(printf '%s\n' ctr default formal icestorm lint sim synth tandem trellis vivado $presets | sort | paste -sd' ')" \
  "$(fusesoc core show $ip 2>/dev/null | sed -n '/^Targets:/,$s/^\([a-z0-9-]*\) *: ..*/\1/p' | sort | paste -sd' ')"
fusesoc run --target lint $ip --help >"$tmp/said" 2>&1
grep -q 'bits of an address: 32 or 64' "$tmp/said" || fail 'the parameters are not described'
runs 'lint with parameters' --target lint $ip --Xlen 64 --Pib 0
quiet 'lint with parameters'
refused 'Xlen 33' 'Xlen must be 32 or 64' --target lint $ip --Xlen 33
for build in $presets; do
  runs "lint of $build" --target "$build" $ip
  quiet "$build"
done
cd "$tree"

# ---- What is installed -------------------------------------------------------------------------------

make -s --no-print-directory install PREFIX="$tmp/usr" >"$tmp/said" 2>&1 || { cat "$tmp/said" >&2; fail install; }
repository "$tmp/acme-installed" "$tmp/usr/share/rvtrace" "$cores"
runs 'sim, installed' --target sim acme:soc:traced
same 'bytes of the simulation, installed' "$bytes" "$(awk '$1 == "byte" { print $2 }' "$tmp/said" | paste -sd' ')"
grep -q "rvtrace/rtl/top" build/*/sim/*.vc && fail 'the simulation reads other files than those that FuseSoC has brought'
runs 'synth, installed' --target synth acme:soc:traced
same 'checkers in synthesis' '' "$(grep -l 'rtl/check/' build/*/synth/edalize_yosys_procs.tcl || true)" # none: as it should be
cells=$(awk '$1 == "TRELLIS_FF" { print $2 }' build/*/synth/yosys.log | tail -n 1)
[ "${cells:-0}" -gt 300 ] || fail "synth: expected more than 300 flip-flops, found ${cells:-none}"
runs 'formal, installed' --target formal $ip
grep -q 'DONE (PASS' "$tmp/said" || fail 'formal: no PASS'
sed -i 's/prdata_q <= prdata_d;/prdata_q <= prdata_q | prdata_d;/' "$tmp/usr/share/rvtrace/rtl/control/rvt_regs_encoder.sv"
refused 'a bug, formally' 'failed assertion.*i_regs.Setup_M' --target formal $ip
echo "integrator: $count questions to FuseSoC are answered, by the tree and by an installed copy"
