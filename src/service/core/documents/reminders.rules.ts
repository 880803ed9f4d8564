import type { MailNotice } from '../mails/mail-notice.rules.ts';
import type { Document } from './document.rules.ts';

const DAY_MS = 24 * 3600_000;

/** In days after the signer's turn began. */
export const REMINDER_DAYS: readonly number[] = [2, 5, 9];

export interface Reminder {
  readonly notice: MailNotice;
  readonly dueAt: Date;
}

/** Each goes stale when the next is due, so that a late run sends one, not three. */
export function remindersOf(turnSince: Date): Reminder[] {
  const times = REMINDER_DAYS.map((days) => new Date(turnSince.getTime() + days * DAY_MS));
  return times.map((dueAt, index) => {
    const staleAt = times[index + 1]?.toISOString() ?? null;
    return { dueAt, notice: { kind: 'reminder', staleAt } };
  });
}

/** When a signer's turn began; null while someone has to sign before them. */
export function turnSince(
  { sentAt, signers }: Pick<Document, 'sentAt' | 'signers'>,
  signingOrder: number,
): Date | null {
  const previous = signers.findLast((signer) => signer.signingOrder < signingOrder);
  return previous ? previous.signedAt : sentAt;
}
