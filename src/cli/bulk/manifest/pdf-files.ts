import { open, readFile, stat } from 'node:fs/promises';
import { LIMITS } from '../../../contract/limits.ts';
import type { PageExtent } from '../../../contract/rectangle-problem.ts';
import { fileFault } from '../../errors/file-fault.ts';
import { sha256Of } from '../../input/sha256.ts';
import type { FindWords, FoundWords, WordsToFind } from '../../signers/word-places.ts';

type ReadPageSizes = (pdf: Uint8Array) => Promise<readonly PageExtent[] | undefined>;

/** Without these, rectangles that depend on a PDF are faults. */
export interface PdfTools {
  readonly readPageSizes: ReadPageSizes;
  readonly findWords: FindWords;
}

interface SearchedFile {
  readonly found: FoundWords | undefined;
  readonly sha256: string;
}

/** Facts about files, each read only once per file. */
export interface PdfFiles {
  /** Why the file cannot be uploaded, without a full stop; undefined when it can. */
  problem(path: string): Promise<string | undefined>;
  pages(path: string): Promise<readonly PageExtent[] | undefined>;
  sha256(path: string): Promise<string>;
  findWords(path: string, wanted: readonly WordsToFind[]): Promise<SearchedFile>;
}

const HEADER_WITHIN = 1024;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_WITHIN), 0, HEADER_WITHIN, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function problemOf(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return 'is not a file';
    if (found.size === 0) return 'is empty';
    if (found.size > LIMITS.pdfBytes) return 'is larger than 10 MB, the maximum';
    return (await headOf(path)).includes('%PDF-') ? undefined : 'is not a PDF';
  } catch (error) {
    const why = fileFault(error);
    if (why === undefined) throw error;
    return `cannot be read: ${why}`;
  }
}

function once<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    const known = answers.get(path) ?? ask(path);
    answers.set(path, known);
    return known;
  };
}

export function openPdfFiles(tools: Partial<PdfTools>): PdfFiles {
  const search = once(async (key) => {
    const [path, wanted]: [string, WordsToFind[]] = JSON.parse(key);
    const bytes = await readFile(path);
    return { found: await tools.findWords?.(bytes, wanted), sha256: sha256Of(bytes) };
  });
  return {
    problem: once(problemOf),
    pages: once(async (path) => tools.readPageSizes?.(await readFile(path))),
    sha256: once(async (path) => sha256Of(await readFile(path))),
    findWords: (path, wanted) => search(JSON.stringify([path, wanted])),
  };
}
