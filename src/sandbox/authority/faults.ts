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

export const isFaultName = (text: string): text is FaultName => Object.hasOwn(FAULTS, text);

type AuthorityFaultTimes = number | 'always';

/** `times`: how many more times it happens. `delayMs`: for `slow`. */
export interface SetFault {
  readonly fault: FaultName;
  readonly times: AuthorityFaultTimes;
  readonly delayMs: number;
}

type FaultMoment = 'request' | 'answer' | 'timestamp';

export interface Faults {
  /** Replaces the same fault. */
  set(fault: SetFault): void;
  list(): readonly SetFault[];
  clear(fault?: FaultName): void;
  /** The next fault. Counts it down. */
  take(moment: FaultMoment): SetFault | null;
}

/** Default delay of a slow answer. */
export const SLOW_MS = 20_000;

function momentOf({ fault }: SetFault): FaultMoment {
  if (fault === 'no-timestamp') return 'timestamp';
  return fault === 'down' ? 'request' : 'answer';
}

export function createFaults(): Faults {
  let faults: readonly SetFault[] = [];
  const without = (fault: FaultName) => faults.filter((one) => one.fault !== fault);
  return {
    set(fault) {
      faults = [...without(fault.fault), fault];
    },
    list: () => faults,
    clear(fault) {
      faults = fault ? without(fault) : [];
    },
    take(moment) {
      const next = faults.find((one) => momentOf(one) === moment);
      if (next && next.times !== 'always') {
        const left = { ...next, times: next.times - 1 };
        faults = faults.flatMap((one) => {
          if (one !== next) return [one];
          return left.times > 0 ? [left] : [];
        });
      }
      return next ?? null;
    },
  };
}
