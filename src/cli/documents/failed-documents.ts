import { AbortedError, EsignError } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import type { ErrorReport } from '../errors/describe-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { worstCode } from '../errors/exit-codes.ts';
import { errorText } from '../failed.ts';
import { counted } from '../terminal/counted.ts';
import type { Printer } from '../terminal/printer.ts';
import { isDocumentId } from './resolve-document.ts';

export interface FailedDocument {
  /** As the user named it. */
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

/** Whether a failure concerns one document, and is neither an interruption nor a bug. */
export function isOfOneDocument(error: unknown): boolean {
  if (error instanceof AbortedError) return false;
  return error instanceof CliError || error instanceof EsignError;
}

interface NamedError {
  readonly name: string;
  readonly error: unknown;
}

function failedDocument(name: string, report: ErrorReport): FailedDocument {
  const { code, message, status = null, exitCode } = report;
  const documentId = isDocumentId(name) ? name : (report.documentId ?? null);
  return { document: name, documentId, error: { code, message, status, exitCode } };
}

export function describeFailure({ name, error }: NamedError): FailedDocument {
  return failedDocument(name, describeError(error, { baseUrl: undefined }));
}

/** Reports a document's failure on stderr. Rethrows interruptions and bugs. */
export function noteFailure(printer: Printer, { name, error }: NamedError): FailedDocument {
  if (!isOfOneDocument(error)) throw error;
  const report = describeError(error, { baseUrl: undefined });
  const named = { ...report, message: `${name}: ${report.message}` };
  printer.note(errorText(named, printer.paintNote));
  return failedDocument(name, report);
}

/** Has the worst exit code of the failures. */
export function someFailed(failures: readonly FailedDocument[], all: number): CliError {
  return new CliError({
    code: 'documents_failed',
    what: `${failures.length} of ${counted(all, 'document')} failed`,
    exitCode: worstCode(failures.map(({ error }) => error.exitCode)),
  });
}
