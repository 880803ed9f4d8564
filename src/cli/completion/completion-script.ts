import type { CompletedCommand, CompletionTable, KnownValues } from './completion-table.ts';
import { completionTable } from './completion-table.ts';
import { fishScript } from './fish.ts';
import { posixFunctions } from './posix-functions.ts';

/** The script for zsh, which shows the names of documents beside their ids. */
const zshScript = (table: CompletionTable): string => `${posixFunctions(table)}

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

/**
 * The script for bash 3.2 and later. `compgen -W` would run what stands in a word, so words are compared here; and of
 * documents, whose names are strangers' text, only ids are offered.
 */
const bashScript = (table: CompletionTable): string => `${posixFunctions(table)}

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

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A word that no shell reads as more than that. */
const PLAIN = /^@?[\w:.-]+$/;

export type Shell = keyof typeof SCRIPTS;

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/** The script that makes a shell complete commands, flags and their values, without starting anything at a tab. */
export function completionScript(
  shell: Shell,
  commands: readonly CompletedCommand[],
  known: KnownValues,
): string {
  const table = completionTable(commands, known);
  for (const words of [...table.next.values(), ...table.values.values(), ...table.args.values()])
    for (const word of words) if (!PLAIN.test(word)) throw new Error(`no plain word: ${word}`);
  return SCRIPTS[shell](table);
}
