#!/bin/sh
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# docs/rvt.1 and the commands' own --help name the same commands and options: cli_man.sh [RVT [PAGE]];
# run in the top directory of the tree.
set -u
rvt=${1:-build/bin/rvt}
page=${2:-docs/rvt.1}
failed=0
options=0

differ() { # what, expected, found
  [ "$2" = "$3" ] && return
  failed=1
  printf 'FAILED %s\n  --help: %s\n  page:   %s\n' "$1" "$(echo $2)" "$(echo $3)"
}

section() { # name of a command
  awk -v begin="^\\\\.SS rvt $1 " '$0 ~ begin { on = 1; next } /^\.S[SH]/ { on = 0 } on' "$page"
}

# An option of the page is the first word after .TP; an option of --help begins a line.
in_page() { sed -n '/^\.TP/{n;s/\\-/-/g;s/^\.B[A-Z]* *//;p}' | grep -o -e '--[a-z-]*[a-z]' | sort; }
in_help() { sed -n 's/^ *\(-., \)\{0,1\}\(--[a-z-]*[a-z]\).*/\2/p' | grep -v -x -e --help -e --usage -e --version | sort; }

commands=$("$rvt" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
differ 'commands' "$commands" "$(sed -n 's/^\.SS rvt \([a-z]*\) .*/\1/p' "$page")"
for command in $commands; do
  # Options stand at the left; further to the right and after the list are texts that name some.
  found=$("$rvt" "$command" --help | sed -n '/^ \{2,6\}-/p' | in_help)
  options=$((options + $(echo "$found" | grep -c .)))
  differ "$command" "$found" "$(section "$command" | in_page)"
done

# The commands of rvt ctl: lines of the page between .nf and .fi, indented once in --help.
differ 'commands of rvt ctl' \
  "$("$rvt" ctl --help | sed -n '/^Commands;/,/^The status/s/^  \([a-z-]*\).*/\1/p' | grep . | uniq)" \
  "$(section ctl | sed -n '/^\.nf/,/^\.fi/s/^\([a-z\\-]*\).*/\1/p' | tr -d '\\' | grep . | uniq)"
[ "$options" -gt 30 ] || differ 'number of options' 'more than 30' "$options"

# The version has one place.
differ 'version' "$("$rvt" --version)" "rvt $(sed -n 's/^name: .*://p' fusesoc.core)"

# The page formats without a warning.
if command -v groff >/dev/null; then
  differ 'format' '' "$(groff -man -ww -z -Tutf8 "$page" 2>&1)"
fi

[ "$failed" -eq 0 ] && echo "cli_man: $options options of $(echo "$commands" | wc -l) commands agree"
exit "$failed"
