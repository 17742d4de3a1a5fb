#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The wheel of cmodel/python, installed without a network into an environment of its own, away from the tree, passes cmodel/tests/python; the
# same with bugs in a copy of it does not.
set -euo pipefail
cd "$(dirname "$0")/../.."
make -s --no-print-directory wheel build/bin/rvt spike-model >/dev/null
tree=$PWD
tmp=$(mktemp -d "${RVT_TMP:-/tmp}/wheel.XXXXXX")
trap 'rm -rf "$tmp"' EXIT

fail() {
  tail -n 20 "$tmp/said" >&2
  echo "wheel: $*" >&2
  exit 1
}

build/venv-python/bin/python3 -m venv "$tmp/venv"
site=$(echo "$tmp"/venv/lib/python3*/site-packages)
# cffi, which the wheel depends on, is what the tree has installed.
echo "$tree"/build/venv-python/lib/python3*/site-packages >"$site/tools.pth"
"$tmp/venv/bin/pip" install -q --no-index --disable-pip-version-check build/wheel/rvtrace_model-*.whl >"$tmp/said" 2>&1 || fail "it cannot be installed"
sed -n 's/^Requires-Dist: //p' "$site"/rvtrace_model-*.dist-info/METADATA | grep -q '^cffi' || fail "expected that it depends on cffi"
cp cmodel/tests/python/*.py "$tmp"
# A program of two instructions, and the tandem trace of a hart that has run it.
mkdir "$tmp/tandem"
printf ' .globl _start\n_start: addi x1, x0, 5\n addi x2, x1, 7\n' >"$tmp/tandem/program.s"
riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 "$tmp/tandem/program.s" -o "$tmp/tandem/program.o"
riscv64-unknown-elf-ld -n -m elf32lriscv -Ttext=0x80000000 "$tmp/tandem/program.o" -o "$tmp/tandem/program.elf"
printf 'xlen = 32\nisa = "rv32i_zicsr"\nboot = 0x80000000\nram = [{base = 0x80000000, size = 0x10000}]\nabsent = ["csr", "fpr", "privilege"]\n' >"$tmp/tandem/core.toml"
printf 'Group pc+ insn32=0x500093 x1=0x5\nGroup pc+ insn32=0x708113 x2=0xc\n' | build/bin/rvt assemble --format tandem --xlen 32 - -o "$tmp/tandem/program.tv"
cp -P build/lib/rvtrace/*.so "$tmp/tandem"
package() {
  (cd "$tmp" && for tests in package predictions harts; do PYTHONPATH=$1 venv/bin/python3 $tests.py -f "$tree/sim/corpus" || exit 1; done >said 2>&1)
}
package '' || fail "cmodel/tests/python fails"
[ "$("$tmp/venv/bin/python3" -c 'import rvtrace; print(rvtrace.__version__)')" = "$(sed -n 's/^name: .*://p' fusesoc.core)" ] || fail "another version than the core's"

# The program of docs/api.md prints what stands under it.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/!p}" docs/api.md; }
block python >"$tmp/example.py"
block text >"$tmp/expected"
"$tmp/venv/bin/python3" "$tmp/example.py" >"$tmp/said" 2>&1 || fail "the program of docs/api.md fails"
diff "$tmp/expected" "$tmp/said" >"$tmp/difference" || { cp "$tmp/difference" "$tmp/said" && fail "docs/api.md: expected <, found >"; }

# A copy without a bug passes: what fails below fails by its bug.
mkdir "$tmp/copy"
cp -r "$site/rvtrace" "$tmp/copy"
package "$tmp/copy" || fail "a copy of the package fails"
bugs=0
refused() { # FILE SED
  rm -rf "$tmp/copy"
  mkdir "$tmp/copy"
  cp -r "$site/rvtrace" "$tmp/copy"
  sed -i "$2" "$tmp/copy/rvtrace/$1"
  ! cmp -s "$site/rvtrace/$1" "$tmp/copy/rvtrace/$1" || fail "$1: '$2' changes nothing"
  ! package "$tmp/copy" || fail "$1: '$2' is not seen"
  bugs=$((bugs + 1))
}
refused error.py 's/status != lib.RVT_OK/False/'
refused message.py 's/fields.count\]/fields.count - 1]/'
refused message.py 's/given.pos\])\.lstrip.*/given.pos])[1:])/'
refused model.py 's/value >> width/False/'
refused model.py 's/self._at\[name\] & /0 \& /'
refused model.py 's/self\[ffi.string(info.name).decode()\] = info.preset/self[ffi.string(info.name).decode()] = info.least/'
refused model.py 's/ffi.memmove(self._state.*/pass/'
refused recorder.py 's/r.wrptr_q - logical - 1/r.wrptr_q - logical/'
refused recorder.py 's/min(unknown)/0/'
refused tandem.py 's/reversed(range(8))/range(8)/'
refused tandem.py 's/\.taken\.append.*/.taken/'
refused model.py 's/check(lib.rvt_ref_restore.*/pass/'
refused decoder.py 's/self._rest = data.given.pos:./self._rest = b""/'
refused decoder.py 's/if batch.at < batch.count/if False/'
refused decoder.py 's/beside if sidecar is None/sidecar if sidecar is None/'
refused decoder.py 's/if not decoder.synchronized/if False/'
refused decoder.py 's/pcs_begin(walk, run._image/pcs_begin(walk, lib.rvt_session_image(self._session)/'
refused decoder.py 's/if event is None else event._image/if True else None/'
refused decoder.py 's/spoken = FORMATS.event.protocol./spoken = "ntrace"/'
refused decoder.py 's/b"\\x00\\x80"/b"\\xff"/'
refused message.py 's/car.xlen == 32/car.xlen == 64/'
refused message.py 's/\.lstrip(b"\\x00\\x80")//'
refused sink.py 's/raise raised/pass/'
refused decoder.py 's/error if raised is None else raised/error/'
refused player.py 's/<< (at \* width)/<< (at * 3)/'
refused player.py 's/return self._told.insns +/return 1 + self._told.insns +/'
refused predictor.py 's/index += 1/index += 2/'
refused predictor.py 's/lib.rvt_predict_configure(.*/pass/'
echo "wheel: $(cd build/wheel && echo ./*.whl | sed 's,^./,,') passes its tests away from the tree, and $bugs bugs are seen"
