import { readFile, stat } from 'node:fs/promises';
import type { PageExtent } from '../../../contract/check-signers.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import type { PageReader } from '../../../pdf/reading/page-reader.ts';
import type { LocatedWords, WordQuery } from '../../../pdf/reading/words/locate-words.ts';
import { cannotBeSent } from '../../documents/upload-file.ts';
import { fileFault } from '../../errors/file-fault.ts';
import { sha256Of } from '../../input/sha256.ts';
import { warnOfCoveredText } from '../../sending/warn-of-covered-text.ts';

export type PdfTools = Pick<PageReader, 'admit' | 'findCovered' | 'findWords'>;

interface SearchedFile {
  readonly found: LocatedWords | undefined;
  readonly sha256: string;
}

/** Facts about files, each read only once per file. */
export interface PdfFiles {
  /** Why the file cannot be uploaded, without a full stop; undefined when it can. */
  problem(path: string): Promise<string | undefined>;
  pages(path: string): Promise<readonly PageExtent[] | undefined>;
  hasEmptyFields(path: string): Promise<boolean>;
  sha256(path: string): Promise<string>;
  findWords(path: string, wanted: readonly WordQuery[]): Promise<SearchedFile>;
  /** Why a signature hides text, or that nobody can tell. */
  covered(path: string, signers: readonly SignerInput[]): Promise<readonly string[]>;
}

interface AdmittedFile {
  readonly problem?: string;
  readonly pages?: readonly PageExtent[];
  readonly emptyFields?: number;
}

async function admit(path: string, tools: Partial<PdfTools>): Promise<AdmittedFile> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { problem: 'is not a file' };
    if (found.size > LIMITS.pdfBytes) return { problem: 'is larger than 10 MB, the maximum' };
    const admission = await tools.admit?.(await readFile(path));
    if (admission === undefined) return {};
    return admission.ok ? admission : { problem: cannotBeSent(admission) };
  } catch (error) {
    const why = fileFault(error);
    if (why === undefined) throw error;
    return { problem: `cannot be read: ${why}` };
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
    const [path, wanted]: [string, WordQuery[]] = JSON.parse(key);
    const bytes = await readFile(path);
    return { found: await tools.findWords?.(bytes, wanted), sha256: sha256Of(bytes) };
  });
  const admitted = once((path) => admit(path, tools));
  return {
    problem: async (path) => (await admitted(path)).problem,
    pages: async (path) => (await admitted(path)).pages,
    hasEmptyFields: async (path) => ((await admitted(path)).emptyFields ?? 0) > 0,
    sha256: once(async (path) => sha256Of(await readFile(path))),
    findWords: (path, wanted) => search(JSON.stringify([path, wanted])),
    covered: async (path, signers) => {
      const problems: string[] = [];
      const reader = { findCovered: tools.findCovered ?? (async () => undefined) };
      const out = { warn: (problem: string) => void problems.push(problem) };
      await warnOfCoveredText(await readFile(path), signers, { out, reader, isRefused: false });
      return problems;
    },
  };
}
