import { randomUUID } from 'node:crypto';
import type { Standing } from '../../../pdf/verification/standing.ts';
import type { LocalFolder } from '../../ports/file-store.ts';
import type { LongTermProof, ServiceDeps } from '../deps.ts';
import type { Document, StoredFile } from '../documents/document.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import { deleteFile } from '../signing/end-attempt.ts';
import { renewedKey } from '../signing/signature.rules.ts';
import { rootsOf, SIGNED, timestampFile } from '../signing/stamp-cms.ts';
import { renewalAt } from './retention.rules.ts';

export interface RenewalDeps
  extends Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'clock' | 'gateways'> {
  readonly proof: LongTermProof;
}

/** How well a file is proven now. @throws {Error} if that can't be determined */
async function standingOf(
  deps: RenewalDeps,
  { path, accountId }: { readonly path: string; readonly accountId: string },
): Promise<Standing> {
  const now = deps.clock.now().toISOString();
  const job = { path, roots: rootsOf(deps.gateways, deps), now };
  const standing = await deps.pdf.findStanding(job, { owner: accountId });
  if (standing?.level) return standing;
  throw new Error('The signatures in the file cannot be judged.');
}

/** @throws {Error} when no certificate tells: another timestamp would change nothing */
function isDue({ endsAt }: Standing, now: Date): boolean {
  if (endsAt === null) throw new Error('Not every signer is trusted now.');
  return renewalAt(endsAt, now) <= now;
}

interface RenewingDeps {
  readonly document: Document;
  readonly head: StoredFile;
  readonly folder: LocalFolder;
}

/** Writes the file with fresh proof under a new document timestamp, unless it isn't due. */
async function writeRenewed(
  deps: RenewalDeps,
  { document: { accountId }, head, folder }: RenewingDeps,
): Promise<{ readonly standing: Standing; readonly path?: string }> {
  const { files, pdf, proof, clock } = deps;
  const file = await files.read(head.key);
  const before = await standingOf(deps, {
    path: await folder.write('before.pdf', file),
    accountId,
  });
  if (!isDue(before, clock.now())) return { standing: before };
  const path = before.authority.map((der) => Buffer.from(der));
  const crls = await proof.revocation.listsFor(path);
  const added = { certificates: path.slice(0, -1), crls, ocsp: [] };
  const proving = { file, folder, proof: added, foreseen: { path } };
  await timestampFile({ pdf, turn: { owner: accountId } }, proof, proving);
  const look = { path: folder.path(SIGNED), baseBytes: head.bytes, field: '' };
  if (await pdf.look(look, { owner: accountId })) throw new Error('Pages would look different.');
  const standing = await standingOf(deps, { path: folder.path(SIGNED), accountId });
  if ((standing.endsAt ?? '') <= (before.endsAt ?? '')) {
    throw new Error(`The authority's certificate ends no later: ${standing.endsAt}.`);
  }
  return { standing, path: folder.path(SIGNED) };
}

/** Makes a renewed file the head, unless the document changed meanwhile. */
async function record(
  { store, clock }: RenewalDeps,
  { documentId, head }: Document,
  { revision, standing }: { readonly revision: StoredFile; readonly standing: Standing },
): Promise<boolean> {
  return await store.transaction(async (tx) => {
    const locked = await tx.lockDocument(documentId);
    if (!locked || locked.head?.sha256 !== head?.sha256) return false;
    const at = clock.now();
    const { updatedAt } = locked;
    const renewAt = renewalAt(standing.endsAt, at);
    await tx.changeDocument(documentId, { head: revision, renewAt, updatedAt });
    const { level, endsAt } = standing;
    const data = { sha256: revision.sha256, level, endsAt };
    await tx.appendAudit(documentId, [{ type: 'evidence.renewed', at, origin: SYSTEM, data }]);
    return true;
  });
}

/**
 * Appends revocation lists for the last document timestamp, and a new timestamp over all (ETSI EN
 * 319 142-1, 5.4.3), if the proof ends soon. False if not needed.
 * @throws {TimestampUnavailable} {Error} when it can't be done now
 */
export async function renewProof(deps: RenewalDeps, documentId: string): Promise<boolean> {
  const { store, files } = deps;
  const document = await store.findDocument(documentId);
  const head = document?.head;
  if (!document || !head || document.status !== 'COMPLETED') return false;
  const { standing, revision } = await files.withFolder(async (folder) => {
    const { path, standing } = await writeRenewed(deps, { document, head, folder });
    const revision = path && (await files.create(renewedKey(documentId, randomUUID()), path));
    return { standing, revision };
  });
  if (revision) {
    const isRecorded = await record(deps, document, { revision, standing });
    if (!isRecorded) await deleteFile(deps, revision.key);
    return isRecorded;
  }
  const { updatedAt } = document;
  const renewAt = renewalAt(standing.endsAt, deps.clock.now());
  await store.transaction((tx) => tx.changeDocument(documentId, { renewAt, updatedAt }));
  return false;
}
