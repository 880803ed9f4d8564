import type { X509Certificate } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import type { Turn } from '../../../pdf/admission/fair-queue.ts';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import type { Proof } from '../../../pdf/proof/proof.ts';
import { isEmpty } from '../../../pdf/proof/proof.ts';
import type { Level } from '../../../pdf/verification/level.ts';
import type { Document, StoredFile } from '../../domain/documents/document.ts';
import { nextSigner } from '../../domain/documents/document-states.ts';
import type { SignatureAttempt } from '../../domain/documents/signature.ts';
import { fieldName, revisionKey } from '../../domain/documents/signature.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Timestamp } from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import type { AtGateway, LongTermProof, ServiceDeps } from '../deps.ts';
import { NotEmbedded } from './not-embedded.ts';

type Deps = Pick<ServiceDeps, 'clock' | 'files' | 'gateways' | 'pdf' | 'proof'> & AtGateway;
type InTurn = Deps & { readonly turn: Turn };

/** A CMS to embed, with the proof that was fetched for it. */
export interface Embedding {
  readonly document: Document;
  readonly attempt: SignatureAttempt;
  readonly checked: CheckedCms;
  readonly timestamp: Timestamp | null;
  readonly crls: readonly Buffer[];
}

/** The certificates of a path, without its root, that are not included already. */
function lacking(path: readonly Buffer[], included: readonly Buffer[]): Buffer[] {
  return path.slice(0, -1).filter((der) => !included.some((one) => one.equals(der)));
}

const rawOf = (certificates: readonly X509Certificate[]): Buffer[] =>
  certificates.map(({ raw }) => raw);

/** The certificates that a timestamp lacks, without which nobody could tell whose it is. */
const lackingOf = ({ path, included }: Timestamp): Buffer[] => lacking(path, included);

/** The certificates that CMS and timestamp lack, and the lists. */
function proofOf({ checked, timestamp, crls }: Embedding): Proof {
  const { path, contents } = checked;
  const [, ...issuers] = rawOf(path);
  const ofSigner = lacking(issuers, rawOf(contents.certificates));
  const ofTimestamp = timestamp ? lackingOf(timestamp) : [];
  return { certificates: [...ofSigner, ...ofTimestamp], crls, ocsp: [] };
}

/** The signers were judged by the roots of their authority alone before. */
const rootsOf = (gateways: Deps['gateways'], { proof }: Deps): Buffer[] => [
  ...gateways.flatMap(({ roots }) => roots),
  ...(proof?.timestamps.roots ?? []),
];

const baseBytesOf = ({ document }: Embedding): number => document.head?.bytes ?? 0;

const fieldOf = ({ document }: Embedding): string =>
  fieldName(nextSigner(document)?.signingOrder ?? 0);

/** Embeds into a copy, and keeps it only if it verifies and leaves the revision before it unchanged. */
async function embed(deps: InTurn, embedding: Embedding): Promise<Buffer> {
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

/** A signed file in a folder, before it is stored. */
const SIGNED = 'signed.pdf';

/** A signed file, the folder that it is written in, and the proof that it gets. */
interface Proving {
  readonly file: Buffer;
  readonly folder: LocalFolder;
  readonly proof: Proof;
}

const isSamePath = (one: readonly Buffer[], other: readonly Buffer[] = []): boolean =>
  one.length === other.length && one.every((der, index) => other[index]?.equals(der));

/** Writes the file with proof and the placeholder of a document timestamp at its very end, and has that timestamped. */
async function stampFile(
  { pdf, turn }: InTurn,
  { timestamps }: LongTermProof,
  { file, folder, proof }: Proving,
) {
  const job = { file, to: folder.path(SIGNED), proof, reserve: timestamps.tokenBytes };
  const placeholder = await pdf.prove(job, turn);
  if (placeholder === null) throw new Error('The document timestamp has no placeholder.');
  const timestamp = await timestamps.stamp(Buffer.from(placeholder.sha256, 'hex'));
  return { placeholder, timestamp };
}

/**
 * Puts a document timestamp over all proof, that of its own authority included: behind it nothing follows. `foreseen` has the
 * path of the authority whose proof the file has already. When another one answers, its proof is added, its token thrown away,
 * and a second one asked for. Should that come with yet another certificate, as from an authority that has several in use,
 * nothing in the file may tell of its revocation: it stays unproven until the next document timestamp.
 */
async function timestampFile(
  deps: InTurn,
  sources: LongTermProof,
  { foreseen, ...proving }: Proving & { readonly foreseen: Timestamp | null },
): Promise<void> {
  const { folder, proof } = proving;
  let stamped = await stampFile(deps, sources, proving);
  const { path } = stamped.timestamp;
  if (!isSamePath(path, foreseen?.path)) {
    const certificates = [...proof.certificates, ...lackingOf(stamped.timestamp)];
    const crls = [...proof.crls, ...(await sources.revocation.listsFor(path))];
    const own = { ...proof, certificates, crls };
    stamped = await stampFile(deps, sources, { ...proving, proof: own });
  }
  const { embedCms } = await import('../../../pdf/signing/prepare.ts');
  const prepared = { ...stamped.placeholder, bytes: await folder.read(SIGNED) };
  await folder.write(SIGNED, embedCms(prepared, stamped.timestamp.token));
}

/** Writes the file with proof behind its signature; the last signature is followed by a document timestamp. */
async function writeProven(
  deps: InTurn,
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

/** Draws the written file, with its proof: outside the signer's field it has to look as before. */
async function assertLook({ pdf, turn }: InTurn, embedding: Embedding, path: string) {
  const job = { path, baseBytes: baseBytesOf(embedding), field: fieldOf(embedding) };
  const problem = await pdf.look(job, turn);
  if (problem) throw new NotEmbedded('verification_failed');
}

/** A written file; complete ones have a level, null if it could not be found within the limits. */
export interface WrittenRevision {
  readonly revision: StoredFile;
  readonly level?: Level | null;
}

/** The level of a complete file, as the roots of all gateways judge it: others may have signed at another one. */
async function levelOf(deps: InTurn, path: string): Promise<Level | null> {
  const now = deps.clock.now().toISOString();
  const job = { path, roots: rootsOf(deps.gateways, deps), now };
  const level = await deps.pdf.findLevel(job, deps.turn);
  if (level === null) throw new NotEmbedded('verification_failed');
  return level ?? null;
}

/**
 * Writes the signed revision, with the proof for later checks, and finds the level of a complete file. A signer waits for it.
 * What fails is not stored.
 * @throws {NotEmbedded} when it does not verify
 * @throws {TimestampUnavailable} when the file needs a timestamp that cannot be had now
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
    const level = isLast(embedding) ? { level: await levelOf(at, path) } : {};
    return { revision: await deps.files.create(key, path), ...level };
  });
}
