import type { PDF } from '@libpdf/core';
import type { AuditEntry } from '../../contract/audit-chain.ts';
import { brokenAt } from '../../contract/audit-chain.ts';
import { fail } from '../errors.ts';
import { AUDIT_FILE, EVIDENCE_FILE } from './completion-evidence.ts';

/** A signature as recorded in a completion certificate. */
export interface CertifiedSigner {
  readonly field: string;
  /** SHA-256 of the CMS. */
  readonly cmsSha256: string;
  /** SHA-256 of the signer's certificate. */
  readonly fingerprint: string;
  /** The name that the signer was invited by. */
  readonly invitedName: string;
  /** The name in the signer's certificate. */
  readonly certifiedName: string;
  /** How the two names compare; null if they were not compared. */
  readonly nameFit: string | null;
}

/** The contents of a completion certificate, for comparison with the signed PDF. */
export interface CertificateSummary {
  readonly certificateId: string;
  readonly documentId: string;
  readonly documentName: string;
  /** SHA-256 of the signed PDF that it belongs to. */
  readonly finalSha256: string;
  /** The signatures in that PDF, in signing order. */
  readonly signers: readonly CertifiedSigner[];
  readonly auditEntries: number;
  /** The hash of the last entry of the audit trail. */
  readonly auditHead: string;
}

type Json = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

function isAuditEntry(value: unknown): value is AuditEntry {
  if (!isRecord(value) || !isRecord(value.data) || typeof value.seq !== 'number') return false;
  return ['at', 'type', 'actor', 'previousHash', 'hash'].every(
    (key) => typeof value[key] === 'string',
  );
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
    return isAuditEntry(entry)
      ? entry
      : broken(`line ${index + 1} of audit.jsonl is not an audit entry`);
  });
}

/** Recomputes the audit trail and compares its length and last hash with the evidence. */
function checkTrail(entries: readonly AuditEntry[], trail: Json): string {
  const at = brokenAt(entries);
  if (at !== undefined) fail('AUDIT_CHAIN', `the audit trail is broken at entry ${at}`);
  const head = entries.at(-1)?.hash;
  if (head === undefined || head !== trail.headHash || entries.length !== trail.entries) {
    fail('AUDIT_CHAIN', 'the audit trail does not match the evidence');
  }
  return head;
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

/**
 * Reads the attachments of a completion certificate and recomputes its audit trail; undefined for any
 * other PDF. Throws PdfError EVIDENCE or AUDIT_CHAIN.
 */
export function readCertificate(pdf: PDF): CertificateSummary | undefined {
  const evidenceBytes = pdf.getAttachment(EVIDENCE_FILE);
  const auditBytes = pdf.getAttachment(AUDIT_FILE);
  if (evidenceBytes === null || auditBytes === null) return undefined;
  const evidence = parse(Buffer.from(evidenceBytes).toString());
  if (!isRecord(evidence)) return broken('evidence.json is not an object');
  const document = recordIn(evidence, 'document');
  const entries = auditIn(Buffer.from(auditBytes).toString());
  return {
    certificateId: textIn(evidence, 'certificateId'),
    documentId: textIn(document, 'id'),
    documentName: textIn(document, 'name'),
    finalSha256: textIn(document, 'finalSha256'),
    signers: signersIn(evidence),
    auditEntries: entries.length,
    auditHead: checkTrail(entries, recordIn(evidence, 'audit')),
  };
}
