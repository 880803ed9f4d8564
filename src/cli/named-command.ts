import type { Interfaces } from '@oclif/core';

interface NamedCommand {
  id: string;
  run(argv: string[], config: Interfaces.LoadOptions): Promise<unknown>;
}

/** Commands by ids such as `docs:list`, each loaded on demand. */
export type CommandTable = Readonly<Record<string, NamedCommand>>;

interface Named {
  readonly id: string;
  readonly rest: string[];
}

/** What people type for a command's words. A topic's plural or singular needs no row. */
export const ALIASES: Readonly<Record<string, string>> = {
  login: 'auth login',
  logout: 'auth logout',
  whoami: 'auth status',
  listen: 'webhook listen',
  ls: 'list',
  doc: 'docs',
  document: 'docs',
  documents: 'docs',
  cert: 'certificate',
  certs: 'certificate',
};

type Ids = Readonly<Record<string, unknown>>;

const isTopic = (words: readonly string[], ids: Ids): boolean =>
  Object.keys(ids).some((id) => id.startsWith(`${words.join(':')}:`));

/** The words that name a command or topic, as they should have been typed, and the rest. */
function namedWords(typed: readonly string[], ids: Ids): readonly [string[], readonly string[]] {
  const words: string[] = [];
  for (const [at, word] of typed.entries()) {
    const path = (one: string) => [...words, ...one.split(' ')];
    const exact = [word, ...(Object.hasOwn(ALIASES, word) ? [ALIASES[word] ?? ''] : [])];
    const others = [`${word}s`, word.replace(/s$/, '')];
    const next =
      exact.map(path).find((some) => Object.hasOwn(ids, some.join(':')) || isTopic(some, ids)) ??
      others.map(path).find((some) => isTopic(some, ids));
    if (!next) return [words, typed.slice(at)];
    words.splice(0, words.length, ...next);
  }
  return [words, []];
}

/** Without aliases, and with `help` before a topic instead of behind it. */
export function withoutAliases(argv: readonly string[], ids: Ids): string[] {
  const isHelp = argv[0] === 'help';
  // Guides have plural names
  if (isHelp && argv.length === 2 && !Object.hasOwn(ALIASES, argv[1] ?? '')) return [...argv];
  const [words, rest] = namedWords(isHelp ? argv.slice(1) : argv, ids);
  if (isHelp) return ['help', ...words, ...rest];
  const isBehind = rest[0] === 'help' && words.length > 0 && !Object.hasOwn(ids, words.join(':'));
  return isBehind ? ['help', ...words, ...rest.slice(1)] : [...words, ...rest];
}

const HELP = ['--help', '-h'];
/** Commands that read the list of all commands. */
const READS_ALL = ['help', 'autocomplete'];

function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((arg) => HELP.includes(arg));
}

/** The command that the first words name in full; undefined for help, topics and unknown words. */
export function namedCommand(argv: readonly string[], ids: Ids): Named | undefined {
  const flag = argv.findIndex((arg) => arg.startsWith('-'));
  const words = argv.slice(0, flag === -1 ? undefined : flag);
  const named = words
    .map((_, index) => ({ id: words.slice(0, index + 1).join(':'), rest: argv.slice(index + 1) }))
    .findLast(({ id }) => Object.hasOwn(ids, id));
  return named && !READS_ALL.includes(named.id) && !asksHelp(argv) ? named : undefined;
}

/** Runs a command without first reading the list of all commands, as the framework would. */
export async function launch(
  command: NamedCommand,
  { id, rest }: Named,
  { root, version }: Pick<Interfaces.Config, 'root' | 'version'>,
): Promise<void> {
  command.id = id;
  const config: Partial<Interfaces.Config> = {
    ...{ root, version, name: 'esign', bin: 'esign', userAgent: `esign/${version}` },
    runHook: async () => ({ successes: [], failures: [] }),
    scopedEnvVarKeys: () => [],
  };
  await command.run(rest, config as Interfaces.Config);
}
