import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import type { LinkSecrets } from '../links/links.rules.ts';
import type { SentMail } from '../outbox/claim-outbox.sql.ts';
import type { Bounce } from './bounce.rules.ts';
import { mailOfBounce } from './bounce.rules.ts';

export interface RecordedBounce {
  readonly mailId: string;
  /** Null for a mail to an account. */
  readonly documentId: string | null;
  /** `known` was recorded before; `ignored` isn't about a failure. */
  readonly outcome: 'recorded' | 'known' | 'ignored';
  readonly action: Bounce['action'];
  readonly status: string | null;
}

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

async function audit(
  tx: StoreTransaction,
  { documentId, signerId, kind }: SentMail,
  { at, status }: { readonly at: Date; readonly status: string | null },
): Promise<void> {
  const document = documentId === null ? undefined : await tx.lockDocument(documentId);
  if (!document) return;
  const email = document.signers.find((one) => one.signerId === signerId)?.email ?? null;
  const data = { signerId, email, mail: kind, status };
  await tx.appendAudit(document.documentId, [{ type: 'email.bounced', at, origin: SYSTEM, data }]);
}

/**
 * Recorded once; ignores reports other than failures. Uses only the address, action and status.
 * @throws {BounceRefused} when the address is not one for bounces, or not ours
 * @throws {DomainError} `not_found` when there is no such mail
 */
export async function recordBounce(
  { store, clock }: Deps,
  secrets: LinkSecrets,
  bounce: Bounce,
): Promise<RecordedBounce> {
  const mailId = mailOfBounce(secrets, bounce);
  const mail = await store.findMail(mailId);
  if (!mail) throw new DomainError('not_found', 'There is no such mail.');
  const { action, status } = bounce;
  const about = { mailId, documentId: mail.documentId, action, status };
  if (action !== 'failed') return { ...about, outcome: 'ignored' };
  const at = clock.now();
  const isNew = await store.transaction(async (tx) => {
    const isFirst = await tx.recordBounce(mailId, { at, status });
    if (isFirst) await audit(tx, mail, { at, status });
    return isFirst;
  });
  return { ...about, outcome: isNew ? 'recorded' : 'known' };
}
