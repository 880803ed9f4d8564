import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { LIMITS } from '../../../contract/limits.ts';
import { fileFault } from '../../errors/file-fault.ts';

/** Number of pages of a PDF; undefined when it cannot be told. */
export type CountPages = (pdf: Uint8Array) => Promise<number | undefined>;

/** What is asked about a file; each is told once, however many rows name it. */
export interface PdfFiles {
  /** Why the file cannot be uploaded, as a sentence without a full stop; undefined when it can. */
  problem(path: string): Promise<string | undefined>;
  /** Undefined when the pages cannot be counted. */
  pages(path: string): Promise<number | undefined>;
  /** SHA-256 of its bytes, in lower-case hex. */
  sha256(path: string): Promise<string>;
}

/** A PDF's header stands within its first so many bytes. */
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
    if (!found.isFile()) return 'is no file';
    if (found.size === 0) return 'is empty';
    if (found.size > LIMITS.pdfBytes) return 'is larger than 10 MB, the most that is taken';
    return (await headOf(path)).includes('%PDF-') ? undefined : 'is no PDF';
  } catch (error) {
    const why = fileFault(error);
    if (why === undefined) throw error;
    return `cannot be read: ${why}`;
  }
}

/** The same question about the same path is answered once. */
function once<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    const known = answers.get(path) ?? ask(path);
    answers.set(path, known);
    return known;
  };
}

/** Looks at the files that rows name. Throws what the system says about a file beyond its usual faults. */
export function openPdfFiles(countPages: CountPages | undefined): PdfFiles {
  return {
    problem: once(problemOf),
    pages: once(async (path) => countPages?.(await readFile(path))),
    sha256: once(async (path) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ),
  };
}
