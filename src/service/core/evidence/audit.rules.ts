import type { AuditEntry, AuditEntryV2, SaltedValue } from '../../../contract/audit-chain.ts';
import { GENESIS_HASH, hashAuditEntry, hashSalted } from '../../../contract/audit-chain.ts';
import { CAUSES, failureIn } from '../signing/causes.rules.ts';
import type { WayOfReading } from '../signing/signature.rules.ts';
import { WAYS_OF_READING } from '../signing/signature.rules.ts';
import type { AuditType } from './audit-fields.rules.ts';
import { splitPersonal } from './audit-personal.rules.ts';

const DESCRIPTIONS: Readonly<Record<AuditType, string>> = {
  'document.created': 'Document created',
  'file.hashed': 'File uploaded and hashed',
  'document.renamed': 'Document renamed',
  'signer.added': 'Signer added',
  'signer.removed': 'Signer removed',
  'credits.deducted': 'Credits deducted',
  'document.sent': 'Sent for signature',
  'email.queued': 'Mail with the signing link queued',
  'email.sent': 'Mail sent',
  'email.failed': 'Mail could not be sent',
  'email.bounced': 'Mail came back',
  'link.opened': 'Signing link opened',
  'document.viewed': 'Document requested through the signing link',
  'consent.given': 'Consented to sign electronically',
  'otp.requested': 'Requested a one-time password from the authority',
  'otp.verified': 'One-time password verified by the authority',
  'gateway.returned': 'Returned from the authority with a signature',
  'gateway.failed':
    'Refused by the authority, or its answer failed verification or could not be read',
  'signature.embedded': 'Signature verified and embedded',
  'signer.signed': 'Signed',
  'signer.declined': 'Declined to sign',
  'link.resent': 'Signing link sent again',
  'document.withdrawn': 'Withdrawn by the sender',
  'external-id.set': 'The sender’s own id of the document set',
  'document.completed': 'All signers signed: document completed',
  'file.downloaded': 'Signed PDF downloaded',
  'evidence.renewed': 'Proof renewed under a new document timestamp',
  'document.removed': 'Removed with its files and personal values',
};

export interface Origin {
  /** `account:…`, `member:…` (a user's id), `signer:…`, `authority:…` or `system`. */
  readonly actor: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

export interface AuditFact {
  readonly type: AuditType;
  readonly at: Date;
  readonly origin: Origin;
  readonly data: Readonly<Record<string, unknown>>;
}

export const SYSTEM: Origin = { actor: 'system', ip: null, userAgent: null, requestId: null };

/**
 * Appends facts as version 2 entries: numbers and hashes each, and salts every personal value.
 * `newSalt` returns a new random salt per call. `last` may be of either version.
 */
export function chainAudit(
  last: Pick<AuditEntry, 'seq' | 'hash'> | undefined,
  facts: readonly AuditFact[],
  newSalt: () => string,
): AuditEntryV2[] {
  let { seq, hash: previousHash } = last ?? { seq: 0, hash: GENESIS_HASH };
  return facts.map(({ type, at, origin, data: given }) => {
    seq += 1;
    const { actor, requestId } = origin;
    const { data, personal: values } = splitPersonal(type, { ...origin, data: given });
    const personal = mapValues(values, (value): SaltedValue => ({ salt: newSalt(), value }));
    const hashes = mapValues(personal, hashSalted);
    const head = { v: 2, seq, at: at.toISOString(), type, actor, requestId } as const;
    const open = { ...head, data, hashes, personal, previousHash };
    const entry = { ...open, hash: hashAuditEntry(open) };
    previousHash = entry.hash;
    return entry;
  });
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

const isKnown = (type: string): type is AuditType => type in DESCRIPTIONS;

/** Shown characters of a transaction number, which the entry's data has in full. */
const SHOWN_TXN = 14;

const WAYS: Readonly<Record<WayOfReading, string>> = {
  pages: ' (their browser reported that every page was loaded)',
  pdf: ' (their browser reported that the PDF was opened)',
  declared: ' (they declared that they had read the PDF)',
};

function readIn(read: unknown): string {
  const way = WAYS_OF_READING.find((one) => one === read);
  return way ? WAYS[way] : '';
}

function uploadIn({ unlocked, repaired, earlier, emptyFields }: AuditEntry['data']): string {
  const facts = [
    repaired === true && 'damaged: the copy that is signed was repaired',
    unlocked === true &&
      'encrypted, and opened without a password: the copy that is signed is not encrypted',
    earlier !== undefined && 'signed before: its signatures fit it, and it is not rewritten',
    emptyFields !== undefined &&
      `with ${emptyFields} empty form ${emptyFields === 1 ? 'field' : 'fields'}, which signers cannot fill in`,
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? '' : ` (${facts.join('; ')})`;
}

const TRIED = ['email.sent', 'email.failed', 'email.bounced'];

function detailOf({ type, data }: Pick<AuditEntry, 'type' | 'data'>): string {
  if (type === 'otp.requested') return ` (transaction ${String(data.txn).slice(0, SHOWN_TXN)}…)`;
  if (type === 'consent.given') return readIn(data.read);
  if (type === 'otp.verified') {
    const code = data.responseCode ? `, response ${data.responseCode}` : '';
    return ` (answered at ${data.authorityTime}${code})`;
  }
  if (TRIED.includes(type)) {
    return ` (${String(data.mail).replace('-', ' ')})`;
  }
  if (type === 'file.hashed') return uploadIn(data);
  if (type === 'document.sent' && data.signaturePage !== undefined) {
    return ` (page ${data.signaturePage} added for signatures)`;
  }
  return '';
}

export function describeEntry(
  entry: Pick<AuditEntry, 'type' | 'data'>,
  nameOf: (signerId: string) => string | undefined,
): string {
  const { type, data } = entry;
  const description = isKnown(type) ? DESCRIPTIONS[type] : type;
  const name = typeof data.signerId === 'string' ? nameOf(data.signerId) : undefined;
  return `${name ? `${description}: ${name}` : description}${detailOf(entry)}`;
}

/** Says why an attempt failed, which a certificate, for everybody who signed, does not. */
export function describeForSender(...[entry, nameOf]: Parameters<typeof describeEntry>): string {
  const failure = failureIn(entry);
  if (!failure) return describeEntry(entry, nameOf);
  const name = nameOf(String(entry.data.signerId));
  return `Attempt failed${name ? `: ${name}` : ''} (${CAUSES[failure].what})`;
}
