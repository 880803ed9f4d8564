import type { CompletedCommand, CompletionTable, KnownValues } from './completion-table.ts';
import { completionTable } from './completion-table.ts';

type CompletionRows = ReadonlyMap<string, readonly string[]>;

/** The patterns of all words that are followed by the same completions. */
function grouped(rows: CompletionRows, pattern: (before: string) => string) {
  const groups = new Map<string, string[]>();
  for (const [before, words] of rows) {
    const line = words.join(' ');
    groups.set(line, [...(groups.get(line) ?? []), pattern(before)]);
  }
  return [...groups];
}

/** A `case` pattern for the words before; a star matches any command. */
const posixPattern = (before: string): string =>
  before.startsWith('* ') ? `*'${before.slice(1)}'` : `'${before}'`;

function posixLookUp(name: string, rows: CompletionRows, otherwise: string): string {
  const cases = grouped(rows, posixPattern).map(
    ([words, patterns]) => `    ${patterns.join('|')}) reply='${words}' ;;`,
  );
  return `${name}() {\n  case "$1" in\n${cases.join('\n')}\n    *) ${otherwise} ;;\n  esac\n}`;
}

/** For bash and zsh. `_esign_offer` sets `reply` to the completions. Nothing is expanded twice. */
const posixFunctions = ({ next, values, args }: CompletionTable): string =>
  `${posixLookUp('_esign_words', next, "reply=''; return 1")}
${posixLookUp('_esign_value', values, "reply=''; return 1")}
${posixLookUp('_esign_argument', args, "reply='@files'")}

_esign_offer() {
  local at='' expected='' word longer current="$1"
  shift
  for word in "$@"; do
    case "$word" in --profile|--profile=*) foreign=1 ;; esac
    if [ -n "$expected" ]; then expected=''; continue; fi
    longer="\${at:+$at }$word"
    if _esign_words "$longer"; then at="$longer"
    elif _esign_value "$at $word"; then expected="$reply"; fi
  done
  if [ -n "$expected" ]; then reply="$expected"; return; fi
  _esign_words "$at"
  # After a command, complete its argument; complete flags only after a dash
  case "$reply" in -*) case "$current" in -*) ;; *) _esign_argument "$at" ;; esac ;; esac
}

# The file of the documents or profiles; none of documents for another service than the current profile's
_esign_file() {
  reply=''
  [ "$1" = documents ] && [ -n "$foreign\${ESIGN_PROFILE-}\${ESIGN_API_KEY-}\${ESIGN_BASE_URL-}" ] && return
  reply="\${ESIGN_CONFIG_DIR:-\${XDG_CONFIG_HOME:-$HOME/.config}/esign}/complete/$1"
  [ -r "$reply" ] || reply=''
}`;

const STAMP = /^# Completion of esign (\S{1,40})$/m;

export const stamped = (script: string, version: string): string =>
  `# Completion of esign ${version}\n${script}`;

export const stampedVersion = (script: string): string | undefined => STAMP.exec(script)?.[1];

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

function fishLookUp(name: string, rows: CompletionRows, otherwise: string): string {
  const cases = grouped(rows, (before) => `'${before}'`).map(
    ([words, patterns]) => `    case ${patterns.join(' ')}; printf '%s\\n' ${words}`,
  );
  return `function ${name}\n  switch "$argv[1]"\n${cases.join('\n')}\n    case '*'; ${otherwise}\n  end\nend`;
}

const fishScript = ({ next, values, args }: CompletionTable): string =>
  `${fishLookUp('__esign_words', next, 'return 1')}

${fishLookUp('__esign_value', values, 'return 1')}

${fishLookUp('__esign_argument', args, 'echo @files')}

# What the word being typed can be: words, or @documents, @profiles, @files
function __esign_offer
  set -l at ''
  set -l expected
  set -g __esign_foreign
  for word in (commandline -opc)[2..]
    string match -qr -- '^--profile(=|$)' "$word"; and set -g __esign_foreign yes
    if set -q expected[1]
      set expected
      continue
    end
    set -l longer (string trim -- "$at $word")
    if __esign_words "$longer" >/dev/null
      set at "$longer"
    else
      set expected (__esign_value "$at $word")
    end
  end
  if set -q expected[1]
    printf '%s\\n' $expected
  else if string match -q -- '-*' (__esign_words "$at")[1]; and not string match -q -- '-*' (commandline -ct)
    # After a command, complete its argument; complete flags only after a dash
    __esign_argument "$at"
  else
    __esign_words "$at"
  end
end

# The documents or profiles; no documents for another service than the current profile's
function __esign_kept
  if test "$argv[1]" = documents; and test -n "$__esign_foreign$ESIGN_PROFILE$ESIGN_API_KEY$ESIGN_BASE_URL"
    return
  end
  set -l folder "$ESIGN_CONFIG_DIR"
  test -n "$folder"; or set folder "$XDG_CONFIG_HOME/esign"
  test "$folder" != /esign; or set folder "$HOME/.config/esign"
  test -r "$folder/complete/$argv[1]"; or return
  while read -l line
    set -l parts (string split -m 1 \\t -- $line)
    string match -qr -- '^[A-Za-z0-9._-]+$' "$parts[1]"; and printf '%s\\t%s\\n' "$parts[1]" "$parts[2]"
  end <"$folder/complete/$argv[1]"
end

function __esign_candidates
  for offer in (__esign_offer)
    switch $offer
      case @files
      case '@*'; __esign_kept (string sub -s 2 -- $offer)
      case '*'; echo $offer
    end
  end
end

function __esign_wants_files
  contains -- @files (__esign_offer)
end

complete -c esign -f -a '(__esign_candidates)'
complete -c esign -n __esign_wants_files -F`;

/**
 * For bash 3.2 and later. Words are compared here because `compgen -W` would execute them. Offers
 * only ids of documents, because their names are strangers' text.
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

/** A word without characters that are special to a shell. */
const PLAIN = /^@?[\w:.-]+$/;

export type ShellName = keyof typeof SCRIPTS;

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly ShellName[];

/** Completes commands, flags and their values without starting a process on Tab. */
export function completionScript(
  shell: ShellName,
  commands: readonly CompletedCommand[],
  known: KnownValues,
): string {
  const table = completionTable(commands, known);
  for (const words of [...table.next.values(), ...table.values.values(), ...table.args.values()])
    for (const word of words) if (!PLAIN.test(word)) throw new Error(`no plain word: ${word}`);
  return SCRIPTS[shell](table);
}
