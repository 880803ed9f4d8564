import type { PDF } from '@libpdf/core';
import type { AuditEntry, ChainFault } from '../../contract/audit-chain.ts';
import { chainFault } from '../../contract/audit-chain.ts';
import { isRecord } from '../../contract/is-record.ts';
import { fail } from '../pdf-errors.ts';
import { AUDIT_FILE, EVIDENCE_FILE } from './completion-evidence.ts';

export interface CertifiedSigner {
  readonly field: string;
  /** Of the CMS. */
  readonly cmsSha256: string;
  /** SHA-256 of the signer's certificate. */
  readonly fingerprint: string;
  readonly invitedName: string;
  readonly certifiedName: string;
  /** How the two names compare; null if they were not compared. */
  readonly nameFit: string | null;
}

type CertifiedEarlier = Pick<CertifiedSigner, 'cmsSha256' | 'fingerprint'>;

export interface CertificateSummary {
  readonly certificateId: string;
  readonly documentId: string;
  readonly documentName: string;
  readonly finalSha256: string;
  readonly signers: readonly CertifiedSigner[];
  /** Signatures from before the upload, which come first in the PDF. */
  readonly earlier?: readonly CertifiedEarlier[];
  readonly auditEntries: number;
  /** Erased personal values of the trail. Only their hashes are left. */
  readonly erasedValues: number;
  readonly auditHead: string;
}

type Json = Readonly<Record<string, unknown>>;

function broken(message: string): never {
  fail('EVIDENCE', message);
}

function recordIn(owner: Json, key: string): Json {
  const value = owner[key];
  return isRecord(value) ? value : broken(`evidence.json has no ${key}`);
}

function textIn(owner: Json, key: string): string {
  const value = owner[key];
  return typeof value === 'string' ? value : broken(`evidence.json has no ${key}`);
}

function isAuditEntry(value: Json): value is Json & AuditEntry {
  if (!isRecord(value.data) || typeof value.seq !== 'number') return false;
  const isWhole = ['at', 'type', 'actor', 'previousHash', 'hash'].every(
    (key) => typeof value[key] === 'string',
  );
  if (value.v === undefined) return isWhole;
  const areSalted = isRecord(value.personal) && Object.values(value.personal).every(isRecord);
  return isWhole && isRecord(value.hashes) && areSalted;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return broken('an attachment is not JSON');
  }
}

function auditIn(text: string): AuditEntry[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const entry = parse(line);
    const place = `line ${index + 1} of audit.jsonl`;
    if (!isRecord(entry)) return broken(`${place} is not an audit entry`);
    if (entry.v !== undefined && entry.v !== 2) broken(`${place} has an unknown version`);
    return isAuditEntry(entry) ? entry : broken(`${place} is not an audit entry`);
  });
}

const FAULTS: Readonly<Record<ChainFault['reason'], string>> = {
  ENTRY_ORDER: 'it does not follow the one before',
  ENTRY_HASH: 'it does not fit its hash',
  PERSONAL_VALUE: 'a personal value does not fit its hash',
};

/** Recomputes the audit trail and compares its length and last hash with the evidence. */
function checkTrail(entries: readonly AuditEntry[], trail: Json): string {
  const fault = chainFault(entries);
  if (fault) {
    const { at, reason, field } = fault;
    const which = field === undefined ? '' : ` (${field})`;
    const message = `the audit trail is broken at entry ${at}: ${FAULTS[reason]}${which}`;
    fail('AUDIT_CHAIN', message, reason);
  }
  const head = entries.at(-1)?.hash;
  if (head === undefined || head !== trail.headHash || entries.length !== trail.entries) {
    const message = 'the audit trail does not match the evidence';
    fail('AUDIT_CHAIN', message, 'TRAIL_LENGTH');
  }
  return head;
}

function countErased(entries: readonly AuditEntry[]): number {
  const erasedIn = (entry: AuditEntry) =>
    entry.v === undefined
      ? 0
      : Object.keys(entry.hashes).length - Object.keys(entry.personal).length;
  return entries.reduce((sum, entry) => sum + erasedIn(entry), 0);
}

function signerIn(value: unknown): CertifiedSigner {
  if (!isRecord(value)) return broken('evidence.json has an invalid signer');
  return {
    field: textIn(value, 'field'),
    cmsSha256: textIn(value, 'cmsSha256'),
    fingerprint: textIn(recordIn(value, 'certificate'), 'fingerprint'),
    invitedName: textIn(value, 'name'),
    certifiedName: textIn(value, 'commonName'),
    nameFit: typeof value.nameFit === 'string' ? value.nameFit : null,
  };
}

function signersIn({ signers }: Json): CertifiedSigner[] {
  return Array.isArray(signers) ? signers.map(signerIn) : broken('evidence.json has no signers');
}

/** Signers from before the upload. Timestamps are left out: they sign for nobody. */
function earlierIn({ earlierSignatures: listed = [] }: Json): CertifiedEarlier[] {
  if (!Array.isArray(listed)) return broken('evidence.json has invalid earlier signatures');
  return listed.filter(isRecord).flatMap((one) => {
    if (one.kind !== 'signature') return [];
    return [{ cmsSha256: textIn(one, 'cmsSha256'), fingerprint: textIn(one, 'fingerprint') }];
  });
}

/** Recomputes the trail. Undefined for other PDFs. Throws PdfError EVIDENCE or AUDIT_CHAIN. */
export function readCertificate(pdf: PDF): CertificateSummary | undefined {
  const evidenceBytes = pdf.getAttachment(EVIDENCE_FILE);
  const auditBytes = pdf.getAttachment(AUDIT_FILE);
  if (evidenceBytes === null || auditBytes === null) return undefined;
  const evidence = parse(Buffer.from(evidenceBytes).toString());
  if (!isRecord(evidence)) return broken('evidence.json is not an object');
  const document = recordIn(evidence, 'document');
  const earlier = earlierIn(evidence);
  const entries = auditIn(Buffer.from(auditBytes).toString());
  return {
    certificateId: textIn(evidence, 'certificateId'),
    documentId: textIn(document, 'id'),
    documentName: textIn(document, 'name'),
    finalSha256: textIn(document, 'finalSha256'),
    signers: signersIn(evidence),
    ...(earlier.length > 0 && { earlier }),
    auditEntries: entries.length,
    auditHead: checkTrail(entries, recordIn(evidence, 'audit')),
    erasedValues: countErased(entries),
  };
}
