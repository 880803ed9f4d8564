import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { ApiError, ResponseShapeError } from '../../../client/index.ts';
import { makeFolder } from '../../../locks/make-folder.ts';
import { readSummaries } from '../../documents/list-documents.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import { trustFlags } from '../../verify/read-trust.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand, journalFlag } from '../bulk-flags.ts';
import { mapConcurrently } from '../concurrency.ts';
import type { KnownRow, KnownRunContext } from './known-run.ts';
import { readKnownRun, sentRows } from './known-run.ts';
import type { Archive, PairVerifier, SavedPair } from './save-pair.ts';
import { folderOf, readSums, savePair, writeSums } from './save-pair.ts';

export const bulkDownloadFlags = {
  ...journalFlag,
  to: Flags.string({ description: 'folder to write to', helpValue: 'DIR', required: true }),
  force: Flags.boolean({ description: 'download existing files again' }),
  'skip-existing': Flags.boolean({
    description: 'keep existing files without verifying them',
    exclusive: ['force'],
  }),
  ...trustFlags,
};

type DownloadFlags = Interfaces.InferredFlags<typeof bulkDownloadFlags>;

/** Rows by outcome; the last line of `--json`. */
export interface DownloadSummary {
  readonly type: 'summary';
  readonly to: string;
  readonly rows: number;
  readonly saved: number;
  /** Rows whose files existed and verified. */
  readonly kept: number;
  /** Rows whose files did not verify, so were not saved. */
  readonly refused: number;
  readonly failed: number;
  /** Rows not sent or not completed yet. */
  readonly waiting: number;
}

const CONCURRENCY = 4;
/** Responses that the next document would get too. */
const FATAL_STATUS: readonly number[] = [401, 403, 429];

/** True for a failure of one document. An unreachable service ends the download. */
function isOfOneDocument(error: unknown): error is Error {
  if (error instanceof ResponseShapeError) return true;
  return error instanceof ApiError && !FATAL_STATUS.includes(error.status);
}

type DownloadOutcome =
  | SavedPair
  | { readonly outcome: 'failed'; readonly folder: string; problem: string };

async function tryPair(
  row: KnownRow,
  documentId: string,
  archive: Archive,
): Promise<DownloadOutcome> {
  try {
    return await savePair(row, documentId, archive);
  } catch (error) {
    if (!isOfOneDocument(error)) throw error;
    return { outcome: 'failed', folder: folderOf(row), problem: error.message };
  }
}

class DownloadTally {
  readonly #out: Printer;
  readonly counts = { saved: 0, kept: 0, refused: 0, failed: 0 };
  unverified = 0;

  constructor(out: Printer) {
    this.#out = out;
  }

  note(row: number, documentId: string, outcome: DownloadOutcome): void {
    this.counts[outcome.outcome] += 1;
    if ('verified' in outcome && !outcome.verified) this.unverified += 1;
    if (this.#out.isJson) this.#out.line({ type: 'row', row, documentId, ...outcome });
    else if ('problem' in outcome)
      this.#out.warn(`row ${row}, ${documentId}: ${harmless(outcome.problem)}`);
  }
}

function missingFiles(summary: DownloadSummary, name: RunName): CliError | undefined {
  const { rows, saved, kept, refused, waiting, failed } = summary;
  const missing = rows - saved - kept;
  if (missing === 0) return undefined;
  const whys = [
    refused > 0 ? `${counted(refused, 'row')} did not verify` : undefined,
    failed > 0 ? `${counted(failed, 'row')} could not be downloaded` : undefined,
    waiting > 0 ? `${counted(waiting, 'row')} not completed` : undefined,
  ];
  return new CliError({
    code: refused > 0 ? 'not_verified' : 'rows_not_done',
    what: `the files of ${missing} of ${counted(rows, 'row')} are missing`,
    why: whys.filter((why) => why !== undefined).join(', '),
    next: waiting > 0 ? bulkCommand('watch', name) : 'run the command again in a moment',
    exitCode: refused > 0 ? EXIT.notVerified : EXIT.rowsNotDone,
  });
}

export interface DownloadContext extends KnownRunContext {
  readonly verifier: PairVerifier;
}

async function saveAll(
  rows: readonly KnownRow[],
  flags: DownloadFlags,
  { client, out, signal, verifier }: DownloadContext,
): Promise<DownloadTally> {
  const sent = sentRows(rows);
  const summaries = await readSummaries(client, new Set(sent.keys()), { signal });
  const completed = [...sent].filter(([id]) => summaries.get(id)?.status === 'COMPLETED');
  const { to, force } = flags;
  makeFolder(to);
  const sums = await readSums(to);
  const skipExisting = flags['skip-existing'];
  const archive = { client, to, sums, verifier, force, skipExisting, signal };
  const tally = new DownloadTally(out);
  const save = async ([id, row]: readonly [string, KnownRow]) =>
    tally.note(row.row, id, await tryPair(row, id, archive));
  try {
    await mapConcurrently(completed, CONCURRENCY, save);
  } finally {
    // Lists the saved files even if the rest failed
    await writeSums(to, sums);
  }
  return tally;
}

/** Throws a `CliError` (exit 10: a pair does not verify, 12: rows left) and the client's errors. */
export async function downloadBulk(
  name: RunName,
  flags: DownloadFlags,
  context: DownloadContext,
): Promise<DownloadSummary> {
  const { out } = context;
  const rows = await readKnownRun(name, context);
  const { counts, unverified } = await context.progress('downloading', () =>
    saveAll(rows, flags, context),
  );
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const waiting = rows.length - done;
  const summary = { type: 'summary', to: flags.to, rows: rows.length, ...counts, waiting } as const;
  if (out.isJson) out.line(summary);
  else out.result(`${counted(counts.saved, 'row')} saved, ${counts.kept} already there`);
  if (unverified > 0)
    out.warn(`${counted(unverified, 'pair')} not checked against a sealed certificate`);
  const missing = missingFiles(summary, name);
  if (missing) throw missing;
  return summary;
}
