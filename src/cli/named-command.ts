import type { Interfaces } from '@oclif/core';

/** A command's class, as the build puts it into its table. */
interface NamedCommand {
  id: string;
  run(argv: string[], config: Interfaces.LoadOptions): Promise<unknown>;
}

/** The commands, each loaded when it is asked for, by ids such as `docs:list`. */
export type CommandTable = Readonly<Record<string, NamedCommand>>;

/** A command line that names a command, and what follows the name. */
interface Named {
  readonly id: string;
  readonly rest: string[];
}

const HELP = ['--help', '-h'];
/** Commands that read the list of all others. */
const READS_ALL = ['help', 'autocomplete'];

function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((arg) => HELP.includes(arg));
}

/** The id of the command that the first words name in full, and the rest; undefined for help, a topic or anything unknown. */
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

/** Runs a command. The framework's own way would first read the list of all commands. */
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
