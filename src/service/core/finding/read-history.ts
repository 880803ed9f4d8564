import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { Timeline, TimelineEntry } from '../../../contract/extensions/extensions.ts';
import type { MailState } from '../../store/documents/list-mails.sql.ts';
import type { AccountOverview } from '../accounts/overview.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import { findOwnDocument } from '../documents/read-documents.ts';
import { describeForSender } from '../evidence/audit.rules.ts';
import type { DeliverySummary } from '../outbox/outbox.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { DraftUse } from '../quotas.rules.ts';
import { CAUSES, failureIn, MENDERS } from '../signing/causes.rules.ts';
import { readEndings } from './endings.ts';

function causeOf(entry: AuditEntry): TimelineEntry['cause'] {
  const failure = failureIn(entry);
  if (!failure) return null;
  const { say, mender } = CAUSES[failure];
  return { reason: String(entry.data.reason), say, mender: MENDERS[mender] };
}

/** The whole trail in words, which name no secret. @throws {DomainError} `not_found` */
export async function readTimeline(
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Timeline> {
  const document = await findOwnDocument(deps, caller, id);
  const { documentId, accountId, status, linksUntil, externalId } = document;
  const [endings, trail] = await Promise.all([
    readEndings(deps, accountId, [document]),
    deps.store.readAudit(documentId),
  ]);
  const names = new Map(document.signers.map(({ signerId, name }) => [signerId, name]));
  return {
    documentId,
    status,
    ended: endings.get(documentId) ?? null,
    linksUntil: linksUntil?.toISOString() ?? null,
    externalId,
    entries: trail.map((entry) => {
      const { signerId } = entry.data;
      const name = typeof signerId === 'string' ? names.get(signerId) : undefined;
      return {
        at: entry.at,
        kind: entry.type,
        signer: typeof signerId === 'string' && name !== undefined ? { signerId, name } : null,
        text: describeForSender(entry, (of) => names.get(of)),
        cause: causeOf(entry),
      };
    }),
  };
}

export interface Overview {
  readonly overview: AccountOverview;
  readonly use: DraftUse;
}

export async function readOverview(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Overview> {
  const accountId = permit(caller, 'documents.read');
  const [overview, use] = await Promise.all([
    store.readOverview({ accountId, now: clock.now() }),
    store.measureDrafts(accountId),
  ]);
  return { overview, use };
}

/** For entries of a trail, and for deliveries. */
export const HISTORY_LIMIT = 500;

export interface DocumentHistory {
  readonly document: Document;
  /** The first entries, oldest first. */
  readonly trail: readonly AuditEntry[];
  /** Oldest first. */
  readonly mails: readonly MailState[];
  /** Newest first. */
  readonly deliveries: readonly DeliverySummary[];
}

/** @throws {DomainError} `not_found` */
export async function readHistory(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  id: string,
): Promise<DocumentHistory> {
  const document = await findOwnDocument({ store }, caller, id);
  const { documentId, accountId } = document;
  const limit = HISTORY_LIMIT;
  const [trail, mails, deliveries] = await Promise.all([
    store.readAudit(documentId, { limit }),
    store.listMails(documentId),
    store.listDeliveries({ accountId, documentId, limit }),
  ]);
  return { document, trail, mails, deliveries };
}
