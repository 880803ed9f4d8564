import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { EsignClient, SavedFile } from '../../client/index.ts';
import { SaveFileError, saveFile } from '../../client/index.ts';
import { codeOf } from '../../locks/error-code.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import type { CarriedCertificates } from '../../pdf/verification/carried-certificates.ts';
import type { CommandContext } from '../command-context.ts';
import { cleanName } from '../documents/clean-name.ts';
import { findSigner } from '../documents/link-to-open.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { misuse } from '../errors/usage-error.ts';
import { sha256Of } from '../input/sha256.ts';
import { harmless } from '../terminal/harmless.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { carriedChains, pemOf, rootsText, signersRoots } from './carried-chains.ts';
import { signersVerifyText } from './signers-verify-text.ts';
import type { BundledDocument } from './verify-text.ts';
import { verifyText } from './verify-text.ts';

interface BundleFile extends SavedFile {
  readonly kept: boolean;
}

export interface SavedBundle {
  readonly documentId: string;
  /** Absolute path. */
  readonly folder: string;
  readonly files: readonly BundleFile[];
}

export interface BundleFlags {
  /** A signer, whose bundle has no certificate. */
  readonly for?: string | undefined;
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly 'skip-existing': boolean;
}

type ReadCarried = (pdf: Buffer) => Promise<CarriedCertificates | undefined>;

async function carriedBy(
  read: ReadCarried,
  pdf: Buffer,
  name: string,
): Promise<CarriedCertificates> {
  const carried = await read(pdf);
  if (carried) return carried;
  throw new CliError({
    code: 'unreadable_pdf',
    what: `${name} cannot be read, so that its certificates cannot be listed`,
    why: 'nothing was saved',
    exitCode: EXIT.notVerified,
  });
}

interface BundleParts {
  readonly flags: BundleFlags;
  readonly read: ReadCarried;
  /** The page that verifies files in a browser, which trusts nobody yet. */
  readonly page: Buffer;
}

interface Downloads {
  readonly signed: Buffer;
  /** Left out for a single signer: it has everybody's email, phone and address. */
  readonly certificate: Buffer | undefined;
}

/** The certificate comes last: each request makes a new one, so a bundle with one is complete. */
async function filesOf(
  document: BundledDocument,
  { signed, certificate }: Downloads,
  { read, page }: Omit<BundleParts, 'flags'>,
): Promise<(readonly [name: string, bytes: Buffer])[]> {
  const chains = carriedChains([
    await carriedBy(read, signed, 'the signed PDF'),
    ...(certificate ? [await carriedBy(read, certificate, 'the certificate')] : []),
  ]);
  const roots = signersRoots(chains);
  const text = certificate ? verifyText : signersVerifyText;
  return [
    ['signed.pdf', signed],
    ['chain.pem', Buffer.from(pemOf(chains.all))],
    ['roots.txt', Buffer.from(rootsText(chains, certificate !== undefined))],
    ...(roots.length === 0 ? [] : [['root.pem', Buffer.from(pemOf(roots))] as const]),
    ['VERIFY.txt', Buffer.from(text(document, roots.length > 0))],
    ['verify.html', page],
    ...(certificate ? [['certificate.pdf', certificate] as const] : []),
  ];
}

async function existing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new SaveFileError(codeOf(cause) === 'EISDIR' ? 'not_a_file' : 'unwritable', path, cause);
  }
}

interface Planned {
  readonly path: string;
  readonly bytes: Buffer;
  readonly kept: boolean;
}

/** Throws `SaveFileError` if the file exists with other content. */
async function plan(path: string, bytes: Buffer, flags: BundleFlags): Promise<Planned> {
  const found = await existing(path);
  const isSame = found?.equals(bytes) ?? false;
  if (found && (isSame || flags['skip-existing'])) return { path, bytes: found, kept: true };
  if (found && !flags.force) throw new SaveFileError('exists', path);
  return { path, bytes, kept: false };
}

async function write({ path, bytes, kept }: Planned, force: boolean): Promise<BundleFile> {
  if (!kept) return { ...(await saveFile(Readable.from([bytes]), path, { force })), kept };
  const sha256 = sha256Of(bytes);
  return { path, bytes: bytes.length, sha256, kept };
}

function openFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes(String(codeOf(cause)));
    if (!isFile) throw new SaveFileError('unwritable', folder, cause);
    throw misuse(
      `"${harmless(folder)}" is not a folder`,
      'name a folder with -o; --bundle makes it',
    );
  }
}

/** Refuses a folder with other files, which may have data of the other signers. */
function assertNothingElse(folder: string, names: ReadonlySet<string>): void {
  const other = readdirSync(folder).find((file) => !names.has(file));
  if (other === undefined) return;
  const others = `holds other files already, such as ${harmless(other)}`;
  throw misuse(`"${harmless(folder)}" ${others}; nothing was saved`, 'name a new folder with -o');
}

async function fetchFiles(
  { documents }: EsignClient,
  documentId: string,
  { isForOne, signal }: { readonly isForOne: boolean; readonly signal: AbortSignal },
): Promise<Downloads> {
  const signed = await (await documents.download(documentId, { signal })).bytes();
  if (isForOne) return { signed, certificate: undefined };
  const certificate = await (await documents.certificate(documentId, { signal })).bytes();
  return { signed, certificate };
}

/**
 * Existing files with the same content are kept; nothing is written unless every file can be.
 * Throws the client's errors, `SaveFileError`, and a `CliError` (exit 2 or 10).
 */
export async function saveBundle(
  { client, out, signal }: Pick<CommandContext, 'client' | 'out' | 'signal'>,
  documentId: string,
  { flags, ...parts }: BundleParts,
): Promise<SavedBundle> {
  const document = await client.documents.retrieve(documentId, { signal });
  const { name } = document;
  const signer = flags.for === undefined ? undefined : findSigner(document, flags.for);
  const downloads = await fetchFiles(client, documentId, {
    isForOne: signer !== undefined,
    signal,
  });
  const bundled = { documentId, name, ...(signer && { signer: signer.name }) };
  const content = await filesOf(bundled, downloads, parts);
  const folder = resolve(flags.output ?? cleanName(signer ? `${name} for ${signer.name}` : name));
  openFolder(folder);
  if (signer) assertNothingElse(folder, new Set(content.map(([file]) => file)));
  const planned: Planned[] = [];
  for (const [file, bytes] of content) planned.push(await plan(join(folder, file), bytes, flags));
  const files: BundleFile[] = [];
  for (const one of planned) {
    const saved = await write(one, flags.force);
    files.push(saved);
    const shown = harmless(relative('', saved.path));
    out.result(`${shown}  ${saved.bytes} bytes${saved.kept ? ', kept' : ''}`);
  }
  out.next(`less -- ${shellWord(relative('', join(folder, 'VERIFY.txt')))}`);
  return { documentId, folder, files };
}
