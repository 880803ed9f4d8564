import type { CompletionTable } from './completion-table.ts';
import { posixFunctions } from './posix-functions.ts';

/**
 * For bash 3.2 and later. Words are compared here because `compgen -W` would execute them. Offers
 * only ids of documents, because their names are strangers' text.
 */
export const bashScript = (table: CompletionTable): string => `${posixFunctions(table)}

_esign_add() {
  [[ $1 == "$current"* ]] && COMPREPLY+=("$1")
}

_esign_kept() {
  local line word
  _esign_file "$1"
  [[ -n $reply ]] || return
  while IFS= read -r line; do
    word="\${line%%$'\\t'*}"
    [[ $word =~ ^[A-Za-z0-9._-]+$ ]] && _esign_add "$word"
  done <"$reply"
}

_esign() {
  local IFS=$' \\t\\n' current="\${COMP_WORDS[COMP_CWORD]}" reply='' foreign='' offered word
  COMPREPLY=()
  _esign_offer "$current" "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  offered="$reply"
  for word in $offered; do
    case "$word" in
      @files) [[ $offered == @files ]] || _esign_files ;;
      @*) _esign_kept "\${word#@}" ;;
      *) _esign_add "$word" ;;
    esac
  done
}

# Without any other candidate bash completes files by itself
_esign_files() {
  local file
  # Unless bash quotes what it inserts, as it does for files, a name could run
  compopt -o filenames 2>/dev/null || return
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}
complete -o default -F _esign esign`;
