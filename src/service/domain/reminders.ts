import type { Document } from './document.ts';
import type { MailNotice } from './outbox.ts';

const DAY_MS = 24 * 3600_000;

/** Days after their turn came, on which a signer who has not signed is reminded. */
export const REMINDER_DAYS: readonly number[] = [2, 5, 9];

/** A reminder, and when it falls due. */
export interface Reminder {
  readonly notice: MailNotice;
  readonly dueAt: Date;
}

/** The reminders of a turn; each is stale when the next falls due, so that one who was away gets one and not three. */
export function remindersOf(turnSince: Date): Reminder[] {
  const times = REMINDER_DAYS.map((days) => new Date(turnSince.getTime() + days * DAY_MS));
  return times.map((dueAt, index) => {
    const staleAt = times[index + 1]?.toISOString() ?? null;
    return { dueAt, notice: { kind: 'reminder', staleAt } };
  });
}

/** Since when it is a signer's turn, or was; null while somebody is to sign before them. */
export function turnSince(
  { sentAt, signers }: Pick<Document, 'sentAt' | 'signers'>,
  signingOrder: number,
): Date | null {
  const previous = signers.findLast((signer) => signer.signingOrder < signingOrder);
  return previous ? previous.signedAt : sentAt;
}
