import { lstat, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { Download, SavedFile } from '../../client/index.ts';
import { SaveFileError } from '../../client/index.ts';
import { makeFolder } from '../../locks/make-folder.ts';
import { misuse } from '../errors/usage-error.ts';
import { sha256Of } from '../input/sha256.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { FailedDocument } from './failed-documents.ts';
import { noteFailure, someFailed } from './failed-documents.ts';

export const saveFlags = {
  output: Flags.string({
    description: 'file or folder to write to (default: this folder); - for stdout',
    char: 'o',
    helpValue: 'PATH',
  }),
  force: Flags.boolean({ description: 'overwrite existing files' }),
  'skip-existing': Flags.boolean({
    description: 'keep existing files',
    exclusive: ['force'],
  }),
};

interface SaveFlags {
  /** A file, a folder, `-` for stdout, or undefined for the current folder. */
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly 'skip-existing': boolean;
  /** The number of matches is unknown in advance, so the output is a folder, created if missing. */
  readonly 'all-of'?: string | undefined;
}

interface SavedDocument extends SavedFile {
  readonly documentId: string;
  readonly unchanged?: true;
}

interface SkippedDocument {
  readonly documentId: string;
  readonly path: string;
  readonly skipped: true;
}

export interface SavedDocuments {
  readonly files: ReadonlyArray<SavedDocument | SkippedDocument | FailedDocument>;
}

export interface Fetching {
  readonly names: readonly string[];
  readonly resolve: (name: string) => Promise<string>;
  readonly fetch: (documentId: string) => PromiseLike<Download>;
  readonly fallbackName: (documentId: string) => string;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Whether it is a folder is asked afterwards. */
function tryToMake(folder: string): void {
  try {
    makeFolder(folder);
  } catch {
    // The caller says that it is no folder
  }
}

/** Maps file names to paths, in a folder or to one named file. Throws a `CliError` (exit 2). */
async function placer(
  { output, 'all-of': allOf }: SaveFlags,
  count: number,
): Promise<(name: string) => string> {
  if (output === undefined) return (name) => name;
  if (allOf !== undefined) tryToMake(output);
  if (await isFolder(output)) return (name) => join(output, basename(name));
  if (count > 1 || allOf !== undefined || output.endsWith('/'))
    throw misuse(`"${output}" is not a folder`, `mkdir -p -- ${shellWord(output)}`);
  return () => output;
}

async function toStdout({ names, resolve: find, fetch }: Fetching, isJson: boolean): Promise<void> {
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw misuse('-o - takes only one document', 'name one document, or a folder with -o');
  if (isJson) throw misuse('-o - cannot be used with --json', 'leave out one of them');
  if (process.stdout.isTTY)
    throw misuse('a PDF is not written to a terminal', 'pipe it, or name a file with -o');
  const download = await fetch(await find(name));
  for await (const chunk of download) process.stdout.write(chunk);
}

/** The file if it holds these bytes. Symbolic links are not followed. */
async function sameFile(path: string, bytes: Uint8Array): Promise<SavedFile | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== bytes.length) return undefined;
  const existing = await readFile(path).catch(() => undefined);
  if (!existing?.equals(bytes)) return undefined;
  return { path: resolve(path), bytes: bytes.length, sha256: sha256Of(bytes) };
}

type SavedDownload = Omit<SavedDocument, 'documentId'>;

/** Undefined if the file is skipped. Throws `SaveFileError` for an existing file that differs. */
async function saveOne(
  download: Download,
  path: string,
  { force, 'skip-existing': skipExisting }: SaveFlags,
): Promise<SavedDownload | undefined> {
  try {
    const exists = !force && (await lstat(path).catch(() => undefined))?.isFile() === true;
    if (!exists) return await download.toFile(path, { force });
    if (skipExisting) return undefined;
    const same = await sameFile(path, await download.bytes());
    if (same) return { ...same, unchanged: true };
    throw new SaveFileError('exists', resolve(path));
  } catch (error) {
    // Another process may have been faster
    const exists = error instanceof SaveFileError && error.reason === 'exists';
    if (exists && skipExisting) return undefined;
    throw error;
  } finally {
    download.cancel();
  }
}

/** A name already taken gets the beginning of the id. */
function distinct(name: string, documentId: string, taken: Set<string>): string {
  const free = taken.has(name) ? name.replace(/(\.pdf)?$/i, `-${documentId.slice(0, 8)}$1`) : name;
  taken.add(free);
  return free;
}

interface Destination {
  readonly flags: SaveFlags;
  readonly place: (name: string) => string;
  readonly taken: Set<string>;
}

async function saveDocument(
  documentId: string,
  { fetch, fallbackName }: Fetching,
  { flags, place, taken }: Destination,
): Promise<SavedDocument | SkippedDocument> {
  const download = await fetch(documentId);
  const path = place(distinct(download.filename ?? fallbackName(documentId), documentId, taken));
  const saved = await saveOne(download, path, flags);
  return saved ? { documentId, ...saved } : { documentId, path: resolve(path), skipped: true };
}

function show(printer: Printer, file: SavedDocument | SkippedDocument): void {
  if ('skipped' in file) {
    printer.note(`${harmless(relative('', file.path))} exists, skipped`);
    return;
  }
  const already = file.unchanged ? ', there already' : '';
  printer.result(`${harmless(file.path)}  ${file.bytes} bytes${already}`);
  printer.result(`  SHA-256 ${file.sha256}`);
}

/** Saves each document once. With several names, continues after a failure. */
async function saveEach(
  printer: Printer,
  fetching: Fetching,
  destination: Destination,
): Promise<Array<SavedDocuments['files'][number]>> {
  const { names, resolve: find } = fetching;
  const seen = new Set<string>();
  const files: Array<SavedDocuments['files'][number]> = [];
  for (const name of names) {
    try {
      const documentId = await find(name);
      if (seen.has(documentId)) continue;
      seen.add(documentId);
      const file = await saveDocument(documentId, fetching, destination);
      files.push(file);
      show(printer, file);
    } catch (error) {
      if (names.length === 1) throw error;
      files.push(noteFailure(printer, { name, error }));
    }
  }
  return files;
}

/**
 * Throws a `CliError` (exit 2) for an unsuitable destination, or the failure of a single document.
 * With several, tries all, prints the entries with `--json`, then throws the worst exit code.
 */
export async function saveDownloads(
  printer: Printer,
  fetching: Fetching,
  flags: SaveFlags,
): Promise<SavedDocuments> {
  if (flags.output === '-') {
    await toStdout(fetching, printer.isJson);
    return { files: [] };
  }
  const place = await placer(flags, fetching.names.length);
  const files = await saveEach(printer, fetching, { flags, place, taken: new Set() });
  const failures = files.filter((file) => 'error' in file);
  if (failures.length > 0) {
    if (printer.isJson) printer.document({ files });
    throw someFailed(failures, files.length);
  }
  const [first] = files;
  if (first && 'path' in first && files.length === 1)
    printer.next(`esign verify ${shellWord(relative('', first.path))}`);
  return { files };
}
