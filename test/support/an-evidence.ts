import type { AuditEntry } from '../../src/contract/audit-chain.ts';
import { GENESIS_HASH, hashAuditEntry } from '../../src/contract/audit-chain.ts';
import type {
  AuditRow,
  CompletionEvidence,
} from '../../src/pdf/certificate/completion-evidence.ts';
import { chainAudit } from '../../src/service/domain/audit.ts';
import type { AuditType } from '../../src/service/domain/audit-fields.ts';
import { readEntry } from '../../src/service/domain/audit-personal.ts';

const START = Date.UTC(2026, 10, 21, 4, 30, 0, 250);
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const hash = (digit: number) => digit.toString(16).repeat(64).slice(0, 64);

const PEOPLE = ['Asha Rao', 'Ravi Kumar', 'अनिता शर्मा', 'Dr. श्री विक्रम सिंह'];

const EVENTS: readonly { type: AuditType; description: string }[] = [
  { type: 'document.created', description: 'Document uploaded: 3 pages' },
  { type: 'file.hashed', description: 'SHA-256 of the upload taken' },
  { type: 'signer.added', description: 'Signer added' },
  { type: 'document.sent', description: 'Document sent for signature' },
  { type: 'email.sent', description: 'Invitation sent to asha.rao@example.in' },
  { type: 'link.opened', description: 'Signing link opened by अनिता शर्मा' },
  { type: 'consent.given', description: 'Agreed to sign electronically' },
  { type: 'otp.verified', description: 'One-time password accepted' },
  { type: 'signer.signed', description: 'Signature embedded and verified' },
];

const FROM = { ip: '203.0.113.24', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** The row of an entry, as the service makes it. */
function aRow(entry: AuditEntry, description = ''): AuditRow {
  const { data: _, erased: __, ...shown } = readEntry(entry);
  return { ...shown, description, entry };
}

function anEntry(last: AuditEntry | undefined, index: number, isOld: boolean): AuditEntry {
  const { type } = EVENTS[index % EVENTS.length]!;
  const actor = index % 3 === 0 ? 'account:8c1f4e20' : 'signer:sgn_2f1c';
  const from = index % 4 === 3 ? { ip: null, userAgent: null } : FROM;
  const origin = { actor, requestId: `req-${index}`, ...from };
  const data = { signerId: 'sgn_2f1c', email: 'asha.rao@example.in' };
  if (!isOld) {
    const salt = () => index.toString(16).padStart(32, '0');
    return chainAudit(last, [{ type, at: new Date(at(index)), origin, data }], salt)[0]!;
  }
  const previousHash = last?.hash ?? GENESIS_HASH;
  const open = { seq: index + 1, at: at(index), type, ...origin, data, previousHash };
  return { ...open, hash: hashAuditEntry(open) };
}

/** A chained audit trail of this length, the first entries in version 1. */
export function auditTrail(count: number, ofVersion1 = 0): AuditRow[] {
  const entries: AuditEntry[] = [];
  for (let index = 0; index < count; index += 1)
    entries.push(anEntry(entries.at(-1), index, index < ofVersion1));
  return entries.map((entry, index) => aRow(entry, EVENTS[index % EVENTS.length]?.description));
}

/** Evidence of a document with four signers. */
export function anEvidence(changes: Partial<CompletionEvidence> = {}): CompletionEvidence {
  const signers = PEOPLE.map((name, index) => ({
    order: index + 1,
    name,
    email: `signer${index + 1}@example.in`,
    phone: '••••••3210',
    openedAt: at(20 + index),
    consentedAt: at(21 + index),
    signedAt: at(23 + index),
    ip: '203.0.113.24',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    commonName: name,
    nameFit: 'match' as const,
    nameRules: 1,
    identitySharedWith: [],
    certificate: {
      subject: `C=IN\nO=TEST Personal\nCN=${name}`,
      issuer: 'C=IN\nCN=TEST Sub-CA',
      serialNumber: '5A3C0F1E99B27D4480ACBEEF01234567',
      fingerprint: hash(index + 1),
      validFrom: at(-600),
      validTo: at(600_000),
    },
    authentication: 'One-time password of the test authority',
    inputHash: hash(index + 5),
    cmsSha256: hash(index + 9),
    field: `esign_0${index + 1}`,
    pages: [1, 3],
    revisionSha256: hash(index + 11),
  }));
  return {
    certificateId: '5b0d1c9e-6c1e-4f6e-9d3b-3f3a1f0c2b7d',
    generatedAt: at(60),
    document: {
      id: '0d9a3b5e-2f4c-4a51-8a57-9d6f2f3b1c2d',
      name: 'सेवा अनुबंध: Service agreement, Kaveri Traders',
      pages: 3,
      bytes: 1_234_567,
      originalSha256: hash(10),
      preparedSha256: hash(11),
      finalSha256: hash(12),
      createdAt: at(0),
      sentAt: at(5),
      completedAt: at(26),
      account: 'Kaveri Traders',
    },
    service: { name: 'esign', version: '0.1.0', baseUrl: 'http://127.0.0.1:4010', sandbox: true },
    signers,
    downloads: [],
    audit: auditTrail(60),
    ...changes,
  };
}
