import { DAY_MS } from '../../../contract/durations.ts';

/** Proofs are renewed this long before their end, and again this long after a failure. */
const RENEWED_DAYS = 90;
const AGAIN_DAYS = 7;

/** When to retry a renewal: by then an authority may be back, or have a new certificate. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + AGAIN_DAYS * DAY_MS);

/** When to renew a proof that ends at `endsAt`, ISO 8601. An unknown end is looked at again. */
export function renewalAt(endsAt: string | null | undefined, now: Date): Date {
  return endsAt ? new Date(Date.parse(endsAt) - RENEWED_DAYS * DAY_MS) : nextLook(now);
}
