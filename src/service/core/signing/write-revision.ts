import type { X509Certificate } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import type { Turn } from '../../../pdf/admission/fair-queue.ts';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import type { Proof } from '../../../pdf/signing/prove.ts';
import { isEmpty } from '../../../pdf/signing/prove.ts';
import type { Standing } from '../../../pdf/verification/standing.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Timestamp } from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import type { AtGateway, ServiceDeps } from '../deps.ts';
import type { Document, StoredFile } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { NotEmbedded } from './not-embedded.ts';
import type { SignatureAttempt } from './signature.rules.ts';
import { fieldName, revisionKey } from './signature.rules.ts';
import { lacking, lackingOf, rootsOf, SIGNED, timestampFile } from './stamp-cms.ts';

type Deps = Pick<ServiceDeps, 'clock' | 'files' | 'gateways' | 'pdf' | 'proof'> & AtGateway;
type RevisionInTurn = Deps & { readonly turn: Turn };

export interface Embedding {
  readonly document: Document;
  readonly attempt: SignatureAttempt;
  readonly checked: CheckedCms;
  readonly timestamp: Timestamp | null;
  readonly crls: readonly Buffer[];
}

const rawOf = (certificates: readonly X509Certificate[]): Buffer[] =>
  certificates.map(({ raw }) => raw);

/** Certificates missing from CMS and timestamp, and the lists. */
function proofOf({ checked, timestamp, crls }: Embedding): Proof {
  const { path, contents } = checked;
  const [, ...issuers] = rawOf(path);
  const ofSigner = lacking(issuers, rawOf(contents.certificates));
  const ofTimestamp = timestamp ? lackingOf(timestamp) : [];
  return { certificates: [...ofSigner, ...ofTimestamp], crls, ocsp: [] };
}

const baseBytesOf = ({ document }: Embedding): number => document.head?.bytes ?? 0;

const fieldOf = ({ document }: Embedding): string =>
  fieldName(nextSigner(document)?.signingOrder ?? 0);

/** Keeps the copy only if it verifies and leaves the previous revision unchanged. */
async function embed(deps: RevisionInTurn, embedding: Embedding): Promise<Buffer> {
  const { files, gateway, pdf, turn } = deps;
  const { attempt, checked } = embedding;
  const { preparedKey, contentsAt, reserve } = attempt;
  const cms = checked.contents.bytes;
  if (cms.length > reserve) throw new NotEmbedded('signature_too_large');
  const { embedCms } = await import('../../../pdf/signing/prepare.ts');
  const bytes = await files.read(preparedKey);
  const file = embedCms({ bytes, contentsAt, reserve }, cms);
  const field = fieldOf(embedding);
  const base = { bytes: baseBytesOf(embedding), sha256: attempt.baseSha256 };
  const { chain } = gateway;
  const appended = { file, base, field, cms, roots: rootsOf([gateway], deps), chain };
  const problem = await pdf.verifyAppended(appended, turn);
  if (problem) throw new NotEmbedded('verification_failed');
  return file;
}

const isLast = ({ document, attempt }: Embedding): boolean =>
  document.signers.every(
    ({ signedAt, signerId }) => signedAt !== null || signerId === attempt.signerId,
  );

/** Appends proof to the signature and, after the last one, a document timestamp. */
async function writeProven(
  deps: RevisionInTurn,
  folder: LocalFolder,
  { embedding, file }: { readonly embedding: Embedding; readonly file: Buffer },
): Promise<string> {
  const { pdf, proof: sources, turn } = deps;
  const proof = proofOf(embedding);
  const to = folder.path(SIGNED);
  try {
    if (sources && isLast(embedding)) {
      await timestampFile(deps, sources, { file, folder, proof, foreseen: embedding.timestamp });
      return to;
    }
  } catch (error) {
    const isNeeded = sources?.policy === 'required';
    if (isNeeded || !(error instanceof TimestampUnavailable)) throw error;
  }
  await pdf.prove({ file, to, proof }, turn);
  return to;
}

/** Draws the file: outside the signer's field it must look as before. */
async function assertLook({ pdf, turn }: RevisionInTurn, embedding: Embedding, path: string) {
  const job = { path, baseBytes: baseBytesOf(embedding), field: fieldOf(embedding) };
  const problem = await pdf.look(job, turn);
  if (problem) throw new NotEmbedded('verification_failed');
}

/** `standing` is set for a complete file; null if it couldn't be found within the limits. */
export interface WrittenRevision {
  readonly revision: StoredFile;
  readonly standing?: Standing | null;
}

/** By the roots of all gateways: others may have signed at another one. */
async function standingOf(deps: RevisionInTurn, path: string): Promise<Standing | null> {
  const now = deps.clock.now().toISOString();
  const job = { path, roots: rootsOf(deps.gateways, deps), now };
  const standing = await deps.pdf.findStanding(job, deps.turn);
  if (standing?.level === null) throw new NotEmbedded('verification_failed');
  return standing ?? null;
}

/**
 * Urgent, since a signer waits. Stores nothing on failure.
 * @throws {NotEmbedded} when it doesn't verify
 * @throws {TimestampUnavailable} when a required timestamp is unavailable
 */
export async function writeRevision(deps: Deps, embedding: Embedding): Promise<WrittenRevision> {
  const turn = { owner: embedding.document.accountId, isUrgent: true };
  const at = { ...deps, turn };
  const file = await embed(at, embedding);
  const key = revisionKey(embedding.attempt, randomUUID());
  const isPlain = isEmpty(proofOf(embedding)) && !deps.proof;
  return await deps.files.withFolder(async (folder) => {
    const path = isPlain
      ? await folder.write(SIGNED, file)
      : await writeProven(at, folder, { embedding, file });
    await assertLook(at, embedding, path);
    const standing = isLast(embedding) ? { standing: await standingOf(at, path) } : {};
    return { revision: await deps.files.create(key, path), ...standing };
  });
}
