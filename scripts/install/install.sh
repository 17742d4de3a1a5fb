#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# install.sh BUILD VERSION SOVERSION HEADER...: what BUILD holds, and the sources of the hardware, into $DESTDIR$PREFIX; libraries and their
# pkg-config files into $DESTDIR$LIBDIR. $PREFIX/share/rvtrace/installed lists the files, for `uninstall.sh`.
set -euo pipefail
build=$1 version=$2 soversion=$3
shift 3
for path in "$PREFIX" "$LIBDIR"; do
  if [[ $path != /* || $path == *[[:space:]]* ]]; then
    echo "install: PREFIX and LIBDIR must be absolute paths without blanks, found '$path'" >&2
    exit 2
  fi
done
share=$PREFIX/share/rvtrace
umask 022
list=$(mktemp)
trap 'rm -f "$list"' EXIT

put() { # MODE FILE PLACE
  install -D -m "$1" "$2" "$DESTDIR$3"
  echo "$3" >>"$list"
}

link() { # TEXT PLACE
  ln -sf "$1" "$DESTDIR$2"
  echo "$2" >>"$list"
}

put 755 "$build/bin/rvt" "$PREFIX/bin/rvt"
for header in "$@"; do put 644 "$header" "$PREFIX/include/${header#cmodel/include/}"; done
for name in model decoder drv; do
  library=librvt$name
  put 644 "$build/lib/$library.a" "$LIBDIR/$library.a"
  put 755 "$build/lib/$library.so.$version" "$LIBDIR/$library.so.$version"
  link "$library.so.$version" "$LIBDIR/$library.so.$soversion"
  link "$library.so.$soversion" "$LIBDIR/$library.so"
done
for file in scripts/install/*.pc.in; do
  name=$(basename "$file" .in)
  sed "s,@PREFIX@,$PREFIX,; s,@LIBDIR@,$LIBDIR,; s,@VERSION@,$version," "$file" >"$build/lib/$name"
  put 644 "$build/lib/$name" "$LIBDIR/pkgconfig/$name"
done
for file in "$build"/man/*; do put 644 "$file" "$PREFIX/share/man/man${file##*.}/${file##*/}"; done
put 644 scripts/install/rvt.bash "$PREFIX/share/bash-completion/completions/rvt"
for file in LICENSE CHANGELOG.md; do put 644 "$file" "$PREFIX/share/doc/rvtrace/$file"; done
# The sources of the hardware lie as in the tree, so that every path in the core file and the lists is right.
while read -r file; do put 644 "$file" "$share/$file"; done <"$build/hardware.list"
# What a bench compiles with its simulator, and firmware with its compiler: the libraries are those of this machine.
for kind in dpi systemc; do
  for file in cmodel/$kind/*; do put 644 "$file" "$share/dv/$kind/${file##*/}"; done
done
for file in cmodel/driver/*.[ch]; do put 644 "$file" "$share/driver/${file##*/}"; done
for name in drv min regs; do put 644 "cmodel/include/rvt/$name.h" "$share/driver/include/rvt/$name.h"; done
sed 's,- driver/,- ,' cmodel/rvt_drv.core >"$build/lib/rvt_drv.core"
put 644 "$build/lib/rvt_drv.core" "$share/driver/rvt_drv.core"
if [ -e "$build/wheel/done" ]; then
  for file in "$build"/wheel/*.whl; do put 644 "$file" "$share/python/${file##*/}"; done
else
  echo "install: without the wheel: \`make setup GROUPS=python\` brings what builds it"
fi
install -D -m 644 "$list" "$DESTDIR$share/installed"
echo "install: $(wc -l <"$list") files in $DESTDIR$PREFIX"
