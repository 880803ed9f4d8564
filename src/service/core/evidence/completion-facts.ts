import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type {
  CertificateFacts,
  EvidenceSigner,
} from '../../../pdf/certificate/completion-evidence.ts';
import type { ServiceDeps } from '../deps.ts';
import { placementsOf } from '../documents/arrange-signatures.rules.ts';
import type { Document, DownloadCount, Signer } from '../documents/document.rules.ts';
import type { SignatureFact } from '../signing/evidence.ts';
import { readSignatureFact } from '../signing/evidence.ts';
import { WAYS_OF_READING } from '../signing/signature.rules.ts';
import type { AuditType } from './audit-fields.rules.ts';
import type { AuditReading } from './audit-personal.rules.ts';
import { earlierIn } from './earlier-signatures.ts';

const Consent = Type.Object({
  read: Type.Enum([...WAYS_OF_READING]),
  text: Type.Object({
    version: Type.Integer(),
    language: Type.String(),
    sha256: Type.String(),
  }),
});

const Authentication = Type.Object({
  authorityTime: Type.String(),
  responseCode: Type.Union([Type.String(), Type.Null()]),
});

/** Empty for entries from before consent was recorded. */
function consentIn(entry: AuditReading | undefined): Pick<EvidenceSigner, 'consent'> {
  const data: unknown = entry?.data;
  if (!Value.Check(Consent, data)) return {};
  const { version, language, sha256 } = data.text;
  return { consent: { version, language, sha256, read: data.read } };
}

/** As reported in the authority's answer; empty for entries without it. */
function authenticationIn(entry: AuditReading | undefined): Pick<EvidenceSigner, 'authenticated'> {
  const data: unknown = entry?.data;
  if (!Value.Check(Authentication, data)) return {};
  const { authorityTime: at, responseCode } = data;
  return { authenticated: { at, responseCode } };
}

/** Names the authority that the signature was requested from, as it was named then. */
export function methodIn(
  audit: readonly Pick<AuditReading, 'type' | 'data'>[],
  txn: string,
): string {
  const requested = audit.find(({ type, data }) => type === 'otp.requested' && data.txn === txn);
  const name = requested?.data.gateway;
  return typeof name === 'string' ? `one-time password, through ${name}` : 'one-time password';
}

function certificateIn({ certificate }: SignatureFact): EvidenceSigner['certificate'] {
  const { sha256: fingerprint, root, ...rest } = certificate;
  const named = root && { root: { subject: root.subject, fingerprint: root.sha256 } };
  return { ...rest, fingerprint, ...named };
}

function timestampIn({ timestamp }: SignatureFact): Pick<EvidenceSigner, 'timestamp'> {
  return timestamp && 'at' in timestamp ? { timestamp } : {};
}

const SERVICE_NAME = 'esign Electronic Signature Service';
const SHOWN_DIGITS = 4;

interface CompletedDocument {
  readonly document: Document;
  /** Entries about upload, sending, consent and signatures. */
  readonly audit: readonly AuditReading[];
  readonly downloads: readonly DownloadCount[];
  readonly account: string;
}

function signaturePageOf(audit: readonly AuditReading[]): { signaturePage?: number } {
  const sent = audit.find(({ type }) => type === 'document.sent');
  const page = sent?.data.signaturePage;
  return typeof page === 'number' ? { signaturePage: page } : {};
}

/** From completion, or the last renewal; null if not recorded, as in older documents. */
function levelOf(audit: readonly AuditReading[]): string | null {
  const levelled = ['document.completed', 'evidence.renewed'];
  const level = audit.findLast(({ type }) => levelled.includes(type))?.data.level;
  return typeof level === 'string' ? level : null;
}

function earlierOf(audit: readonly AuditReading[]): Pick<CertificateFacts, 'earlierSignatures'> {
  const earlierSignatures = earlierIn(audit.find(({ type }) => type === 'file.hashed'));
  return earlierSignatures.length === 0 ? {} : { earlierSignatures };
}

/** Facts about signatures come from the audit trail. */
export function completionFacts(
  {
    links,
    gateways,
    version,
    clock,
  }: Pick<ServiceDeps, 'links' | 'gateways' | 'version' | 'clock'>,
  completed: CompletedDocument,
): CertificateFacts {
  const { document, audit, downloads, account } = completed;
  const { documentId, name, pages, original, prepared, head, signers } = document;
  return {
    certificateId: `crt_${documentId.replaceAll('-', '')}`,
    generatedAt: clock.now().toISOString(),
    document: {
      id: documentId,
      name,
      pages: pages.length,
      ...signaturePageOf(audit),
      bytes: head?.bytes ?? 0,
      originalSha256: original.sha256,
      preparedSha256: prepared?.sha256 ?? '',
      finalSha256: head?.sha256 ?? '',
      level: levelOf(audit),
      createdAt: document.createdAt.toISOString(),
      sentAt: document.sentAt?.toISOString() ?? '',
      completedAt: document.completedAt?.toISOString() ?? '',
      account,
    },
    service: { name: SERVICE_NAME, version, baseUrl: links.baseUrl, sandbox: gateways[0].isTest },
    signers: signers.map((signer) => signerEvidence(completed, signer)),
    ...earlierOf(audit),
    downloads: downloads.map(({ holder, count, firstAt, lastAt }) => ({
      signer: signers.find(({ signerId }) => signerId === holder)?.signingOrder ?? null,
      count,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  };
}

/** Values of a signer's evidence that may be erased from the trail. */
const ERASABLE = [
  ...['ip', 'userAgent', 'commonName'],
  ...['certificate.subject', 'certificate.serialNumber'],
];

function erasedOf(...entries: (AuditReading | undefined)[]): { erased?: string[] } {
  const paths = new Set(entries.flatMap((entry) => entry?.erased ?? []));
  const erased = ERASABLE.filter((one) => paths.has(one) || paths.has(`data.${one}`));
  return erased.length === 0 ? {} : { erased };
}

function signerEvidence({ document, audit }: CompletedDocument, signer: Signer): EvidenceSigner {
  const { signerId, signingOrder, name, email, phone } = signer;
  const entryOf = (type: AuditType) =>
    audit.findLast((entry) => entry.type === type && entry.data.signerId === signerId);
  const consent = entryOf('consent.given');
  const embedded = entryOf('signature.embedded');
  const signature = readSignatureFact(embedded?.data);
  const placed = placementsOf(document);
  const own = placed.find((one) => one.signerId === signerId)?.positions ?? [];
  return {
    order: signingOrder,
    name,
    email,
    phone: phone.slice(-SHOWN_DIGITS).padStart(phone.length, '•'),
    openedAt: signer.openedAt?.toISOString() ?? null,
    consentedAt: signer.consentedAt?.toISOString() ?? null,
    signedAt: signer.signedAt?.toISOString() ?? null,
    ip: consent?.ip ?? null,
    userAgent: consent?.userAgent ?? null,
    ...erasedOf(consent, embedded),
    commonName: signature.commonName,
    nameFit: signature.invited?.fit ?? null,
    nameRules: signature.invited?.rules ?? null,
    identitySharedWith: signature.sharedWith ?? [],
    certificate: certificateIn(signature),
    authentication: methodIn(audit, signature.txn),
    ...authenticationIn(entryOf('otp.verified')),
    ...consentIn(consent),
    inputHash: signature.inputHash,
    cmsSha256: signature.cmsSha256,
    field: signature.field,
    pages: own.map(({ page }) => page),
    revisionSha256: signature.sha256,
    claimedAt: signature.claimedAt,
    ...timestampIn(signature),
  };
}
