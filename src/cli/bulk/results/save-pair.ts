import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EsignClient } from '../../../client/index.ts';
import { saveFile } from '../../../client/index.ts';
import type { ShownVerdict } from '../../../contract/verdict-words.ts';
import { makeFolder } from '../../../locks/make-folder.ts';
import { cleanName } from '../../documents/clean-name.ts';
import { sha256Of } from '../../input/sha256.ts';
import type { KnownRow } from './known-run.ts';

interface SignedPair {
  readonly signed: Buffer;
  readonly certificate: Buffer;
}

export interface PairVerifier {
  readonly verify: (pdf: Buffer) => Promise<ShownVerdict>;
  readonly hasRoots: boolean;
  readonly hasSeals: boolean;
}

/** SHA-256 by relative path, as in `sha256sums.txt`. */
export type Sums = Map<string, string>;

export type SavedPair =
  | { readonly outcome: 'saved' | 'kept'; readonly folder: string; readonly verified: boolean }
  | { readonly outcome: 'refused'; readonly folder: string; readonly problem: string };

export interface Archive {
  readonly client: EsignClient;
  /** Parent of the row folders. */
  readonly to: string;
  readonly sums: Sums;
  readonly verifier: PairVerifier;
  readonly force: boolean;
  /** Whether existing files are kept unread. */
  readonly skipExisting: boolean;
  readonly signal: AbortSignal;
}

const SIGNED = 'signed.pdf';
const CERTIFICATE = 'certificate.pdf';
const SUMS = 'sha256sums.txt';
const SUMS_LINE = /^([0-9a-f]{64}) [ *](.+)$/;
const ROW_DIGITS = 4;

/** The number separates rows with the same name. */
export function folderOf({ row, name }: Pick<KnownRow, 'row' | 'name'>): string {
  return `${String(row).padStart(ROW_DIGITS, '0')}-${cleanName(name)}`;
}

export async function readSums(folder: string): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  const sums: Sums = new Map();
  for (const line of text.split('\n')) {
    const [, hash, path] = SUMS_LINE.exec(line) ?? [];
    if (hash !== undefined && path !== undefined) sums.set(path, hash);
  }
  return sums;
}

/** Writes `sha256sums.txt`, sorted by path. Throws `SaveFileError`. */
export async function writeSums(folder: string, sums: Sums): Promise<void> {
  const paths = [...sums.keys()].sort();
  const text = paths.map((path) => `${sums.get(path)}  ${path}\n`).join('');
  await saveFile(Readable.from([Buffer.from(text)]), join(folder, SUMS), { force: true });
}

type PairVerdict =
  /** Not verified: the certificate has no seal, or does not describe the document. */
  { readonly ok: true; readonly isVerified: boolean } | { readonly ok: false; problem: string };

const wrong = (problem: string): PairVerdict => ({ ok: false, problem });

/** Without a root or known seal nobody is identified, but the files can be intact and match. */
function faultOf({ verified, integrityVerified, problem }: ShownVerdict, isNamed: boolean) {
  if (isNamed ? verified : integrityVerified) return undefined;
  return problem?.message ?? 'it is not verified';
}

async function checkPair(
  { signed, certificate }: SignedPair,
  documentId: string,
  { verify, hasRoots, hasSeals }: PairVerifier,
): Promise<PairVerdict> {
  const faultOfSigned = faultOf(await verify(signed), hasRoots);
  if (faultOfSigned !== undefined) return wrong(`the signed PDF does not verify: ${faultOfSigned}`);
  const ofCertificate = await verify(certificate);
  // Another service may issue certificates without a seal
  if (ofCertificate.signatures.length === 0) return { ok: true, isVerified: false };
  const fault = faultOf(ofCertificate, hasSeals);
  if (fault !== undefined) return wrong(`the certificate does not verify: ${fault}`);
  const about = ofCertificate.certificate;
  if (!about) return { ok: true, isVerified: false };
  if (about.documentId !== documentId) return wrong('the certificate is about another document');
  if (about.finalSha256 !== sha256Of(signed))
    return wrong('the certificate is about another signed PDF');
  return { ok: true, isVerified: hasRoots && hasSeals };
}

async function readPair(folder: string): Promise<SignedPair | undefined> {
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [signed, certificate] = await Promise.all([read(SIGNED), read(CERTIFICATE)]);
  return signed && certificate && { signed, certificate };
}

function noteSums(sums: Sums, folder: string, { signed, certificate }: SignedPair): void {
  sums.set(`${folder}/${SIGNED}`, sha256Of(signed));
  sums.set(`${folder}/${CERTIFICATE}`, sha256Of(certificate));
}

/** Keeps existing files that verify; undefined when there is something to fetch. */
async function keepPair(
  folder: string,
  documentId: string,
  { to, sums, verifier, force, skipExisting }: Archive,
): Promise<SavedPair | undefined> {
  const existing = force ? undefined : await readPair(join(to, folder));
  if (!existing) return undefined;
  const verdict = skipExisting
    ? ({ ok: true, isVerified: false } as const)
    : await checkPair(existing, documentId, verifier);
  if (!verdict.ok) {
    const problem = `${verdict.problem}; the file existed already, --force downloads it again`;
    return { outcome: 'refused', folder, problem };
  }
  noteSums(sums, folder, existing);
  return { outcome: 'kept', folder, verified: verdict.isVerified };
}

async function fetchPair(documentId: string, { client, signal }: Archive): Promise<SignedPair> {
  const signed = await (await client.documents.download(documentId, { signal })).bytes();
  const certificate = await (await client.documents.certificate(documentId, { signal })).bytes();
  return { signed, certificate };
}

/** Interrupted runs leave only whole files. Throws the client's errors and `SaveFileError`. */
export async function savePair(
  row: KnownRow,
  documentId: string,
  archive: Archive,
): Promise<SavedPair> {
  const folder = folderOf(row);
  const kept = await keepPair(folder, documentId, archive);
  if (kept) return kept;
  const pair = await fetchPair(documentId, archive);
  const verdict = await checkPair(pair, documentId, archive.verifier);
  if (!verdict.ok) return { outcome: 'refused', folder, problem: verdict.problem };
  const path = join(archive.to, folder);
  makeFolder(path);
  // An interrupted run may have left half a pair
  await saveFile(Readable.from([pair.signed]), join(path, SIGNED), { force: true });
  await saveFile(Readable.from([pair.certificate]), join(path, CERTIFICATE), { force: true });
  noteSums(archive.sums, folder, pair);
  return { outcome: 'saved', folder, verified: verdict.isVerified };
}
