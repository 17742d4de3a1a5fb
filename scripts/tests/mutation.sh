#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The machinery of `make mutation`: what it changes in C, and that mutants of RTL are killed in
# lock-step while the unit itself is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/sample.c" <<'C'
static const int table[4] = {7};
int f(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] == 0) continue;
    sum += p[i] * 2;
  }
  return -sum; /* 9 < 10 */
}
C
cat >"$dir/expected" <<'TEXT'
1 constant: 7 -> 6
1 constant: 7 -> 8
3 constant: 0 -> 1
4 constant: 0 -> 1
4 operator: < -> <=
4 operator: < -> >=
4 operator: ++ -> --
5 condition: (p[i] == 0) -> (!(p[i] == 0))
5 constant: 0 -> 1
5 operator: == -> !=
5 statement: continue; -> ;
6 constant: 2 -> 1
6 constant: 2 -> 3
6 operator: * -> /
6 operator: += -> -=
6 statement: sum += p[i] * 2; -> ;
8 return: -sum -> !(-sum)
TEXT
PYTHONPATH=scripts/mutation python3 - "$dir/sample.c" <<'PY' | LC_ALL=C sort >"$dir/found"
import sys
import changes

text = open(sys.argv[1], encoding="utf-8").read()
for change in changes.changes(text):
    offset, old, new, what = change
    print(f"{text.count(chr(10), 0, offset) + 1} {what}: {old} -> {new}")
    mutant = changes.apply(text, change)
    assert mutant != text and mutant.count("\n") == text.count("\n"), change
PY
LC_ALL=C sort -o "$dir/expected" "$dir/expected"
diff "$dir/expected" "$dir/found"

said=$("${PYTHON:-build/venv/bin/python3}" scripts/mutation/rtl.py --dry --count 12 ret_stack-1)
echo "$said"
killed=$(sed -n 's/^ret_stack-1: \([0-9]*\) killed.*/\1/p' <<<"$said")
[ "$killed" -ge 9 ]
sim=build/mutation/rtl/ret_stack-1/sim
$sim --bench ret_stack --clocks 20000 --mutant 0 >/dev/null
if $sim --bench ret_stack --clocks 20000 --mutant 1 >"$dir/out"; then
  grep -q ', .* M clocks/s' "$dir/out"
fi
echo "mutation: 17 changes of a sample, $killed of 12 mutants killed"
