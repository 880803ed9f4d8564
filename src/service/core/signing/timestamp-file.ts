import type { Turn } from '../../../pdf/admission/fair-queue.ts';
import type { Proof } from '../../../pdf/proof/proof.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Timestamp } from '../../ports/timestamp-authority.ts';
import type { LongTermProof, ServiceDeps } from '../deps.ts';

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

export interface Proving {
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
