import type { Turn } from '../../../pdf/admission/fair-queue.ts';
import type { Proof } from '../../../pdf/proof/proof.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { Timestamp } from '../../ports/timestamp-authority.ts';
import type { LongTermProof, ServiceDeps } from '../deps.ts';

type InTurn = Pick<ServiceDeps, 'pdf'> & { readonly turn: Turn };

/** The signers were judged by the roots of their authority alone before. */
export const rootsOf = (
  gateways: ServiceDeps['gateways'],
  { proof }: Pick<ServiceDeps, 'proof'>,
): Buffer[] => [...gateways.flatMap(({ roots }) => roots), ...(proof?.timestamps.roots ?? [])];

/** The certificates of a path, without its root, that are not included already. */
export function lacking(path: readonly Buffer[], included: readonly Buffer[]): Buffer[] {
  return path.slice(0, -1).filter((der) => !included.some((one) => one.equals(der)));
}

/** The certificates that a timestamp lacks, without which nobody could tell whose it is. */
export const lackingOf = ({ path, included }: Timestamp): Buffer[] => lacking(path, included);

/** A signed file in a folder, before it is stored. */
export const SIGNED = 'signed.pdf';

/** A signed file, the folder that it is written in, and the proof that it gets. */
export interface Proving {
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
