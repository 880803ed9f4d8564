/** Reasons of failed attempts that are the authority's fault, not the signer's or our own. */
export const AUTHORITY_FAULTS = [
  'bad_gateway_signature',
  'bad_signature',
  'clock',
  'gateway_refused',
  'hash_mismatch',
  'malformed',
  'service_down',
  'signature_too_large',
  'unknown_txn',
  'untrusted_certificate',
  'wrong_documents',
] as const;

/** A signer can spoil attempts of their own; so many in a row are rarely one signer's. */
const MOST_SPOILT = 3;
const LATE_S = 120;

interface Noted {
  readonly about: { readonly dependency: 'authority' | 'outbox'; readonly name: string };
  /** In words; null when it works. */
  readonly reason: string | null;
}

/** Attempts of the last hour that ended alike. */
interface AttemptCount {
  readonly gateway: string;
  readonly state: string;
  readonly reason: string | null;
  readonly count: number;
  /** When the newest began, in seconds. */
  readonly latest: number;
}

type Attempts = readonly AttemptCount[];

interface Work {
  readonly attempts: Attempts;
  readonly outbox: ReadonlyArray<{ readonly kind: string; readonly oldestSeconds: number }>;
}

const isFault = ({ state, reason }: AttemptCount): boolean =>
  state === 'failed' && AUTHORITY_FAULTS.some((one) => one === reason);

/** Attempts since the last signature; undefined when nothing can be said. */
function reasonOf(attempts: Attempts): string | null | undefined {
  const signed = attempts.filter(({ state }) => state === 'embedded').map(({ latest }) => latest);
  const lastSigned = Math.max(...signed);
  const faults = attempts.filter((one) => isFault(one) && one.latest > lastSigned);
  const count = faults.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return signed.length > 0 ? null : undefined;
  if (count < MOST_SPOILT) return undefined;
  const reasons = faults.map(({ reason }) => String(reason).replaceAll('_', ' '));
  return `${count} attempts to sign within the hour were not answered as they should: ${reasons.join(', ')}`;
}

/** Judges authorities and the outbox by the work of all processes. */
export function workFaults({ attempts, outbox }: Work): Noted[] {
  const gateways = [...new Set(attempts.map(({ gateway }) => gateway))];
  const authorities = gateways.flatMap((name): Noted[] => {
    const reason = reasonOf(attempts.filter(({ gateway }) => gateway === name));
    return reason === undefined ? [] : [{ about: { dependency: 'authority', name }, reason }];
  });
  const queues = outbox.map(({ kind, oldestSeconds }): Noted => {
    const isLate = oldestSeconds > LATE_S;
    const reason = `the oldest ${kind} has been due for ${Math.round(oldestSeconds)} s`;
    return { about: { dependency: 'outbox', name: kind }, reason: isLate ? reason : null };
  });
  return [...authorities, ...queues];
}
