import type { EsignClient } from '../client/index.ts';
import type { Document } from '../contract/document.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';
import type { Printer } from './printer.ts';
import { watchDocument } from './watch-document.ts';
import { FIRST_INTERVAL_MS } from './watch-schedule.ts';
import { lineView, terminalView } from './watch-view.ts';

/** What a wait works with. */
export interface Waiting {
  readonly client: EsignClient;
  readonly out: Printer;
  readonly mayAnimate: boolean;
  readonly signal: AbortSignal;
}

/**
 * Follows a document to its final state, shown live on a terminal and line by line elsewhere. An interruption becomes a
 * `CliError` that names the command which resumes; the base command gives it the signal's exit code.
 */
export async function waitForDocument(
  { client, out, mayAnimate, signal }: Waiting,
  documentId: string,
  flags: { readonly timeout?: number | undefined; readonly interval?: number | undefined },
): Promise<Document> {
  const view = mayAnimate ? terminalView(process.stderr) : lineView(out);
  const options = {
    documentId,
    intervalMs: flags.interval ?? FIRST_INTERVAL_MS,
    timeoutMs: flags.timeout,
    signal,
  };
  try {
    return await watchDocument(client, options, view);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError({
      code: 'interrupted',
      what: 'stopped watching; the document goes on without you',
      next: `esign status ${documentId} --watch`,
      exitCode: EXIT.interrupted,
      documentId,
      cause: error,
    });
  }
}
