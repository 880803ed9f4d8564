import { inWords } from './failure-words.rules.ts';

/** How log lines call each dependency. */
const DEPENDENCIES = {
  mail: 'mail server',
  timestamps: 'timestamping authority',
  authority: 'signing authority',
  lists: 'revocation list server',
  payments: 'payment provider',
  files: 'storage for',
  sign_in: 'identity provider',
  outbox: 'outbox for',
} as const;

export interface Dependency {
  readonly dependency: keyof typeof DEPENDENCIES;
  /** Which one, such as its host; may be empty. Never an account, a document or a person. */
  readonly name: string;
}

export interface DependencyState extends Dependency {
  /** How often it failed since the process started. */
  readonly failures: number;
  /** The last use failed. */
  readonly isFailing: boolean;
}

/** Whatever answers is known; more hosts would be a mistake. */
const MOST_KNOWN = 200;

interface Known extends Dependency {
  failures: number;
  /** Undefined while it works. */
  failing: { readonly since: number; times: number } | undefined;
}

type Warn = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface DependencyHealth {
  /** After each use: a reason, as a stable name or in words, or null when it worked. */
  note(about: Dependency, reason: string | null): void;
  states(): DependencyState[];
  /** Writes a line when one begins to fail, and when it works again. */
  logTo(warn: Warn): void;
}

const nounOf = ({ dependency, name }: Dependency): string =>
  `${DEPENDENCIES[dependency]} ${name}`.trimEnd();

/** Knows which dependencies fail, as this process has seen them. */
export function openDependencyHealth(): DependencyHealth {
  const all = new Map<string, Known>();
  let warn: Warn = () => undefined;
  const knownOf = (about: Dependency): Known | undefined => {
    const key = nounOf(about);
    const known = all.get(key) ?? { ...about, failures: 0, failing: undefined };
    if (all.size < MOST_KNOWN) all.set(key, known);
    return all.get(key);
  };
  const fail = (known: Known, reason: string) => {
    known.failures += 1;
    if (known.failing) {
      known.failing.times += 1;
      return;
    }
    known.failing = { since: performance.now(), times: 1 };
    const { dependency, name } = known;
    warn({ dependency, name, reason }, `${nounOf(known)} fails: ${inWords(reason)}`);
  };
  const work = (known: Known) => {
    if (!known.failing) return;
    const { since, times } = known.failing;
    known.failing = undefined;
    const { dependency, name } = known;
    const seconds = Math.round((performance.now() - since) / 1000);
    warn({ dependency, name, times, seconds }, `${nounOf(known)} works again`);
  };
  return {
    note(about, reason) {
      const known = knownOf(about);
      if (!known) return;
      if (reason === null) work(known);
      else fail(known, reason);
    },
    states: () =>
      [...all.values()].map(({ failing, ...state }) => ({
        ...state,
        isFailing: failing !== undefined,
      })),
    logTo: (to) => {
      warn = to;
    },
  };
}
