import type { Document } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Printer } from '../terminal/printer.ts';
import { watchDocument } from './watch-document.ts';
import { FIRST_INTERVAL_MS } from './watch-schedule.ts';
import { lineView, terminalView } from './watch-view.ts';

/** Nobody can sign what was not sent: a watch would wait in vain unless somebody sends it meanwhile. */
function tellUnsent(out: Printer, documentId: string): void {
  out.note('not sent yet: waiting until it is sent and everyone has signed');
  out.next(`esign send ${documentId}`);
}

/**
 * Follows a document to its final state, shown live on a terminal and line by line elsewhere. An interruption becomes a
 * `CliError` that names the command which resumes; the base command gives it the signal's exit code.
 */
export async function waitForDocument(
  { client, out, mayAnimate, signal }: CommandContext,
  documentId: string,
  flags: { readonly timeout?: number | undefined; readonly interval?: number | undefined },
): Promise<Document> {
  const view = mayAnimate ? terminalView(process.stderr) : lineView(out);
  let isFirstLook = true;
  const onLook = (document: Document) => {
    if (isFirstLook && document.status === 'PENDING') tellUnsent(out, documentId);
    isFirstLook = false;
    view.onLook(document);
  };
  const options = {
    documentId,
    intervalMs: flags.interval ?? FIRST_INTERVAL_MS,
    timeoutMs: flags.timeout,
    signal,
  };
  try {
    const document = await watchDocument(client, options, { ...view, onLook });
    if (out.columns !== undefined) view.clear();
    return document;
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
