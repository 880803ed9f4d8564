import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { Download, SavedFile } from '../../client/index.ts';
import { SaveFileError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** Where files go and what happens to those that exist. */
export interface SaveWishes {
  /** A file, a folder, `-` for stdout, or undefined for this folder. */
  readonly output: string | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
}

/** A file that was saved, or left as it was. */
interface SavedDocument extends SavedFile {
  readonly documentId: string;
}

/** A document whose file existed already and was kept. */
interface SkippedDocument {
  readonly documentId: string;
  readonly path: string;
  readonly skipped: true;
}

/** The result of a download: one entry a document, in the order asked. */
export interface SavedDocuments {
  readonly files: ReadonlyArray<SavedDocument | SkippedDocument>;
}

/** How one document's file is asked for. */
export interface Fetching {
  readonly documentIds: readonly string[];
  readonly fetch: (documentId: string) => PromiseLike<Download>;
  /** Name of a file whose sender gives it none. */
  readonly fallbackName: (documentId: string) => string;
}

function usage(what: string, next: string): CliError {
  return new CliError({ code: 'usage', what, next, exitCode: EXIT.usage });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Where each file goes: into the folder, or to the one file that was named. Throws a `CliError` (exit 2). */
async function placer(
  output: string | undefined,
  count: number,
): Promise<(name: string) => string> {
  if (output === undefined) return (name) => name;
  if (await isFolder(output)) return (name) => join(output, basename(name));
  if (count > 1 || output.endsWith('/'))
    throw usage(`"${output}" is no folder`, `mkdir -p -- ${shellWord(output)}`);
  return () => output;
}

async function toStdout({ documentIds, fetch }: Fetching, isJson: boolean): Promise<void> {
  const [documentId] = documentIds;
  if (documentId === undefined || documentIds.length > 1)
    throw usage('-o - takes one document', 'name one, or a folder with -o');
  if (isJson) throw usage('stdout cannot hold both the PDF and JSON', 'leave out one of the two');
  if (process.stdout.isTTY)
    throw usage('a PDF is not written to a terminal', 'pipe it on, or name a file with -o');
  const download = await fetch(documentId);
  for await (const chunk of download) process.stdout.write(chunk);
}

async function saveOne(
  download: Download,
  path: string,
  { force, skipExisting }: SaveWishes,
): Promise<SavedFile | undefined> {
  try {
    return await download.toFile(path, { force });
  } catch (error) {
    const isThere = error instanceof SaveFileError && error.reason === 'exists';
    if (isThere && skipExisting) return undefined;
    throw error;
  } finally {
    download.cancel();
  }
}

/** Names that two documents share get the beginning of the id. */
function distinct(name: string, documentId: string, taken: Set<string>): string {
  const free = taken.has(name) ? name.replace(/(\.pdf)?$/i, `-${documentId.slice(0, 8)}$1`) : name;
  taken.add(free);
  return free;
}

/**
 * Saves a file for each document: written beside its destination and put in place whole. Throws `SaveFileError`, the
 * client's errors, and a `CliError` (exit 2) for a destination that does not fit; files saved before stay.
 */
export async function saveDownloads(
  printer: Printer,
  fetching: Fetching,
  wishes: SaveWishes,
): Promise<SavedDocuments> {
  if (wishes.output === '-') {
    await toStdout(fetching, printer.isJson);
    return { files: [] };
  }
  const { documentIds, fetch, fallbackName } = fetching;
  const place = await placer(wishes.output, documentIds.length);
  const taken = new Set<string>();
  const files: Array<SavedDocument | SkippedDocument> = [];
  for (const documentId of documentIds) {
    const download = await fetch(documentId);
    const name = distinct(download.filename ?? fallbackName(documentId), documentId, taken);
    const path = place(name);
    const saved = await saveOne(download, path, wishes);
    if (saved) {
      files.push({ documentId, ...saved });
      printer.result(`${harmless(saved.path)}  ${saved.bytes} bytes`);
      printer.result(`  SHA-256 ${saved.sha256}`);
    } else {
      files.push({ documentId, path: resolve(path), skipped: true });
      printer.note(`${harmless(path)} exists: skipped`);
    }
  }
  const [first] = files;
  if (first && files.length === 1)
    printer.next(`esign verify ${shellWord(relative('', first.path))}`);
  return { files };
}
