/** The parts of a command that completion needs. */
export interface CompletedCommand {
  readonly id: string;
  readonly flags: Readonly<Record<string, object>>;
}

/** Maps the words typed so far to the possible next ones: subcommands after a topic, flags after a command. */
type NextWords = ReadonlyMap<string, readonly string[]>;

function flagsOf({ flags }: CompletedCommand): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const mayBeOff = 'allowNo' in flag && flag.allowNo === true;
    return mayBeOff ? [`--${name}`, `--no-${name}`] : [`--${name}`];
  });
}

/** Builds the table; its empty key stands for `esign` alone. */
function nextWords(commands: readonly CompletedCommand[]): NextWords {
  const next = new Map<string, string[]>();
  for (const command of commands) {
    const words = command.id.split(':');
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(' ');
      next.set(before, [...new Set([...(next.get(before) ?? []), word])].sort());
    }
    next.set(words.join(' '), flagsOf(command).sort());
  }
  return next;
}

const cases = (next: NextWords, write: (before: string, words: string) => string): string =>
  [...next].map(([before, words]) => write(before, words.join(' '))).join('\n');

const posixTable = (next: NextWords): string => `_esign_words() {
  case "$1" in
${cases(next, (before, words) => `    '${before}') echo '${words}' ;;`)}
    *) return 1 ;;
  esac
}`;

const bash = (next: NextWords): string => `${posixTable(next)}

_esign() {
  local at='' word longer words current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    longer="\${at:+$at }$word"
    _esign_words "$longer" >/dev/null && at="$longer"
  done
  words=$(_esign_words "$at")
  COMPREPLY=()
  # After a command, complete files; complete flags only after a dash
  [[ $words == -* && $current != -* ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _esign esign`;

const zsh = (next: NextWords): string => `${posixTable(next)}

_esign() {
  local at='' word longer following
  for word in "\${(@)words[2,CURRENT-1]}"; do
    longer="\${at:+$at }$word"
    _esign_words "$longer" >/dev/null && at="$longer"
  done
  following=$(_esign_words "$at")
  if [[ $following == -* && \${words[CURRENT]} != -* ]]; then _files; else compadd -- \${=following}; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _esign esign`;

const fish = (next: NextWords): string => `function __esign_words
  switch "$argv[1]"
${cases(next, (before, words) => `    case '${before}'; string split -- ' ' '${words}'`)}
    case '*'; return 1
  end
end

function __esign_following
  set -l at ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$at $word")
    __esign_words "$longer" >/dev/null; and set at "$longer"
  end
  __esign_words "$at"
end

function __esign_expects_flags
  string match -q -- '-*' (__esign_following)[1]
end

complete -c esign -n 'not __esign_expects_flags' -f -a '(__esign_following)'
complete -c esign -n __esign_expects_flags -F -a '(__esign_following)'`;

const SCRIPTS = { bash, zsh, fish } as const;

export type Shell = keyof typeof SCRIPTS;

export const SHELLS = ['bash', 'zsh', 'fish'] as const satisfies readonly Shell[];

/** The script that makes a shell complete the commands and their flags. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return SCRIPTS[shell](nextWords(commands));
}
