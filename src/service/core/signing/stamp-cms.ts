import { createHash, X509Certificate } from 'node:crypto';
import type { Turn } from '../../../pdf/admission/fair-queue.ts';
import { addTimestamp } from '../../../pdf/cms/add-timestamp.ts';
import type { CheckedCms } from '../../../pdf/cms/check-cms.ts';
import { CLOCKS_DIFFER_MS, checkTimestamp } from '../../../pdf/cms/check-timestamp.ts';
import { PdfError } from '../../../pdf/pdf-errors.ts';
import type { Proof } from '../../../pdf/signing/prove.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Timestamp } from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import type { AtGateway, LongTermProof, ServiceDeps } from '../deps.ts';
import type { SignedAnswer } from './check-answer.ts';
import { checkAnswer } from './check-answer.ts';
import type { SignatureFact } from './evidence.ts';
import { NotEmbedded } from './not-embedded.ts';
import type { SignatureAttempt } from './signature.rules.ts';

type InTurn = Pick<ServiceDeps, 'pdf'> & { readonly turn: Turn };

/** Signers were already judged by their own authority's roots. */
export const rootsOf = (
  gateways: ServiceDeps['gateways'],
  { proof }: Pick<ServiceDeps, 'proof'>,
): Buffer[] => [...gateways.flatMap(({ roots }) => roots), ...(proof?.timestamps.roots ?? [])];

/** Certificates of a path, without its root, that aren't included. */
export function lacking(path: readonly Buffer[], included: readonly Buffer[]): Buffer[] {
  return path.slice(0, -1).filter((der) => !included.some((one) => one.equals(der)));
}

/** Without these, nobody could tell whose timestamp it is. */
export const lackingOf = ({ path, included }: Timestamp): Buffer[] => lacking(path, included);

export const SIGNED = 'signed.pdf';

interface Proving {
  readonly file: Buffer;
  readonly folder: LocalFolder;
  readonly proof: Proof;
}

const isSamePath = (one: readonly Buffer[], other: readonly Buffer[] = []): boolean =>
  one.length === other.length && one.every((der, index) => other[index]?.equals(der));

/** Appends proof and a document timestamp's placeholder, and requests the timestamp. */
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
 * Covers all proof, its own authority's included. `foreseen` is the authority whose proof the file
 * already has. If another answers, its proof is added, and a second timestamp requested. If that
 * has yet another certificate, its revocation stays unproven until the next document timestamp.
 */
export async function timestampFile(
  deps: InTurn,
  sources: LongTermProof,
  { foreseen, ...proving }: Proving & { readonly foreseen: Pick<Timestamp, 'path'> | null },
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

export interface StampedCms {
  readonly checked: CheckedCms;
  readonly fact: SignatureFact['timestamp'];
  /** Null without one, or for one from the authority's answer. */
  readonly timestamp: Timestamp | null;
}

export interface Signed {
  readonly attempt: SignatureAttempt;
  readonly answer: SignedAnswer;
  readonly checked: CheckedCms;
  /** Revocation lists for its certificates, DER. */
  readonly crls: readonly Buffer[];
}

/** Came with the answer; undefined if none did. */
function includedTimestamp(
  { gateway }: AtGateway,
  { timestamps }: LongTermProof,
  { contents }: CheckedCms,
): SignatureFact['timestamp'] {
  const read = (ders: readonly Buffer[]) => ders.map((der) => new X509Certificate(der));
  try {
    const found = checkTimestamp(contents, {
      roots: read([...gateway.roots, ...timestamps.roots]),
      intermediates: read(gateway.chain),
    });
    return found && { at: found.at.toISOString(), authority: found.authority };
  } catch (error) {
    if (error instanceof PdfError) throw new NotEmbedded('bad_timestamp');
    throw error;
  }
}

const isLater = (claimed: Date | null, at: Date): boolean =>
  claimed !== null && claimed.getTime() > at.getTime() + CLOCKS_DIFFER_MS;

async function stamped(deps: AtGateway, proof: LongTermProof, signed: Signed): Promise<StampedCms> {
  const { attempt, answer, checked, crls } = signed;
  const included = includedTimestamp(deps, proof, checked);
  if (included) return { checked, fact: included, timestamp: null };
  const { bytes, signature } = checked.contents;
  const sha256 = createHash('sha256').update(signature).digest();
  const timestamp = await proof.timestamps.stamp(sha256);
  if (isLater(checked.signingTime, timestamp.at)) throw new NotEmbedded('clock');
  const cms = addTimestamp(bytes, timestamp.token);
  if (cms.length > attempt.reserve) throw new NotEmbedded('signature_too_large');
  const { certificate } = answer;
  const { at, authority } = timestamp;
  return {
    checked: checkInTime(deps, cms, { attempt, certificate, at, crls }),
    fact: { at: at.toISOString(), authority },
    timestamp,
  };
}

/** A timestamp after the certificate's end would prove only that. */
function checkInTime(...[deps, cms, check]: Parameters<typeof checkAnswer>): CheckedCms {
  try {
    return checkAnswer(deps, cms, check);
  } catch (error) {
    if (!(error instanceof NotEmbedded)) throw error;
    throw new NotEmbedded('stale');
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof TimestampUnavailable || error instanceof NotEmbedded
    ? error.reason
    : undefined;
}

/**
 * PAdES B-T, unless it has a timestamp. Optional under the policy `preferred`.
 * @throws {TimestampUnavailable} {NotEmbedded} under the policy `required`
 */
export async function stampCms(
  deps: AtGateway,
  proof: LongTermProof,
  signed: Signed,
): Promise<StampedCms> {
  try {
    return await stamped(deps, proof, signed);
  } catch (error) {
    const missing = reasonOf(error);
    if (missing === undefined || proof.policy === 'required') throw error;
    return { checked: signed.checked, fact: { missing }, timestamp: null };
  }
}
