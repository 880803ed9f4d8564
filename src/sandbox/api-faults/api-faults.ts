import { randomBytes } from 'node:crypto';
import { parseRoute } from './route-pattern.ts';

/** The faults of the API by name, with their effect. */
export const API_FAULTS = {
  'api-rate-limited': 'refuses the request with 429 and Retry-After, in plain text as a proxy does',
  'api-server-error': 'answers 500 internal_error, and does nothing',
  'api-unavailable': 'answers 503 in plain text, as a proxy without a service does',
  'api-lost-answer': 'does what was asked, and closes the connection instead of answering',
  'api-cut-body': 'does what was asked, and cuts the answer off in the middle',
  'api-slow': 'handles the request after 20 seconds, or after the given delay',
} as const;

/** An API fault's name. */
export type ApiFaultName = keyof typeof API_FAULTS;

export const isApiFaultName = (text: string): text is ApiFaultName =>
  Object.hasOwn(API_FAULTS, text);

/** An API fault that is set for an account. */
export interface SetApiFault {
  readonly fault: ApiFaultName;
  readonly accountId: string;
  /** As `parseRoute` takes it; null for every request. */
  readonly route: string | null;
  /** How many more times it happens. */
  readonly times: number | 'always';
  /** Delay of `api-slow`, in milliseconds. */
  readonly delayMs: number;
}

/** A request of an account to the API; `path` is without the query. */
interface AccountRequest {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
}

/** Names the faults to clear; a part that is missing stands for all. */
type FaultFilter = Partial<Pick<SetApiFault, 'fault' | 'accountId'>>;

/** The API faults that are set, in memory and in order. */
export interface ApiFaults {
  /** Sets a fault, replacing the same one of the account and route. */
  set(fault: SetApiFault): void;
  list(): readonly SetApiFault[];
  /** Clears faults; returns them. */
  clear(filter?: FaultFilter): readonly SetApiFault[];
  /** The first fault that a request meets; counts it down. */
  take(request: AccountRequest): SetApiFault | null;
  /** Sent by the sandbox's own requests as `PASS_HEADER`: they meet no fault. */
  readonly pass: string;
}

/** The header of the sandbox's own requests to the API. */
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
