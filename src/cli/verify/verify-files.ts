import { passes } from '../../contract/verdict-words.ts';
import type { JudgedFile } from '../../pdf/verification/pair.ts';
import type { PdfVerdict } from '../../pdf/verification/verdict.ts';
import type { FailedDocument } from '../documents/failed-documents.ts';
import { isOfOneDocument, noteFailure } from '../documents/failed-documents.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { ReportCase } from '../rows/junit.ts';
import type { Printer } from '../terminal/printer.ts';

interface UnjudgedFile {
  readonly file: string;
  readonly error: FailedDocument['error'];
}

export type FileResult = JudgedFile | UnjudgedFile;

/** Judges several files. A failure is reported on stderr and does not stop the others. */
export async function judgeFiles(
  printer: Printer,
  files: readonly string[],
  judge: (file: string) => Promise<PdfVerdict>,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    try {
      results.push({ file, verdict: await judge(file) });
    } catch (error) {
      if (files.length === 1 || !isOfOneDocument(error)) throw error;
      results.push({ file, error: noteFailure(printer, { name: file, error }).error });
    }
  }
  return results;
}

/** Exit 10 for a file that fails what was asked. */
export function exitCodeOfFile(result: FileResult, isIntegrityOnly: boolean): number {
  if (!('verdict' in result)) return result.error.exitCode;
  return passes(result.verdict, isIntegrityOnly) ? EXIT.done : EXIT.notVerified;
}

export function fileJson(result: FileResult, isIntegrityOnly: boolean) {
  const exitCode = exitCodeOfFile(result, isIntegrityOnly);
  if (!('verdict' in result)) return { file: result.file, exitCode, error: result.error };
  const { file, verdict, certificateFile } = result;
  return { file, exitCode, ...(certificateFile && { certificateFile }), ...verdict };
}

export function fileCase(result: FileResult, isIntegrityOnly: boolean): ReportCase {
  const { file: name } = result;
  if (!('verdict' in result)) return { name, problem: { kind: 'failure', ...result.error } };
  if (passes(result.verdict, isIntegrityOnly)) return { name };
  const { code, message } = result.verdict.problem ?? { code: 'NOT_VERIFIED', message: '' };
  return { name, problem: { kind: 'failure', code, message } };
}
