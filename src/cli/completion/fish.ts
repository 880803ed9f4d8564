import type { CompletionTable } from './completion-table.ts';

function lookUp(name: string, rows: ReadonlyMap<string, readonly string[]>, otherwise: string) {
  const groups = new Map<string, string[]>();
  for (const [before, words] of rows) {
    const line = words.join(' ');
    groups.set(line, [...(groups.get(line) ?? []), `'${before}'`]);
  }
  const cases = [...groups].map(
    ([words, patterns]) => `    case ${patterns.join(' ')}; printf '%s\\n' ${words}`,
  );
  return `function ${name}\n  switch "$argv[1]"\n${cases.join('\n')}\n    case '*'; ${otherwise}\n  end\nend`;
}

export const fishScript = ({ next, values, args }: CompletionTable): string =>
  `${lookUp('__esign_words', next, 'return 1')}

${lookUp('__esign_value', values, 'return 1')}

${lookUp('__esign_argument', args, 'echo @files')}

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
