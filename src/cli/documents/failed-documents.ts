import { AbortedError, EsignError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { worstCode } from '../errors/worst-code.ts';
import { errorText } from '../failed.ts';
import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';
import { isDocumentId } from './resolve-document.ts';

/** A document that a command on several could not deal with. */
export interface FailedDocument {
  /** As it was named. */
  readonly document: string;
  /** Null if the name could not be looked up. */
  readonly documentId: string | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number | null;
    readonly exitCode: number;
  };
}

/** Reports the failure of one document on stderr. Rethrows what is not of one document: interruptions and bugs. */
export function noteFailure(
  printer: Printer,
  { name, error }: { readonly name: string; readonly error: unknown },
): FailedDocument {
  const isOfOne = error instanceof CliError || error instanceof EsignError;
  if (!isOfOne || error instanceof AbortedError) throw error;
  const report = describeError(error, { baseUrl: undefined });
  const { code, message, status = null, exitCode } = report;
  const named = { ...report, message: `${name}: ${message}` };
  printer.note(errorText(named, printer.paintNote.level > 0));
  const documentId = isDocumentId(name) ? name : (report.documentId ?? null);
  return { document: name, documentId, error: { code, message, status, exitCode } };
}

/** The error of a command on several documents, with the worst of their exit codes. */
export function someFailed(failures: readonly FailedDocument[], all: number): CliError {
  return new CliError({
    code: 'documents_failed',
    what: `${failures.length} of ${counted(all, 'document')} failed`,
    exitCode: worstCode(failures.map(({ error }) => error.exitCode)),
  });
}
