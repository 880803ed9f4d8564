import { randomBytes } from 'node:crypto';

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

export interface SetApiFault {
  readonly fault: ApiFaultName;
  readonly accountId: string;
  /** In `parseRoute` syntax; null for every request. */
  readonly route: string | null;
  /** How many more times it happens. */
  readonly times: number | 'always';
  /** For `api-slow`. */
  readonly delayMs: number;
}

/** `path` has no query. */
interface AccountRequest {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
}

/** Faults to clear. A missing part means all. */
type FaultFilter = Partial<Pick<SetApiFault, 'fault' | 'accountId'>>;

export interface ApiFaults {
  /** Replaces the same fault of the account and route. */
  set(fault: SetApiFault): void;
  list(): readonly SetApiFault[];
  /** Returns the cleared faults. */
  clear(filter?: FaultFilter): readonly SetApiFault[];
  /** The first fault that a request meets. Counts it down. */
  take(request: AccountRequest): SetApiFault | null;
  /** Value of `PASS_HEADER`. Requests with it meet no fault. */
  readonly pass: string;
}

export const PASS_HEADER = 'x-sandbox-pass';

const PASS_BYTES = 16;

const isSame = (one: SetApiFault, other: SetApiFault): boolean =>
  one.fault === other.fault && one.accountId === other.accountId && one.route === other.route;

const isMet = ({ accountId, route }: SetApiFault, request: AccountRequest): boolean =>
  accountId === request.accountId &&
  (route === null || parseRoute(route)?.matches(request) === true);

const afterOne = (fault: SetApiFault): SetApiFault[] => {
  if (fault.times === 'always') return [fault];
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
};

export function createApiFaults(): ApiFaults {
  let faults: readonly SetApiFault[] = [];
  return {
    set(fault) {
      faults = [...faults.filter((one) => !isSame(one, fault)), fault];
    },
    list: () => faults,
    clear({ fault, accountId } = {}) {
      const isCleared = (one: SetApiFault) =>
        (fault === undefined || one.fault === fault) &&
        (accountId === undefined || one.accountId === accountId);
      const cleared = faults.filter(isCleared);
      faults = faults.filter((one) => !isCleared(one));
      return cleared;
    },
    take(request) {
      const next = faults.find((one) => isMet(one, request)) ?? null;
      faults = faults.flatMap((one) => (one === next ? afterOne(one) : [one]));
      return next;
    },
    pass: randomBytes(PASS_BYTES).toString('base64url'),
  };
}
