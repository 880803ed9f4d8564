import type { CompletionTable } from './completion-table.ts';
import { posixFunctions } from './posix-functions.ts';

export const zshScript = (table: CompletionTable): string => `${posixFunctions(table)}

_esign_kept() {
  local line word
  local -a found shown
  _esign_file "$1"
  [[ -n $reply ]] || return
  while IFS= read -r line; do
    word="\${line%%$'\\t'*}"
    [[ $word =~ '^[A-Za-z0-9._-]+$' ]] || continue
    found+=("$word")
    shown+=("\${line/$'\\t'/  }")
  done <"$reply"
  compadd -l -d shown -a found
}

_esign() {
  emulate -L zsh
  local reply='' foreign='' word
  local -a plain
  _esign_offer "\${words[CURRENT]}" "\${(@)words[2,CURRENT-1]}"
  for word in \${=reply}; do
    case "$word" in
      @files) _files ;;
      @*) _esign_kept "\${word#@}" ;;
      *) plain+=("$word") ;;
    esac
  done
  (( $#plain )) && compadd -a plain
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _esign esign`;
