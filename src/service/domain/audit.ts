import type { AuditEntry } from '../../contract/audit-chain.ts';
import { GENESIS_HASH, hashAuditEntry } from '../../contract/audit-chain.ts';

/** What the audit trail records (one line each). */
export type AuditType =
  | 'document.created'
  | 'file.hashed'
  | 'signer.added'
  | 'credits.deducted'
  | 'document.sent'
  | 'email.queued'
  | 'email.sent'
  | 'email.failed'
  | 'link.opened'
  | 'consent.given'
  | 'otp.requested'
  | 'otp.verified'
  | 'gateway.returned'
  | 'gateway.failed'
  | 'signature.embedded'
  | 'signer.signed'
  | 'document.completed'
  | 'file.downloaded';

/** Who did something, and from where: goes into the audit trail. */
export interface Origin {
  /** `account:…`, `signer:…`, `authority:…` or `system`. */
  readonly actor: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/** An entry before it has its place in the chain. */
export interface AuditFact {
  readonly type: AuditType;
  readonly at: Date;
  readonly origin: Origin;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The origin of what the service does by itself. */
export const SYSTEM: Origin = { actor: 'system', ip: null, userAgent: null, requestId: null };

/** Chains facts to the last entry of a document's trail, numbering and hashing each. */
export function chainAudit(
  last: Pick<AuditEntry, 'seq' | 'hash'> | undefined,
  facts: readonly AuditFact[],
): AuditEntry[] {
  let { seq, hash: previousHash } = last ?? { seq: 0, hash: GENESIS_HASH };
  return facts.map(({ type, at, origin, data }) => {
    seq += 1;
    const open = { seq, at: at.toISOString(), type, ...origin, data, previousHash };
    const entry = { ...open, hash: hashAuditEntry(open) };
    previousHash = entry.hash;
    return entry;
  });
}
