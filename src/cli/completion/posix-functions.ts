import type { CompletionTable } from './completion-table.ts';

type CompletionRows = ReadonlyMap<string, readonly string[]>;

/** A `case` pattern for the words before; a star matches any command. */
const pattern = (before: string): string =>
  before.startsWith('* ') ? `*'${before.slice(1)}'` : `'${before}'`;

function grouped(rows: CompletionRows): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [before, words] of rows) {
    const line = words.join(' ');
    groups.set(line, [...(groups.get(line) ?? []), pattern(before)]);
  }
  return groups;
}

function lookUp(name: string, rows: CompletionRows, otherwise: string): string {
  const cases = [...grouped(rows)].map(
    ([words, patterns]) => `    ${patterns.join('|')}) reply='${words}' ;;`,
  );
  return `${name}() {\n  case "$1" in\n${cases.join('\n')}\n    *) ${otherwise} ;;\n  esac\n}`;
}

/** For bash and zsh. `_esign_offer` sets `reply` to the completions. Nothing is expanded twice. */
export const posixFunctions = ({ next, values, args }: CompletionTable): string =>
  `${lookUp('_esign_words', next, "reply=''; return 1")}
${lookUp('_esign_value', values, "reply=''; return 1")}
${lookUp('_esign_argument', args, "reply='@files'")}

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
