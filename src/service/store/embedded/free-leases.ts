import { isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { IS_UNFINISHED } from '../outbox/claim-outbox.ts';
import { signatureAttempts } from '../schema/documents/signature-attempts.ts';

/** Makes all that a crash cut off due now, in a database that nobody else has open: deliveries, mails and signatures. */
export async function freeLeases(db: Database): Promise<void> {
  await db.execute(sql`UPDATE deliveries d SET next_at = to_timestamp(0)
    WHERE state = 'queued' AND ${IS_UNFINISHED}`);
  const { resumeAt } = signatureAttempts;
  await db
    .update(signatureAttempts)
    .set({ resumeAt: new Date(0) })
    .where(isNotNull(resumeAt));
}
