/** What can go wrong on purpose: with its name, and what it does. */
export const FAULTS = {
  'wrong-hash': 'signs another hash than was asked for',
  'wrong-transaction': 'answers for a transaction that nobody began',
  'bad-signature': 'signs the answer by a key that is not the authority’s',
  unsigned: 'leaves the answer without a signature',
  'bad-cms': 'makes the signature by a key that is not the certificate’s',
  replay: 'brings the last answer again; without one, that of another transaction',
  'expired-certificate': 'gives the signer a certificate that ended an hour ago',
  'early-certificate': 'gives the signer a certificate that begins in an hour',
  'unknown-root': 'gives the signer a certificate of a root that nobody trusts',
  truncated: 'cuts the answer off in its middle',
  'cut-cms': 'cuts the signature’s last bytes off',
  'long-cms': 'appends bytes to the signature',
  'large-cms': 'makes the signature larger than the place kept for it',
  'no-signature': 'answers success without a signature',
  'two-signatures': 'answers two signatures for one hash',
  'wrong-clock': 'answers by a clock that is an hour behind',
  doctype: 'puts a document type and an entity into the answer',
  wrapped: 'puts a forged answer around the real one',
  slow: 'answers after 20 seconds, or after the delay given',
  down: 'takes no request: it answers that it is down',
} as const;

/** A fault's name. */
export type FaultName = keyof typeof FAULTS;

/** True for a name in the table. */
export const isFaultName = (text: string): text is FaultName => Object.hasOwn(FAULTS, text);

/** How often a fault is to happen. */
type FaultTimes = number | 'always';

/** A fault as it is set: how often it still happens, and how long `slow` takes in milliseconds. */
export interface SetFault {
  readonly fault: FaultName;
  readonly times: FaultTimes;
  readonly delayMs: number;
}

/** The faults that are set, in memory; each happens in the order they were set. */
export interface Faults {
  /** Sets a fault; in place of itself where it was set before. */
  set(fault: SetFault): void;
  list(): readonly SetFault[];
  clear(fault?: FaultName): void;
  /** The next fault to happen when a request arrives, or when a signature is answered; it counts down. */
  take(moment: 'request' | 'answer'): SetFault | null;
}

/** How long a slow answer takes unless told, in milliseconds. */
export const SLOW_MS = 20_000;

const momentOf = ({ fault }: SetFault) => (fault === 'down' ? 'request' : 'answer');

/** Faults, none of them set yet. */
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
