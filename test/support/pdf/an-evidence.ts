import type { AuditEntry } from '../../../src/contract/audit-chain.ts';
import { GENESIS_HASH, hashAuditEntry } from '../../../src/contract/audit-chain.ts';
import type {
  AuditRow,
  CompletionEvidence,
  EvidenceSigner,
} from '../../../src/pdf/certificate/completion-evidence.ts';
import { chainAudit } from '../../../src/service/core/evidence/audit.rules.ts';
import type { AuditType } from '../../../src/service/core/evidence/audit-fields.rules.ts';
import { readEntry } from '../../../src/service/core/evidence/audit-personal.rules.ts';

const START = Date.UTC(2026, 10, 21, 4, 30, 0, 250);
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const hash = (digit: number) => digit.toString(16).repeat(64).slice(0, 64);
const idOf = (order: number) => `6f1d2c3b-0000-4000-8000-00000000000${order}`;

const PEOPLE = ['Asha Rao', 'Ravi Kumar', 'अनिता शर्मा', 'Dr. श्री विक्रम सिंह'];

type Event = { readonly type: AuditType; readonly description: string; readonly order?: number };

const BEGINNING: readonly Event[] = [
  { type: 'document.created', description: 'Document created' },
  { type: 'file.hashed', description: 'File uploaded and hashed' },
  { type: 'signer.added', description: 'Signer added' },
  { type: 'credits.deducted', description: 'Credits deducted' },
  { type: 'document.sent', description: 'Sent for signature' },
];

const eventsOf = (order: number): Event[] => {
  const events: Event[] = [
    { type: 'email.sent', description: `Mail sent: signer ${order} (signing link)` },
    { type: 'link.opened', description: `Signing link opened: signer ${order}` },
    {
      type: 'document.viewed',
      description: `Document requested through the signing link: signer ${order}`,
    },
    {
      type: 'consent.given',
      description: `Consented to sign electronically: signer ${order} (their browser reported that every page was loaded)`,
    },
    {
      type: 'otp.requested',
      description: `Requested a one-time password from the authority: signer ${order}`,
    },
    {
      type: 'otp.verified',
      description: `One-time password verified by the authority: signer ${order} (answered at 2026-11-21T04:53:02.000Z, response 7c1f0a)`,
    },
    { type: 'signature.embedded', description: `Signature verified and embedded: signer ${order}` },
    { type: 'signer.signed', description: `Signed: signer ${order}` },
  ];
  return events.map((event) => ({ ...event, order }));
};

const COMPLETED: Event = {
  type: 'document.completed',
  description: 'All signers signed: document completed',
};

/** What happens to a document with this many signers, in order. */
function eventsFor(signers: number): Event[] {
  const orders = Array.from({ length: signers }, (_, index) => index + 1);
  return [...BEGINNING, ...orders.flatMap(eventsOf), COMPLETED];
}

const FROM = { ip: '203.0.113.24', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

function anEntry(
  last: AuditEntry | undefined,
  { type, order }: Event,
  { index, isOld }: { readonly index: number; readonly isOld: boolean },
): AuditEntry {
  const actor = order === undefined ? 'account:8c1f4e20' : `signer:${idOf(order)}`;
  const from = index % 4 === 3 ? { ip: null, userAgent: null } : FROM;
  const origin = { actor, requestId: `req-${index}`, ...from };
  const signerId = idOf(order ?? 1);
  const data = { signerId, email: 'asha.rao@example.in' };
  if (!isOld) {
    const salt = () => index.toString(16).padStart(32, '0');
    return chainAudit(last, [{ type, at: new Date(at(index)), origin, data }], salt)[0]!;
  }
  const previousHash = last?.hash ?? GENESIS_HASH;
  const open = { seq: index + 1, at: at(index), type, ...origin, data, previousHash };
  return { ...open, hash: hashAuditEntry(open) };
}

/** A chained audit trail of this length: that of some signers, over and over; the first entries in version 1. */
export function auditTrail(count: number, ofVersion1 = 0, signers = 4): AuditRow[] {
  const events = eventsFor(signers);
  const rows: AuditRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const event = events[index % events.length]!;
    const entry = anEntry(rows.at(-1)?.entry, event, { index, isOld: index < ofVersion1 });
    const { data: _, erased: __, ...shown } = readEntry(entry);
    rows.push({ ...shown, description: event.description, signer: event.order, entry });
  }
  return rows;
}

/** The trail of a document with this many signers: nothing happened twice. */
export const trailOf = (signers: number): AuditRow[] =>
  auditTrail(eventsFor(signers).length, 0, signers);

/** A signer with all that can be recorded of one. */
export function aSigner(order: number, name: string): EvidenceSigner {
  return {
    order,
    name,
    email: `signer${order}@example.in`,
    phone: '••••••3210',
    openedAt: at(19 + order),
    consentedAt: at(20 + order),
    signedAt: at(22 + order),
    ip: '203.0.113.24',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    commonName: name,
    nameFit: 'match' as const,
    nameRules: 1,
    identitySharedWith: [],
    certificate: {
      subject: `C=IN\nO=TEST Personal (not for real use)\nST=Delhi\npostalCode=499938\nCN=${name}`,
      issuer: 'C=IN\nO=TEST esign authority (not for real use)\nCN=TEST Sub-CA',
      serialNumber: '5A3C0F1E99B27D4480ACBEEF01234567',
      fingerprint: hash(order),
      validFrom: at(-600),
      validTo: at(600_000),
      policies: ['2.16.356.100.2.4.1'],
      root: { subject: 'C=IN\nCN=TEST Root', fingerprint: hash(15) },
    },
    authentication: 'one-time password, through the test authority',
    authenticated: { at: at(21 + order), responseCode: '7C1F0A93D228EC2A91DDBB16F79861BE' },
    consent: { version: 1, language: 'en', sha256: hash(order + 3), read: 'pages' },
    inputHash: hash(order + 4),
    cmsSha256: hash(order + 8),
    field: `esign_0${order}`,
    pages: [1, 3],
    revisionSha256: hash(order + 9),
    claimedAt: at(20 + order),
  };
}

/** Evidence of a document with four signers. */
export function anEvidence(changes: Partial<CompletionEvidence> = {}): CompletionEvidence {
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
      level: 'PAdES B-LTA',
      createdAt: at(0),
      sentAt: at(5),
      completedAt: at(26),
      account: 'Kaveri Traders',
    },
    service: { name: 'esign', version: '0.1.0', baseUrl: 'http://127.0.0.1:4010', sandbox: true },
    signers: PEOPLE.map((name, index) => aSigner(index + 1, name)),
    downloads: [],
    audit: auditTrail(60),
    ...changes,
  };
}
