# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Completion of rvt's command line for bash: what `rvt --help` and `rvt COMMAND --help` list.

_rvt() {
  local word=${COMP_WORDS[COMP_CWORD]} rvt=${COMP_WORDS[0]} command=${COMP_WORDS[1]-} words commands
  commands=$("$rvt" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="$commands help --help --version"
  elif [[ $command == help ]]; then
    [[ $COMP_CWORD -ne 2 ]] || words=$commands
  elif [[ $word == -* ]]; then
    words=$("$rvt" "$command" --help 2>/dev/null | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*[a-z]\).*/\2/p')
  elif [[ $command == ctl && ${COMP_WORDS[COMP_CWORD-1]} != -[a-z] && ${COMP_WORDS[COMP_CWORD-1]} != = ]]; then
    words=$("$rvt" ctl --help 2>/dev/null | sed -n '/^Commands;/,/^The status/s/^  \([a-z][a-z-]*\).*/\1/p')
  fi
  mapfile -t COMPREPLY < <(compgen -W "${words-}" -- "$word")
}
# What is no word of rvt is a file.
complete -o bashdefault -o default -F _rvt rvt
