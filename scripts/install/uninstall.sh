#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# uninstall.sh: removes what install.sh has put into $DESTDIR$PREFIX, and the folders that are empty then.
set -euo pipefail
list=$DESTDIR$PREFIX/share/rvtrace/installed
if ! [ -f "$list" ]; then
  echo "uninstall: expected a list of files in $list, found none: is PREFIX as it was for \`make install\`?" >&2
  exit 2
fi
count=$(wc -l <"$list")
while read -r file; do
  rm -f "$DESTDIR$file"
  dirname "$DESTDIR$file"
done <"$list" >"$list.folders"
folders=$(sort -u "$list.folders")
rm -f "$list" "$list.folders"
# Folders that hold files of others stay.
for folder in $folders "${list%/*}"; do
  while [ "$folder" != "$DESTDIR" ] && [ "$folder" != / ] && rmdir "$folder" 2>/dev/null; do folder=${folder%/*}; done
done
echo "uninstall: removed $count files from $DESTDIR$PREFIX"
