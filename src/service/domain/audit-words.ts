import type { AuditEntry } from '../../contract/audit-chain.ts';
import type { AuditType } from './audit.ts';

const WORDS: Readonly<Record<AuditType, string>> = {
  'document.created': 'Document created',
  'file.hashed': 'File uploaded and hashed',
  'signer.added': 'Signer added',
  'credits.deducted': 'Credits deducted',
  'document.sent': 'Sent for signature',
  'email.queued': 'Mail with the signing link queued',
  'email.sent': 'Mail sent',
  'email.failed': 'Mail could not be sent',
  'link.opened': 'Signing link opened',
  'consent.given': 'Consented to sign electronically',
  'otp.requested': 'Asked the authority for a one-time password',
  'otp.verified': 'One-time password given to the authority',
  'gateway.returned': 'Returned from the authority with a signature',
  'gateway.failed': 'The authority, or the check of its answer, refused',
  'signature.embedded': 'Signature verified and embedded',
  'signer.signed': 'Signed',
  'document.completed': 'All have signed: document completed',
  'file.downloaded': 'Signed PDF downloaded',
};

const isKnown = (type: string): type is AuditType => type in WORDS;

/** Characters of a transaction's number that tell it from others; the whole of it is in the entry's data. */
const SHOWN_TXN = 14;

/** What only one kind of entry tells beside whom it is about. */
function detailOf({ type, data }: Pick<AuditEntry, 'type' | 'data'>): string {
  if (type === 'otp.requested') return ` (transaction ${String(data.txn).slice(0, SHOWN_TXN)}…)`;
  if (type === 'otp.verified') return ` (answered at ${data.authorityTime})`;
  if (type === 'email.sent' || type === 'email.failed') {
    return ` (${String(data.mail).replace('-', ' ')})`;
  }
  return '';
}

/** What an entry means, for people, naming the signer that it is about. */
export function describeEntry(
  entry: Pick<AuditEntry, 'type' | 'data'>,
  nameOf: (signerId: string) => string | undefined,
): string {
  const { type, data } = entry;
  const words = isKnown(type) ? WORDS[type] : type;
  const name = typeof data.signerId === 'string' ? nameOf(data.signerId) : undefined;
  return `${name ? `${words}: ${name}` : words}${detailOf(entry)}`;
}
