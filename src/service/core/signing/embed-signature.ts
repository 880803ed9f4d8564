import { createHash } from 'node:crypto';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import { parseCertificate } from '../../../pdf/trust/parsed-certificate.ts';
import { policiesOf } from '../../../pdf/trust/policies.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import type { SentBy } from '../../store/documents/read-documents.sql.ts';
import { compareNames, identityOf, NAME_RULES } from '../compare-names.rules.ts';
import type { AtGateway, ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import type { SigningFailure } from './causes.rules.ts';
import type { SignedAnswer } from './check-answer.ts';
import { checkAnswer } from './check-answer.ts';
import { gatewayOf } from './choose-gateway.ts';
import { deleteFile } from './end-attempt.ts';
import type { SignatureFact } from './evidence.ts';
import { answerFields } from './evidence.ts';
import { NotEmbedded, refuseSignature } from './not-embedded.ts';
import { recordSignature } from './record-signature.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { stampCms } from './stamp-cms.ts';
import { writeRevision } from './write-revision.ts';

type JudgedIdentity = Required<Pick<SignatureFact, 'identity' | 'invited' | 'sharedWith'>>;

interface Certified {
  readonly commonName: string;
  readonly subject: string;
}

/**
 * @throws {NotEmbedded} `name_mismatch` and `identity_reused` where the account is strict;
 * `name_differs` when the prepared signature shows another name than the certificate
 */
function judgeIdentity(
  { document, sender }: SentBy,
  attempt: SignatureAttempt,
  { commonName, subject }: Certified,
): JudgedIdentity {
  const { name = '', signerId } = nextSigner(document) ?? {};
  const identity = identityOf(subject);
  const fit = compareNames(name, commonName);
  const sharedWith = document.signers
    .filter((other) => other.signerId !== signerId && other.identity === identity)
    .map(({ signingOrder }) => signingOrder);
  if (sender?.names === 'strict') {
    if (fit === 'mismatch') throw new NotEmbedded('name_mismatch');
    if (sharedWith.length > 0) throw new NotEmbedded('identity_reused');
  }
  if (compareNames(attempt.shownName ?? name, commonName) !== 'match') {
    throw new NotEmbedded('name_differs', commonName);
  }
  return { identity, invited: { name, fit, rules: NAME_RULES }, sharedWith };
}

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;
type EmbedDeps = Deps & AtGateway;

/**
 * Checks, embeds, verifies, and records in one transaction. Repeatable, even after a crash. Returns
 * why nothing was signed, or null. `timestamp_unavailable` keeps the attempt for a retry.
 * @throws {GatewayMissing} {SignatureKept} while gateway or storage are missing; the attempt stays
 * @throws {Error} when the service itself fails, the first two times; the third failure ends the
 * attempt
 */
export async function embedSignature(
  deps: Deps,
  attempt: SignatureAttempt | undefined,
): Promise<SigningFailure | null> {
  if (attempt?.state === 'embedded') return null;
  if (attempt?.state !== 'returned' || !attempt.answer) return 'session_over';
  const at = { ...deps, gateway: gatewayOf(deps, attempt) };
  const sent = await deps.store.findSentDocument(attempt.documentId);
  try {
    if (!sent || !isBase(sent.document, attempt)) throw staleBase();
    const { document } = sent;
    const answer = await readAnswer(at, attempt.answer);
    const { certificate, answeredAt } = answer;
    const checked = checkAnswer(at, answer.cms, { attempt, certificate, at: answeredAt });
    const { subject } = checked.signer.certificate;
    const person = { commonName: checked.signer.commonName, subject };
    const judged = judgeIdentity(sent, attempt, person);
    const { fact, ...proven } = await prove(at, { attempt, answer, checked });
    const written = await writeRevision(at, { document, attempt, ...proven });
    const evidence = { ...evidenceOf(proven.checked, attempt, fact), ...judged };
    const isRecorded = await recordSignature(deps, { attempt, ...written, evidence });
    if (isRecorded !== true) await deleteFile(deps, written.revision.key);
    if (isRecorded === false) throw staleBase();
    return null;
  } catch (error) {
    if (error instanceof TimestampUnavailable) return 'timestamp_unavailable';
    return await refuseSignature(deps, attempt, error);
  }
}

const staleBase = (): NotEmbedded => new NotEmbedded('stale_base');

const isBase = (document: Document, attempt: SignatureAttempt): boolean =>
  document.head?.sha256 === attempt.baseSha256 &&
  nextSigner(document)?.signerId === attempt.signerId;

/** May be refused by now: certificates expire and are replaced. */
async function readAnswer({ gateway }: AtGateway, stored: Buffer): Promise<SignedAnswer> {
  const answer = await gateway.complete(answerFields(stored)).catch((error: unknown) => {
    throw error instanceof GatewayAnswerRefused ? new NotEmbedded(error.reason) : error;
  });
  if (answer.outcome === 'signed') return answer;
  throw new NotEmbedded(answer.reason);
}

interface Checked {
  readonly attempt: SignatureAttempt;
  readonly answer: SignedAnswer;
  /** As of the answer's time: certificates may have expired since. */
  readonly checked: CheckedCms;
}

/** Fetches proof for later checks, and refuses a revoked certificate. */
async function prove(deps: EmbedDeps, { attempt, answer, checked }: Checked) {
  if (!deps.proof) return { checked, fact: undefined, timestamp: null, crls: [] };
  const { revocation } = deps.proof;
  const crls = await revocation.listsFor(checked.path.map(({ raw }) => raw));
  const { certificate, answeredAt: at } = answer;
  const listed = checkAnswer(deps, answer.cms, { attempt, certificate, at, crls });
  const stamped = await stampCms(deps, deps.proof, { attempt, answer, checked: listed, crls });
  const path = stamped.timestamp?.path ?? [];
  const known = new Set(crls);
  const more = (await revocation.listsFor(path)).filter((list) => !known.has(list));
  return { ...stamped, crls: [...crls, ...more] };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function evidenceOf(
  { signer, signingTime, path, revocation, contents }: CheckedCms,
  { createdAt }: SignatureAttempt,
  timestamp: SignatureFact['timestamp'],
) {
  const { commonName, certificate } = signer;
  const { subject, issuer, serialNumber, validFrom, validTo } = certificate;
  const sha256 = sha256Of(certificate.raw);
  const root = path.at(-1);
  const policies = policiesOf(parseCertificate(certificate).extensions);
  return {
    cmsSha256: sha256Of(contents.bytes),
    ...(timestamp && { timestamp }),
    certificate: {
      ...{ subject, issuer, serialNumber, sha256, validFrom, validTo, policies, revocation },
      ...(root && { root: { subject: root.subject, sha256: sha256Of(root.raw) } }),
    },
    commonName,
    // A PAdES signature claims its time outside the CMS, as prepared.
    claimedAt: (signingTime ?? createdAt).toISOString(),
  };
}
