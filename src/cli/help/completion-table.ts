interface CompletedInput {
  readonly options?: readonly string[] | undefined;
}

export interface CompletedCommand {
  readonly id: string;
  readonly flags: Readonly<Record<string, object>>;
  readonly args: Readonly<Record<string, CompletedInput>>;
}

/** Values to complete, by flag (`--status`), `webhook listen --until`, `webhook trigger EVENT`. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Each a word, or `@documents`, `@profiles` or `@files`. */
type Offer = readonly string[];

/** Completion values, by the words before the one being typed. */
export interface CompletionTable {
  /** Subcommands after a topic, flags after a command; at the start, all commands. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** By flag, after its command if commands differ; absent for flags without a value. */
  readonly values: ReadonlyMap<string, Offer>;
  /** By command. */
  readonly args: ReadonlyMap<string, Offer>;
}

const FILES: Offer = ['@files'];
const ANY = '*';

const wordsOf = (id: string): string => id.replaceAll(':', ' ');

const isOption = (flag: object): boolean => 'type' in flag && flag.type === 'option';

const optionsOf = (input: object): readonly string[] | undefined =>
  'options' in input && Array.isArray(input.options) ? input.options : undefined;

function namesOf([name, flag]: readonly [string, object]): string[] {
  const char = 'char' in flag && typeof flag.char === 'string' ? [`-${flag.char}`] : [];
  return [`--${name}`, ...char];
}

function flagWords({ flags }: CompletedCommand): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const mayBeOff = 'allowNo' in flag && flag.allowNo === true;
    return mayBeOff ? [`--${name}`, `--no-${name}`] : [`--${name}`];
  });
}

function nextWords(commands: readonly CompletedCommand[]): Map<string, readonly string[]> {
  const next = new Map<string, readonly string[]>();
  for (const command of commands) {
    const words = command.id.split(':');
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(' ');
      next.set(before, [...new Set([...(next.get(before) ?? []), word])].sort());
    }
    next.set(words.join(' '), flagWords(command).sort());
  }
  return next;
}

interface FlagUse {
  readonly command: string;
  readonly name: string;
  readonly offer: Offer | undefined;
}

function valueOffer(name: string, flag: object, known: Offer | undefined): Offer | undefined {
  if (!isOption(flag)) return undefined;
  if (name === 'profile') return ['@profiles'];
  if (name === 'document') return ['@documents'];
  return optionsOf(flag) ?? known ?? FILES;
}

function flagUses({ id, flags }: CompletedCommand, known: KnownValues): FlagUse[] {
  const command = wordsOf(id);
  return Object.entries(flags).flatMap((entry) => {
    const long = `--${entry[0]}`;
    const offer = valueOffer(...entry, known[`${command} ${long}`] ?? known[long]);
    return namesOf(entry).map((name) => ({ command, name, offer }));
  });
}

/** Offers of each flag by command; flags that are the same everywhere are under `*`. */
function valueOffers(commands: readonly CompletedCommand[], known: KnownValues) {
  const uses = commands.flatMap((command) => flagUses(command, known));
  const variants = new Map<string, Set<string | undefined>>();
  for (const { name, offer } of uses)
    variants.set(name, (variants.get(name) ?? new Set()).add(offer?.join(' ')));
  const values = new Map<string, Offer>();
  for (const { command, name, offer } of uses) {
    const isSame = variants.get(name)?.size === 1;
    if (offer) values.set(`${isSame ? ANY : command} ${name}`, offer);
  }
  return values;
}

function argumentOffer({ id, args }: CompletedCommand, known: KnownValues): Offer | undefined {
  const [[name, arg] = []] = Object.entries(args);
  if (name === undefined || arg === undefined) return undefined;
  const command = wordsOf(id);
  // `send` accepts a file too
  if (name === 'document') return command === 'send' ? ['@documents', ...FILES] : ['@documents'];
  if (command.startsWith('profile ') && name === 'name') return ['@profiles'];
  return arg.options ?? known[`${command} ${name.toUpperCase()}`];
}

export function completionTable(
  commands: readonly CompletedCommand[],
  known: KnownValues,
): CompletionTable {
  const args = new Map<string, Offer>();
  for (const command of commands) {
    const offer = argumentOffer(command, known);
    if (offer) args.set(wordsOf(command.id), offer);
  }
  return { next: nextWords(commands), values: valueOffers(commands, known), args };
}
