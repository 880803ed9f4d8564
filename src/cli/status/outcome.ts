import type { Document } from '../../contract/document.ts';
import type { FailedDocument } from '../documents/failed-documents.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT, worstCode } from '../errors/exit-codes.ts';
import type { ReportCase } from '../rows/junit.ts';
import { counted } from '../terminal/counted.ts';
import { signedText } from './show-many.ts';

export interface StatusOutcome {
  readonly document: string;
  readonly documentId: string | null;
  readonly exitCode: number;
  readonly found?: Document;
  readonly error?: FailedDocument['error'];
}

/** Exit code of a watched document: 0 completed, 8 still open, 6 otherwise. */
export function watchedCode({ status }: Pick<Document, 'status'>): number {
  if (status === 'COMPLETED') return EXIT.done;
  return status === 'PENDING' || status === 'SENT' ? EXIT.stillWaiting : EXIT.wrongState;
}

export function failedOutcome(failed: FailedDocument): StatusOutcome {
  return { ...failed, exitCode: failed.error.exitCode };
}

/** A document that was only read is skipped until completed. */
export function outcomeCase(outcome: StatusOutcome): ReportCase {
  const { document, documentId, exitCode, found, error } = outcome;
  const name = `${found?.name ?? document} (${documentId ?? document})`;
  if (error) return { name, problem: { kind: 'failure', ...error } };
  if (!found || found.status === 'COMPLETED') return { name };
  const message = `${found.status}, ${signedText(found)} signed`;
  const kind = exitCode === EXIT.done ? 'skipped' : 'failure';
  const code = exitCode === EXIT.stillWaiting ? 'still_waiting' : 'not_completed';
  return { name, problem: { kind, code, message } };
}

export function outcomeJson({ document, documentId, exitCode, found, error }: StatusOutcome) {
  if (error) return { document, documentId, exitCode, error };
  return { document, exitCode, ...found };
}

export function outcomesText(outcomes: readonly StatusOutcome[]): string {
  const count = (fits: (outcome: StatusOutcome) => boolean) => outcomes.filter(fits).length;
  const waiting = count(({ exitCode }) => exitCode === EXIT.stillWaiting);
  const failed = count(({ exitCode }) => exitCode !== EXIT.done) - waiting;
  const completed = count(({ found }) => found?.status === 'COMPLETED');
  return [
    `${completed} of ${counted(outcomes.length, 'document')} completed`,
    ...(waiting > 0 ? [`${waiting} still waiting`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}

/** Has the worst exit code; undefined if all is well. */
export function badEnd(outcomes: readonly StatusOutcome[]): CliError | undefined {
  const exitCode = worstCode(outcomes.map((outcome) => outcome.exitCode));
  if (exitCode === EXIT.done) return undefined;
  const waiting = outcomes.flatMap((one) =>
    one.exitCode === EXIT.stillWaiting ? [one.documentId ?? one.document] : [],
  );
  return new CliError({
    code: exitCode === EXIT.stillWaiting ? 'still_waiting' : 'documents_failed',
    what: outcomesText(outcomes),
    next: waiting.length > 0 ? `esign status ${waiting.join(' ')} --watch` : undefined,
    exitCode,
  });
}
