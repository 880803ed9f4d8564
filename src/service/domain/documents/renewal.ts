/** How long before its end a proof is renewed, and how long after a try that failed it is tried again. */
const RENEWED_DAYS = 90;
const AGAIN_DAYS = 7;
const DAY_MS = 86_400_000;

/** When to look again at a document whose proof could not be renewed: an authority may be back, or have a new certificate. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + AGAIN_DAYS * DAY_MS);

/** When a proof is to be renewed that ends at a time, ISO 8601; one of which that is not known is looked at again. */
export function renewalAt(endsAt: string | null | undefined, now: Date): Date {
  return endsAt ? new Date(Date.parse(endsAt) - RENEWED_DAYS * DAY_MS) : nextLook(now);
}
