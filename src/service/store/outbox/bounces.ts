import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { MailNotice } from '../../core/mails/mail-notice.rules.ts';
import type { Database, Transaction } from '../database.ts';
import { readMail } from '../documents/checked-json.ts';
import { deliveries } from '../schema/outbox.ts';

export interface SentMail {
  /** Null for a mail to an account. */
  readonly documentId: string | null;
  readonly signerId: string | null;
  readonly kind: MailNotice['kind'];
}

const isMail = (mailId: string) => and(eq(deliveries.id, mailId), isNotNull(deliveries.mail));

export async function findMail(db: Database, mailId: string): Promise<SentMail | undefined> {
  const { documentId, signerId, mail } = deliveries;
  const [row] = await db
    .select({ documentId, signerId, mail })
    .from(deliveries)
    .where(isMail(mailId));
  if (!row) return undefined;
  const { kind } = readMail(row.mail);
  return { documentId: row.documentId, signerId: row.signerId, kind };
}

/** Records a bounce with its status (RFC 3463); false when one was recorded before. */
export async function recordBounce(
  db: Transaction,
  mailId: string,
  { at, status }: { readonly at: Date; readonly status: string | null },
): Promise<boolean> {
  const rows = await db
    .update(deliveries)
    .set({ bouncedAt: at, bounceStatus: status })
    .where(and(isMail(mailId), isNull(deliveries.bouncedAt)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}
