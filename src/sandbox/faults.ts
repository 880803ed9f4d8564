import { randomBytes } from 'node:crypto';

/** Of the test authority. */
export const FAULTS = {
  'wrong-hash': 'signs another hash than the requested one',
  'wrong-transaction': 'answers for an unknown transaction',
  'bad-signature': 'signs the answer with a key that is not the authority’s',
  unsigned: 'leaves the answer unsigned',
  'bad-cms': 'makes the signature with a key that does not match its certificate',
  replay: 'repeats the last answer; without one, answers for another transaction',
  'expired-certificate': 'gives the signer a certificate that expired an hour ago',
  'early-certificate': 'gives the signer a certificate that becomes valid in an hour',
  'unknown-root': 'gives the signer a certificate from an unknown root',
  truncated: 'cuts the answer off in the middle',
  'cut-cms': 'cuts off the last bytes of the signature',
  'long-cms': 'appends bytes to the signature',
  'large-cms': 'makes the signature too large for the space reserved for it',
  'no-signature': 'reports success without a signature',
  'two-signatures': 'sends two signatures for one hash',
  'wrong-clock': 'dates the answer an hour back',
  doctype: 'adds a document type and an entity to the answer',
  wrapped: 'wraps a forged answer around the real one',
  slow: 'answers after 20 seconds, or after the given delay',
  down: 'refuses every request as if it were down',
  'no-timestamp': 'gives no timestamps, as if that authority were down',
} as const;

/** The name of a fault of the test authority. */
export type FaultName = keyof typeof FAULTS;

/** Of the API, for one account. */
export const API_FAULTS = {
  'api-rate-limited': 'refuses the request with 429 and Retry-After, in plain text as a proxy does',
  'api-server-error': 'answers 500 internal_error, and does nothing',
  'api-unavailable': 'answers 503 in plain text, as a proxy without a service does',
  'api-lost-answer': 'does what was asked, and closes the connection instead of answering',
  'api-cut-body': 'does what was asked, and cuts the answer off in the middle',
  'api-slow': 'handles the request after 20 seconds, or after the given delay',
} as const;

/** The name of an API fault. */
export type ApiFaultName = keyof typeof API_FAULTS;

export const isApiFaultName = (text: string): text is ApiFaultName =>
  Object.hasOwn(API_FAULTS, text);

export const ALL_FAULTS = { ...FAULTS, ...API_FAULTS };
export type AnyFaultName = keyof typeof ALL_FAULTS;

export const isFaultName = (text: string): text is AnyFaultName => Object.hasOwn(ALL_FAULTS, text);

/** Such as `POST *\/send`: a method, a path where `*` matches any characters, or both. */
interface RoutePattern {
  matches(request: { readonly method: string; readonly path: string }): boolean;
}

const FORM = /^(?:([A-Z]+)(?: +|$))?([/*]\S*)?$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function parseRoute(text: string): RoutePattern | undefined {
  const [whole, method, glob = '*'] = FORM.exec(text.trim()) ?? [];
  if (!whole) return undefined;
  const path = new RegExp(`^${glob.split('*').map(escaped).join('.*')}$`, 's');
  return {
    matches: (request) =>
      (method === undefined || request.method === method) && path.test(request.path),
  };
}

export interface SetFault {
  readonly fault: AnyFaultName;
  /** How many more times it happens. */
  readonly times: number | 'always';
  /** For `slow` and `api-slow`. */
  readonly delayMs: number;
  /** The account whose requests to the API fail; undefined for a fault of the authority. */
  readonly accountId?: string | undefined;
  /** In `parseRoute` syntax; undefined for every request. */
  readonly route?: string | undefined;
}

type FaultMoment = 'request' | 'answer' | 'timestamp';

/** `path` has no query. */
interface AccountRequest {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
}

export const PASS_HEADER = 'x-sandbox-pass';

const PASS_BYTES = 16;

/** Default delay of a slow answer. */
export const SLOW_MS = 20_000;

const isSame = (one: SetFault, other: SetFault): boolean =>
  one.fault === other.fault && one.accountId === other.accountId && one.route === other.route;

function momentOf({ fault }: SetFault): FaultMoment {
  if (fault === 'no-timestamp') return 'timestamp';
  return fault === 'down' ? 'request' : 'answer';
}

function isMet(fault: SetFault, at: FaultMoment | AccountRequest): boolean {
  const { accountId, route } = fault;
  if (typeof at === 'string') return accountId === undefined && momentOf(fault) === at;
  return (
    accountId === at.accountId && (route === undefined || parseRoute(route)?.matches(at) === true)
  );
}

const afterOne = (fault: SetFault): SetFault[] => {
  if (fault.times === 'always') return [fault];
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
};

export function createFaults() {
  let faults: readonly SetFault[] = [];
  return {
    /** Replaces the same fault of the account and route. */
    set(fault: SetFault) {
      faults = [...faults.filter((one) => !isSame(one, fault)), fault];
    },
    list: () => faults,
    /** Returns the cleared faults. Default: all. */
    clear(isCleared: (fault: SetFault) => boolean = () => true) {
      const cleared = faults.filter(isCleared);
      faults = faults.filter((one) => !cleared.includes(one));
      return cleared;
    },
    /** The first fault of the authority then, or of a request to the API. Counts it down. */
    take(at: FaultMoment | AccountRequest) {
      const next = faults.find((one) => isMet(one, at)) ?? null;
      faults = faults.flatMap((one) => (one === next ? afterOne(one) : [one]));
      return next;
    },
    /** Value of `PASS_HEADER`. Requests with it meet no fault. */
    pass: randomBytes(PASS_BYTES).toString('base64url'),
  };
}

export type Faults = ReturnType<typeof createFaults>;
