import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import type { Mail } from '../../../src/service/core/mails/mail-notice.rules.ts';
import { writeMail } from '../../../src/service/write-mail.ts';

const LEASE_MS = 60_000;

/** The mails that are due now, and not claimed yet, oldest first. */
export async function mailsOf(deps: ServiceDeps): Promise<Mail[]> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const items = await deps.store.claimOutbox({ now, leaseUntil, limit: 100, perQueue: 100 });
  const mails: Mail[] = [];
  for (const item of items) {
    const mail = item.kind === 'mail' ? await writeMail(deps, item) : undefined;
    if (mail) mails.push(mail);
  }
  return mails;
}
