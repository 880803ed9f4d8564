const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^connection_refused$/, 'it refuses connections'],
  [/^(connection_reset|econnection|esocket|network_error)$/, 'the connection failed'],
  [/^(timeout|etimedout)/, 'it did not answer in time'],
  [/^(dns_|edns)/, 'its name could not be looked up'],
  [/^(tls_error|etls)$/, 'no TLS connection could be made'],
  [/^(unreachable|no_route)$/, 'no network leads there'],
  [/^eauth_?/, 'it refuses the login'],
  [/^http_/, 'it responds with an error'],
  [/^(malformed_answer|invalid_answer|bad_timestamp)$/, 'its answer cannot be read'],
];

/** Says a stable name such as `connection_refused` in words, with a reply's code; keeps sentences. */
export function inWords(reason: string): string {
  if (!/^[a-z0-9_]+$/.test(reason)) return reason.replace(/\.$/, '');
  const words = WORDS.find(([names]) => names.test(reason))?.[1] ?? reason.replaceAll('_', ' ');
  const [code] = /\d{3}$/.exec(reason) ?? [];
  return code === undefined || words.includes(code) ? words : `${words} (${code})`;
}

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

/** Whatever answers is known; more hosts would be a mistake. */
const MOST_KNOWN = 200;

interface Known extends Dependency {
  failures: number;
  /** Undefined while it works. */
  failing: { readonly since: number; times: number } | undefined;
}

type Warn = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export type DependencyHealth = ReturnType<typeof openDependencyHealth>;

const nounOf = ({ dependency, name }: Dependency): string =>
  `${DEPENDENCIES[dependency]} ${name}`.trimEnd();

/** Knows which dependencies fail, as this process has seen them. */
export function openDependencyHealth() {
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
    /** After each use: a reason, as a stable name or in words, or null when it worked. */
    note(about: Dependency, reason: string | null): void {
      const known = knownOf(about);
      if (!known) return;
      if (reason === null) work(known);
      else fail(known, reason);
    },
    /** Each with how often it failed since the process started. */
    states: () =>
      [...all.values()].map(({ failing, ...state }) => ({
        ...state,
        isFailing: failing !== undefined,
      })),
    /** Writes a line when one begins to fail, and when it works again. */
    logTo: (to: Warn): void => {
      warn = to;
    },
  };
}
