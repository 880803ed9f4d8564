import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import { checkCms } from '../../../pdf/cms/check-cms.ts';
import type { CmsErrorCode } from '../../../pdf/errors.ts';
import { CmsError } from '../../../pdf/errors.ts';
import type { Proof } from '../../../pdf/proof/append-proof.ts';
import { isEmpty } from '../../../pdf/proof/append-proof.ts';
import { embedCms } from '../../../pdf/signing/prepare.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import type { SignatureAttempt, SigningFailure } from '../../domain/signature.ts';
import { fieldName, provenKey, revisionKey } from '../../domain/signature.ts';
import type { GatewayAnswer } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import { discardFile } from './discard-file.ts';
import { judgeIdentity } from './judge-identity.ts';
import { NotEmbedded, refuseSignature } from './not-embedded.ts';
import { recordSignature } from './record-signature.ts';

type Deps = Omit<ServiceDeps, 'version' | 'seal'>;
type SignedAnswer = Extract<GatewayAnswer, { outcome: 'signed' }>;

/**
 * Embeds the signature of a stored answer: checks the CMS, embeds it, verifies the new revision, and records it in one
 * transaction. Safe to repeat, also after a crash. Returns why nothing was signed; null when the document is signed.
 * @throws {Error} when the service itself fails, the first two times; the third failure ends the attempt
 */
export async function embedSignature(deps: Deps, txn: string): Promise<SigningFailure | null> {
  const attempt = await deps.store.findAttempt(txn);
  if (attempt?.state === 'embedded') return null;
  if (attempt?.state !== 'returned' || !attempt.answer) return 'session_over';
  const document = await deps.store.findDocument(attempt.documentId);
  try {
    if (!document || !isBase(document, attempt)) throw staleBase();
    const answer = await readAnswer(deps, attempt.answer);
    const checked = check(deps, attempt, answer);
    const certificate = evidenceOf(answer, checked);
    const judged = await judgeIdentity(
      deps,
      { document, attempt },
      {
        commonName: certificate.commonName,
        subject: certificate.certificate.subject,
      },
    );
    const revision = await writeRevision(deps, { document, attempt, checked });
    const signed = { attempt, revision, evidence: { ...certificate, ...judged } };
    if (!(await recordSignature(deps, signed))) throw staleBase();
    await discardFile(deps, attempt.preparedKey);
    return null;
  } catch (error) {
    return await refuseSignature(deps, attempt, error);
  }
}

const staleBase = (): NotEmbedded => new NotEmbedded('stale_base');

const isBase = (document: Document, attempt: SignatureAttempt): boolean =>
  document.head?.sha256 === attempt.baseSha256 &&
  nextSigner(document)?.signerId === attempt.signerId;

const certificatesOf = (ders: readonly Buffer[]): X509Certificate[] =>
  ders.map((der) => new X509Certificate(der));

/** Reads the stored answer again. It may be refused by now: certificates expire and are replaced. */
async function readAnswer({ gateway }: Deps, stored: Buffer): Promise<SignedAnswer> {
  const fields: Record<string, string> = JSON.parse(stored.toString());
  const answer = await gateway.complete(fields).catch((error: unknown) => {
    throw error instanceof GatewayAnswerRefused ? new NotEmbedded(error.reason) : error;
  });
  if (answer.outcome === 'signed') return answer;
  throw new NotEmbedded(answer.reason);
}

/** Reasons for refusing a CMS; any other code means a bad signature. */
const CMS_REASONS: Readonly<Partial<Record<CmsErrorCode, string>>> = {
  CMS_DIGEST: 'hash_mismatch',
  CERT_TIME: 'untrusted_certificate',
  WRONG_USE: 'untrusted_certificate',
  NO_ROOT: 'untrusted_certificate',
  UNTRUSTED: 'untrusted_certificate',
  REVOKED: 'untrusted_certificate',
};

/** Checks certificates at the time of the answer: they may have expired since. */
function check({ gateway }: Deps, attempt: SignatureAttempt, answer: SignedAnswer): CheckedCms {
  try {
    const checked = checkCms(answer.cms, {
      sha256: attempt.inputHash,
      roots: certificatesOf(gateway.roots),
      at: answer.answeredAt,
      given: [new X509Certificate(answer.certificate), ...certificatesOf(gateway.chain)],
      needEss: gateway.subFilter === 'ETSI.CAdES.detached',
    });
    if (checked.signer.certificate.raw.equals(answer.certificate)) return checked;
    throw new NotEmbedded('bad_signature');
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    throw new NotEmbedded(CMS_REASONS[error.code] ?? 'bad_signature');
  }
}

interface Embedding {
  readonly document: Document;
  readonly attempt: SignatureAttempt;
  readonly checked: CheckedCms;
}

/** Embeds into a copy, and keeps it only if it verifies and leaves the revision before it unchanged. */
async function writeRevision(
  { files, gateway, pdf }: Deps,
  embedding: Embedding,
): Promise<StoredFile> {
  const { document, attempt, checked } = embedding;
  const { preparedKey, contentsAt, reserve } = attempt;
  const { contents } = checked;
  if (contents.bytes.length > reserve) throw new NotEmbedded('signature_too_large');
  const bytes = await files.read(preparedKey);
  const file = embedCms({ bytes, contentsAt, reserve }, contents.bytes);
  const field = fieldName(nextSigner(document)?.signingOrder ?? 0);
  const base = { bytes: document.head?.bytes ?? 0, sha256: attempt.baseSha256 };
  const { roots, chain } = gateway;
  const cms = contents.bytes;
  const problem = await pdf.verifyAppended({ file, base, field, cms, roots, chain });
  if (problem) throw new NotEmbedded('verification_failed');
  const proof = proofOf(checked);
  if (isEmpty(proof)) return await files.write(revisionKey(attempt), file);
  const key = provenKey(attempt, randomUUID());
  await pdf.prove({ file, to: await files.localPath(key), proof });
  return await files.adopt(key);
}

/** The certificates between signer and root that the CMS lacks: without them nobody could tell whose it is. */
function proofOf({ path, contents }: CheckedCms): Proof {
  const isInCms = ({ raw }: X509Certificate) =>
    contents.certificates.some((one) => one.raw.equals(raw));
  const lacking = path.slice(1, -1).filter((certificate) => !isInCms(certificate));
  return { certificates: lacking.map(({ raw }) => raw), crls: [], ocsp: [] };
}

function evidenceOf({ cms }: SignedAnswer, { signer }: CheckedCms) {
  const { commonName, certificate } = signer;
  const { subject, issuer, serialNumber, validFrom, validTo } = certificate;
  const sha256 = createHash('sha256').update(certificate.raw).digest('hex');
  return {
    cmsSha256: createHash('sha256').update(cms).digest('hex'),
    certificate: { subject, issuer, serialNumber, sha256, validFrom, validTo },
    commonName,
  };
}

/**
 * Embeds the answers that were stored before the service stopped. Returns the errors: those attempts stay as they are,
 * and delay neither the others nor the start.
 */
export async function resumeSignatures(deps: Deps): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { txn } of await deps.store.listReturned()) {
    await embedSignature(deps, txn).catch((error: unknown) => failures.push(error));
  }
  return failures;
}
