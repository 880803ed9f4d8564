import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EsignClient } from '../../../client/index.ts';
import { saveFile } from '../../../client/index.ts';
import { cleanName } from '../manifest/clean-name.ts';
import type { Pair, Verifier } from './check-pair.ts';
import { checkPair } from './check-pair.ts';
import type { KnownRow } from './known-run.ts';
import type { Sums } from './sums-file.ts';

/** What became of a row's files. */
export type SavedPair =
  | { readonly outcome: 'saved' | 'kept'; readonly folder: string; readonly verified: boolean }
  | { readonly outcome: 'refused'; readonly folder: string; readonly problem: string };

/** Where files go, and what they are checked by. */
export interface Archive {
  readonly client: EsignClient;
  /** The folder of all. */
  readonly to: string;
  readonly sums: Sums;
  readonly verifier: Verifier;
  readonly force: boolean;
  /** Whether files that are there are left as they are, unread. */
  readonly skipExisting: boolean;
  readonly signal: AbortSignal;
}

const SIGNED = 'signed.pdf';
const CERTIFICATE = 'certificate.pdf';
const ROW_DIGITS = 4;

/** The folder of a row below that of all; the number keeps rows of one name apart. Pure. */
export function folderOf({ row, name }: Pick<KnownRow, 'row' | 'name'>): string {
  return `${String(row).padStart(ROW_DIGITS, '0')}-${cleanName(name)}`;
}

async function readPair(folder: string): Promise<Pair | undefined> {
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [signed, certificate] = await Promise.all([read(SIGNED), read(CERTIFICATE)]);
  return signed && certificate && { signed, certificate };
}

function note(sums: Sums, folder: string, pair: Pair): void {
  const files = { [SIGNED]: pair.signed, [CERTIFICATE]: pair.certificate };
  for (const [name, bytes] of Object.entries(files))
    sums.set(`${folder}/${name}`, createHash('sha256').update(bytes).digest('hex'));
}

/** Files that are there already: kept when they are right, undefined when there is something to fetch. */
async function keep(
  folder: string,
  documentId: string,
  archive: Archive,
): Promise<SavedPair | undefined> {
  const { to, sums, verifier, force, skipExisting } = archive;
  const there = force ? undefined : await readPair(join(to, folder));
  if (!there) return undefined;
  const verdict = skipExisting
    ? ({ ok: true, isVerified: false } as const)
    : await checkPair(there, documentId, verifier);
  if (!verdict.ok) {
    const problem = `${verdict.problem}; it was there already: --force fetches it again`;
    return { outcome: 'refused', folder, problem };
  }
  note(sums, folder, there);
  return { outcome: 'kept', folder, verified: verdict.isVerified };
}

async function fetchPair(documentId: string, { client, signal }: Archive): Promise<Pair> {
  const signed = await (await client.documents.download(documentId, { signal })).bytes();
  const certificate = await (await client.documents.certificate(documentId, { signal })).bytes();
  return { signed, certificate };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Saves the signed PDF and the certificate of a row in a folder of their own, once both are checked; a run that was cut
 * leaves whole files only, and the next keeps those that are right. Throws the client's errors and `SaveFileError`.
 */
export async function savePair(
  row: KnownRow,
  documentId: string,
  archive: Archive,
): Promise<SavedPair> {
  const folder = folderOf(row);
  const kept = await keep(folder, documentId, archive);
  if (kept) return kept;
  const pair = await fetchPair(documentId, archive);
  const verdict = await checkPair(pair, documentId, archive.verifier);
  if (!verdict.ok) return { outcome: 'refused', folder, problem: verdict.problem };
  const path = join(archive.to, folder);
  await mkdir(path, { recursive: true });
  // Half of a pair is what a cut run leaves behind: it is written anew
  await saveFile(once(pair.signed), join(path, SIGNED), { force: true });
  await saveFile(once(pair.certificate), join(path, CERTIFICATE), { force: true });
  note(archive.sums, folder, pair);
  return { outcome: 'saved', folder, verified: verdict.isVerified };
}
