import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { Download, SavedFile } from '../../client/index.ts';
import { SaveFileError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** The flags of a command that saves files. */
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
  /** A file, a folder, `-` for stdout, or undefined for this folder. */
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly 'skip-existing': boolean;
}

interface SavedDocument extends SavedFile {
  readonly documentId: string;
}

/** A document whose existing file was kept. */
interface SkippedDocument {
  readonly documentId: string;
  readonly path: string;
  readonly skipped: true;
}

/** One entry per document, in the order given. */
export interface SavedDocuments {
  readonly files: ReadonlyArray<SavedDocument | SkippedDocument>;
}

/** The documents to download, and how. */
export interface Fetching {
  readonly documentIds: readonly string[];
  readonly fetch: (documentId: string) => PromiseLike<Download>;
  /** Used if the service names no file. */
  readonly fallbackName: (documentId: string) => string;
}

function usage(what: string, next: string): CliError {
  return new CliError({ code: 'usage', what, next, exitCode: EXIT.usage });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Maps file names to paths: into the folder, or to the one file named. Throws a `CliError` (exit 2). */
async function placer(
  output: string | undefined,
  count: number,
): Promise<(name: string) => string> {
  if (output === undefined) return (name) => name;
  if (await isFolder(output)) return (name) => join(output, basename(name));
  if (count > 1 || output.endsWith('/'))
    throw usage(`"${output}" is not a folder`, `mkdir -p -- ${shellWord(output)}`);
  return () => output;
}

async function toStdout({ documentIds, fetch }: Fetching, isJson: boolean): Promise<void> {
  const [documentId] = documentIds;
  if (documentId === undefined || documentIds.length > 1)
    throw usage('-o - takes only one document', 'name one document, or a folder with -o');
  if (isJson) throw usage('-o - cannot be used with --json', 'leave out one of them');
  if (process.stdout.isTTY)
    throw usage('a PDF is not written to a terminal', 'pipe it, or name a file with -o');
  const download = await fetch(documentId);
  for await (const chunk of download) process.stdout.write(chunk);
}

async function saveOne(
  download: Download,
  path: string,
  { force, 'skip-existing': skipExisting }: SaveFlags,
): Promise<SavedFile | undefined> {
  try {
    return await download.toFile(path, { force });
  } catch (error) {
    const exists = error instanceof SaveFileError && error.reason === 'exists';
    if (exists && skipExisting) return undefined;
    throw error;
  } finally {
    download.cancel();
  }
}

/** A name two documents share gets the beginning of the id. */
function distinct(name: string, documentId: string, taken: Set<string>): string {
  const free = taken.has(name) ? name.replace(/(\.pdf)?$/i, `-${documentId.slice(0, 8)}$1`) : name;
  taken.add(free);
  return free;
}

/**
 * Saves a file for each document. Throws `SaveFileError`, the client's errors, and a `CliError` (exit 2) for an unsuitable
 * destination; files saved before that stay.
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
  const { documentIds, fetch, fallbackName } = fetching;
  const place = await placer(flags.output, documentIds.length);
  const taken = new Set<string>();
  const files: Array<SavedDocument | SkippedDocument> = [];
  for (const documentId of documentIds) {
    const download = await fetch(documentId);
    const name = distinct(download.filename ?? fallbackName(documentId), documentId, taken);
    const path = place(name);
    const saved = await saveOne(download, path, flags);
    if (saved) {
      files.push({ documentId, ...saved });
      printer.result(`${harmless(saved.path)}  ${saved.bytes} bytes`);
      printer.result(`  SHA-256 ${saved.sha256}`);
    } else {
      files.push({ documentId, path: resolve(path), skipped: true });
      printer.note(`${harmless(path)} exists, skipped`);
    }
  }
  const [first] = files;
  if (first && files.length === 1)
    printer.next(`esign verify ${shellWord(relative('', first.path))}`);
  return { files };
}
