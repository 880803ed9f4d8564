import { createHash, X509Certificate } from 'node:crypto';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import { checkCms } from '../../../pdf/cms/check-cms.ts';
import type { CmsErrorCode } from '../../../pdf/errors.ts';
import { CmsError } from '../../../pdf/errors.ts';
import { embedCms } from '../../../pdf/signing/prepare.ts';
import { verifyAppended } from '../../../pdf/verification/verify-appended.ts';
import { SYSTEM } from '../../domain/audit.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import type { SignatureAttempt } from '../../domain/signature.ts';
import { fieldName, revisionKey } from '../../domain/signature.ts';
import type { SigningFailure } from '../../domain/signing-failure.ts';
import { toldFailure } from '../../domain/signing-failure.ts';
import type { GatewayAnswer, SigningGateway } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import { failedFact } from './answer-evidence.ts';
import type { SignatureEvidence } from './record-signature.ts';
import { recordSignature } from './record-signature.ts';

type Deps = Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>;
/** So many failures of the service itself to embed an answer end its attempt. */
const MOST_FAILURES = 3;
type SignedAnswer = Extract<GatewayAnswer, { outcome: 'signed' }>;

/** Why a signature was not embedded: a stable name. */
class Refusal extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The signature was not embedded: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Embeds the signature of an attempt whose answer is stored: checks the CMS, embeds it, verifies what came behind the
 * head, then records it in one transaction. Safe to repeat: after a crash it goes on where it was. Answers the name of
 * the reason why nothing was signed; null when the signature stands.
 * @throws whatever kept the service from embedding it, the first two times: the third ends the attempt
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
    const revision = await writeRevision(deps, { document, attempt, checked });
    const signed = { attempt, revision, evidence: evidenceOf(answer, checked) };
    if (!(await recordSignature(deps, signed))) throw staleBase();
    return null;
  } catch (error) {
    return await refuse(deps, attempt, await refusalFor(deps, attempt, error));
  }
}

const staleBase = (): Refusal => new Refusal('stale_base');

const isBase = (document: Document, attempt: SignatureAttempt): boolean =>
  document.head?.sha256 === attempt.baseSha256 &&
  nextSigner(document)?.signerId === attempt.signerId;

const rootsOf = ({ roots }: SigningGateway): X509Certificate[] =>
  roots.map((der) => new X509Certificate(der));

/** An answer that was the authority's when it came may be so no longer: its certificates end, or are replaced. */
async function readAnswer({ gateway }: Deps, stored: Buffer): Promise<SignedAnswer> {
  const fields: Record<string, string> = JSON.parse(stored.toString());
  const answer = await gateway.complete(fields).catch((error: unknown) => {
    throw error instanceof GatewayAnswerRefused ? new Refusal(error.reason) : error;
  });
  if (answer.outcome === 'signed') return answer;
  throw new Refusal(answer.reason);
}

/** Why a CMS is refused, by what the check found; all else makes it a bad signature. */
const CMS_REASONS: Readonly<Partial<Record<CmsErrorCode, string>>> = {
  CMS_DIGEST: 'hash_mismatch',
  CERT_TIME: 'untrusted_certificate',
  CERT_CHAIN: 'untrusted_certificate',
};

/** Certificates are judged at the time of the answer: when a stored one is embedded, they may be over. */
function check({ gateway }: Deps, attempt: SignatureAttempt, answer: SignedAnswer): CheckedCms {
  try {
    const checked = checkCms(answer.cms, {
      sha256: attempt.inputHash,
      roots: rootsOf(gateway),
      at: answer.answeredAt,
      given: [new X509Certificate(answer.certificate)],
      needEss: gateway.subFilter === 'ETSI.CAdES.detached',
    });
    if (checked.signer.certificate.raw.equals(answer.certificate)) return checked;
    throw new Refusal('bad_signature');
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    throw new Refusal(CMS_REASONS[error.code] ?? 'bad_signature');
  }
}

interface Embedding {
  readonly document: Document;
  readonly attempt: SignatureAttempt;
  readonly checked: CheckedCms;
}

/** Embeds into a copy and keeps it only when it verifies, and changes nothing of the revision before it. */
async function writeRevision({ files, gateway }: Deps, embedding: Embedding): Promise<StoredFile> {
  const { document, attempt, checked } = embedding;
  const { preparedKey, contentsAt, reserve } = attempt;
  const { contents } = checked;
  if (contents.bytes.length > reserve) throw new Refusal('signature_too_large');
  const bytes = await files.read(preparedKey);
  const file = embedCms({ bytes, contentsAt, reserve }, contents.bytes);
  const field = fieldName(nextSigner(document)?.signingOrder ?? 0);
  const base = { bytes: document.head?.bytes ?? 0, sha256: attempt.baseSha256 };
  const problem = await verifyAppended(
    { file, base, field, contents },
    { roots: rootsOf(gateway) },
  );
  if (problem) throw new Refusal('verification_failed');
  return await files.write(revisionKey(attempt), file);
}

function evidenceOf({ cms }: SignedAnswer, { signer }: CheckedCms): SignatureEvidence {
  const { commonName, certificate } = signer;
  const { subject, issuer, serialNumber, validFrom, validTo } = certificate;
  const sha256 = createHash('sha256').update(certificate.raw).digest('hex');
  return {
    cmsSha256: createHash('sha256').update(cms).digest('hex'),
    certificate: { subject, issuer, serialNumber, sha256, validFrom, validTo },
    commonName,
  };
}

/** What ends the attempt; a failure of the service itself is thrown on while another try may help. */
async function refusalFor(deps: Deps, attempt: SignatureAttempt, error: unknown) {
  if (error instanceof Refusal) return error;
  if ((await countFailure(deps, attempt)) < MOST_FAILURES) throw error;
  return new Refusal('embedding_failed');
}

async function countFailure({ store }: Deps, { documentId, txn }: SignatureAttempt) {
  return await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const failures = ((await tx.lockAttempt(txn))?.failures ?? 0) + 1;
    await tx.changeAttempt(txn, { failures });
    return failures;
  });
}

/** Answers what the signer is told: null when the same answer was embedded meanwhile, by another of its deliveries. */
async function refuse(
  { store, clock }: Deps,
  { documentId, txn }: SignatureAttempt,
  { reason }: Refusal,
): Promise<SigningFailure | null> {
  return await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const attempt = await tx.lockAttempt(txn);
    if (attempt?.state === 'embedded') return null;
    if (attempt?.state !== 'returned') return toldFailure(reason);
    await tx.changeAttempt(txn, { state: 'failed', reason });
    const stored = attempt.answer ?? Buffer.alloc(0);
    await tx.appendAudit(documentId, [
      failedFact(attempt, { reason, stored, origin: SYSTEM }, clock.now()),
    ]);
    return toldFailure(reason);
  });
}
