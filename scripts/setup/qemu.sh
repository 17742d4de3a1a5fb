#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# QEMU with control transfer records into build/qemu, from Debian's backports: with lists of its own, unpacked there.
# The machine's lists, its packages and a QEMU that it has stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
suite=bookworm
package=qemu-system-riscv
emulator=qemu-system-riscv64
dir=$PWD/build/qemu

fail() { echo "setup: $*" >&2 && exit 1; }

command -v apt-get >/dev/null || fail "QEMU of $suite-backports comes by apt-get, which is not here"
if ! site=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' | sed -n "s/ $suite\$//p" | head -1) || [ -z "$site" ]; then
  fail "QEMU of $suite-backports: this system has no source of the suite $suite"
fi
rm -rf "$dir"
mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
for name in "$suite" "$suite-backports"; do
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site $name main"
done >"$dir/apt/sources.list"
own=(-o Dir::Etc::sourcelist="$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$dir/apt/lists"
  -o Dir::Cache="$dir/apt/cache" -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=true -qq -y)
echo "setup: unpacking $package of $suite-backports into build/qemu"
{
  apt-get "${own[@]}" update &&
    apt-get "${own[@]}" --no-install-recommends --download-only -t "$suite-backports" install "$package"
} >"$dir/setup.log" 2>&1 </dev/null || { tail -n 5 "$dir/setup.log" >&2 && fail "apt-get could not bring $package (build/qemu/setup.log)"; }
for file in "$dir"/apt/cache/archives/*.deb; do dpkg-deb -x "$file" "$dir/unpacked"; done
rm -rf "$dir/apt" "$dir"/unpacked/usr/share/{doc,icons,man}
cat >"$dir/$emulator.new" <<'END'
#!/bin/sh
unpacked=$(dirname "$(realpath "$0")")/unpacked
machine=$(uname -m)-linux-gnu
LD_LIBRARY_PATH=$unpacked/usr/lib/$machine:$unpacked/lib/$machine exec "$unpacked/usr/bin/qemu-system-riscv64" -L "$unpacked/usr/share/qemu" "$@"
END
chmod +x "$dir/$emulator.new"
"$dir/$emulator.new" --version >>"$dir/setup.log" 2>&1 || { tail -n 5 "$dir/setup.log" >&2 && fail "$emulator does not start (build/qemu/setup.log)"; }
mv "$dir/$emulator.new" "$dir/$emulator"
