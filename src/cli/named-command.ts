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

const HELP = ['--help', '-h'];
/** Commands that read the list of all commands. */
const READS_ALL = ['help', 'autocomplete'];

function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((arg) => HELP.includes(arg));
}

/** The command that the first words name in full; undefined for help, topics and unknown words. */
export function namedCommand(
  argv: readonly string[],
  ids: Readonly<Record<string, unknown>>,
): Named | undefined {
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
