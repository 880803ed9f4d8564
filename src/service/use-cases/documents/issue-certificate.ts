import { X509Certificate } from 'node:crypto';
import type { AuditEntry } from '../../../contract/audit-chain.ts';
import { layOutCertificate, sealPdf } from '../../../pdf/certificate/certificate.ts';
import type {
  CompletionEvidence,
  EvidenceSigner,
} from '../../../pdf/certificate/completion-evidence.ts';
import type { AuditType } from '../../domain/audit.ts';
import { describeEntry } from '../../domain/audit.ts';
import type { Document, Signer } from '../../domain/document.ts';
import { fileNameOf } from '../../domain/document.ts';
import { assertCompleted } from '../../domain/document-states.ts';
import { placementsOf } from '../../domain/placement/arrange-signatures.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { readSignatureFact } from '../signatures/evidence.ts';
import { findOwnDocument } from './read-documents.ts';

const SERVICE_NAME = 'esign Electronic Signature Service';
const SHOWN_DIGITS = 4;

/** A sealed completion certificate. */
export interface IssuedCertificate {
  readonly bytes: Buffer;
  /** Not yet safe for a header. */
  readonly fileName: string;
}

/**
 * Makes and seals the completion certificate of a document, with its audit trail (specification, section 4.6).
 * @throws {DomainError} `not_found`, or `invalid_state` before completion
 */
export async function issueCertificate(
  deps: Omit<ServiceDeps, 'pdf' | 'files'>,
  request: { readonly caller: Pick<Caller, 'account'>; readonly documentId: string },
): Promise<IssuedCertificate> {
  const document = await findOwnDocument(deps, request);
  assertCompleted(document);
  const { seal, fonts, gateway, clock } = deps;
  const audit = await deps.store.readAudit(document.documentId);
  const account = request.caller.account.name;
  const evidence = completionEvidence(deps, { document, audit, account, at: clock.now() });
  const bytes = await sealPdf(await layOutCertificate(evidence, fonts), {
    certificate: new X509Certificate(seal.certificate),
    privateKey: seal.privateKey,
    chain: seal.chain.slice(0, -1).map((der) => new X509Certificate(der)),
    name: evidence.service.name,
    date: clock.now(),
    fonts,
    test: gateway.isTest,
  });
  return { bytes, fileName: fileNameOf(document, 'certificate') };
}

interface CompletedDocument {
  readonly document: Document;
  readonly audit: readonly AuditEntry[];
  /** Name of the sending account. */
  readonly account: string;
  readonly at: Date;
}

/** The page that was appended for signatures. */
function signaturePageOf(audit: readonly AuditEntry[]): { signaturePage?: number } {
  const sent = audit.find(({ type }) => type === 'document.sent');
  const page = sent?.data.signaturePage;
  return typeof page === 'number' ? { signaturePage: page } : {};
}

/** The contents of a certificate. Facts about signatures come from the audit trail. */
function completionEvidence(
  { links, gateway, version }: Pick<ServiceDeps, 'links' | 'gateway' | 'version'>,
  completed: CompletedDocument,
): CompletionEvidence {
  const { document, audit, account, at } = completed;
  const { documentId, name, pages, original, prepared, head, signers } = document;
  const nameOf = (id: string) => signers.find(({ signerId }) => signerId === id)?.name;
  return {
    certificateId: `crt_${documentId.replaceAll('-', '')}`,
    generatedAt: at.toISOString(),
    document: {
      id: documentId,
      name,
      pages: pages.length,
      ...signaturePageOf(audit),
      bytes: head?.bytes ?? 0,
      originalSha256: original.sha256,
      preparedSha256: prepared?.sha256 ?? '',
      finalSha256: head?.sha256 ?? '',
      createdAt: document.createdAt.toISOString(),
      sentAt: document.sentAt?.toISOString() ?? '',
      completedAt: document.completedAt?.toISOString() ?? '',
      account,
    },
    service: { name: SERVICE_NAME, version, baseUrl: links.baseUrl, sandbox: gateway.isTest },
    signers: signers.map((signer) => signerEvidence(completed, signer, gateway.name)),
    audit: audit.map((entry) => ({ ...entry, description: describeEntry(entry, nameOf) })),
  };
}

function signerEvidence(
  { document, audit }: CompletedDocument,
  signer: Signer,
  authority: string,
): EvidenceSigner {
  const { signerId, signingOrder, name, email, phone } = signer;
  const entryOf = (type: AuditType) =>
    audit.findLast((entry) => entry.type === type && entry.data.signerId === signerId);
  const consent = entryOf('consent.given');
  const signature = readSignatureFact(entryOf('signature.embedded')?.data);
  const { sha256: fingerprint, ...certificate } = signature.certificate;
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
    commonName: signature.commonName,
    nameFit: signature.invited?.fit ?? null,
    nameRules: signature.invited?.rules ?? null,
    identitySharedWith: signature.sharedWith ?? [],
    certificate: { ...certificate, fingerprint },
    authentication: `one-time password, through ${authority}`,
    inputHash: signature.inputHash,
    cmsSha256: signature.cmsSha256,
    field: signature.field,
    pages: own.map(({ page }) => page),
    revisionSha256: signature.sha256,
  };
}
