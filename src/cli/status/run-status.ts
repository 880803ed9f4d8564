import type { Document } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { readEnding } from '../documents/ending.ts';
import { describeFailure, isOfOneDocument } from '../documents/failed-documents.ts';
import type { WatchFlags } from '../documents/poll-flags.ts';
import { resolveDocument } from '../documents/resolve-document.ts';
import { printDocument } from '../documents/show-document.ts';
import { waitForDocument } from '../documents/wait-for-document.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Reporter } from '../rows/junit.ts';
import type { StatusOutcome } from './outcome.ts';
import {
  badEnd,
  failedOutcome,
  outcomeCase,
  outcomeJson,
  outcomesText,
  watchedCode,
} from './outcome.ts';
import { printMany } from './show-many.ts';
import { readMany, watchMany } from './watch-many.ts';

export interface StatusRun extends WatchFlags {
  readonly watch: boolean;
  readonly report: Reporter;
  /** Called when a watch ends; the text names no document. */
  readonly notify: (text: string) => void;
}

const NEWS: Readonly<Record<number, string>> = {
  [EXIT.stillWaiting]: 'the document is not completed yet',
  [EXIT.ended]: 'the document can no longer be completed',
};

async function readOne(
  context: CommandContext,
  name: string,
  { watch, ...flags }: StatusRun,
): Promise<StatusOutcome & { readonly found: Document }> {
  const { client, signal } = context;
  const documentId = await resolveDocument(name, context);
  const found = watch
    ? await waitForDocument(context, documentId, { ...flags, isStream: true })
    : await client.documents.retrieve(documentId, { signal });
  const exitCode = watch ? watchedCode(found) : EXIT.done;
  return { document: name, documentId, exitCode, found };
}

/** Throws a `CliError` (exit 6) if it ended uncompleted, and throws like `waitForDocument`. */
export async function statusOfOne(
  context: CommandContext,
  name: string,
  run: StatusRun,
): Promise<Document> {
  const outcome = await readOne(context, name, run).catch(async (error: unknown) => {
    if (context.signal.aborted || !isOfOneDocument(error)) throw error;
    const failed = failedOutcome(describeFailure({ name, error }));
    await run.report.write([outcomeCase(failed)]);
    if (run.watch) run.notify(NEWS[failed.exitCode] ?? 'the watch failed');
    throw error;
  });
  const { found, exitCode, documentId } = outcome;
  const ended = await readEnding(context.client, found, { signal: context.signal });
  await printDocument(context.out, found, ended);
  await run.report.write([outcomeCase(outcome)]);
  if (run.watch) run.notify(`the document is ${found.status.toLowerCase()}`);
  if (exitCode === EXIT.done) return found;
  const what = `the document ended as ${found.status}`;
  throw new CliError({ code: 'not_completed', what, exitCode, documentId: documentId ?? name });
}

/** Prints each document. After all were tried, throws a `CliError` with the worst exit code. */
export async function statusOfMany(
  context: CommandContext,
  names: readonly string[],
  { watch, report, notify, ...flags }: StatusRun,
): Promise<void> {
  const { out } = context;
  const outcomes = watch
    ? await watchMany(context, names, flags)
    : await context.progress('reading the documents', () => readMany(context, names));
  const results = outcomes.map(outcomeJson);
  if (out.isJson && watch) out.line({ type: 'summary', results });
  else if (out.isJson) out.document({ results });
  await printMany(
    out,
    outcomes.flatMap(({ found }) => found ?? []),
  );
  await report.write(outcomes.map(outcomeCase));
  if (watch) notify(outcomesText(outcomes));
  const bad = badEnd(outcomes);
  if (bad) throw bad;
}
