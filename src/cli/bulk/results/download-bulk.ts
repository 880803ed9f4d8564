import { mkdir } from 'node:fs/promises';
import { Flags } from '@oclif/core';
import { ApiError, ResponseShapeError } from '../../../client/index.ts';
import type { CommandContext } from '../../command-context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import { journalFlag } from '../bulk-flags.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { RunName } from '../run/run-end.ts';
import { bulkCommand } from '../run/run-end.ts';
import type { Verifier } from './check-pair.ts';
import type { KnownRow, KnownRunOptions } from './known-run.ts';
import { readKnownRun, sentRows } from './known-run.ts';
import { readSummaries } from './read-summaries.ts';
import type { Archive, SavedPair } from './save-pair.ts';
import { folderOf, savePair } from './save-pair.ts';
import { readSums, writeSums } from './sums-file.ts';

/** The flags of `bulk download`. */
export const bulkDownloadFlags = {
  ...journalFlag,
  to: Flags.string({ description: 'folder to write to', helpValue: 'DIR', required: true }),
  force: Flags.boolean({ description: 'fetch files again that are there' }),
  'skip-existing': Flags.boolean({
    description: 'leave files that are there unchecked',
    exclusive: ['force'],
  }),
  root: Flags.string({
    description: 'certificate of a trusted root, PEM or DER (again for each)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
  }),
};

/** The flags as they were given. */
interface DownloadFlags {
  readonly to: string;
  readonly force: boolean;
  readonly 'skip-existing': boolean;
}

/** How many rows came to which end, as the last line of `--json`. */
export interface DownloadSummary {
  readonly type: 'summary';
  readonly to: string;
  readonly rows: number;
  readonly saved: number;
  /** Files that were there and are right. */
  readonly kept: number;
  /** Files that do not verify; they were not saved. */
  readonly refused: number;
  /** Rows whose files could not be fetched. */
  readonly failed: number;
  /** Rows that were not sent, or are not completed yet. */
  readonly waiting: number;
}

const AT_ONCE = 4;
/** Refusals that the next document would meet too. */
const OF_ALL: readonly number[] = [401, 403, 429];

/** A failure of one document, which says nothing about the next; a service that does not answer ends the run. */
function isOfOneDocument(error: unknown): error is Error {
  if (error instanceof ResponseShapeError) return true;
  return error instanceof ApiError && !OF_ALL.includes(error.status);
}

type Ended = SavedPair | { readonly outcome: 'failed'; readonly folder: string; problem: string };

async function tryPair(row: KnownRow, documentId: string, archive: Archive): Promise<Ended> {
  try {
    return await savePair(row, documentId, archive);
  } catch (error) {
    if (!isOfOneDocument(error)) throw error;
    return { outcome: 'failed', folder: folderOf(row), problem: error.message };
  }
}

/** Counts and tells what became of each row. */
class Tally {
  readonly #out: CommandContext['out'];
  readonly counts = { saved: 0, kept: 0, refused: 0, failed: 0 };
  unverified = 0;

  constructor(out: CommandContext['out']) {
    this.#out = out;
  }

  note(row: number, documentId: string, ended: Ended): void {
    this.counts[ended.outcome] += 1;
    if ('verified' in ended && !ended.verified) this.unverified += 1;
    if (this.#out.isJson) this.#out.line({ type: 'row', row, documentId, ...ended });
    else if ('problem' in ended)
      this.#out.warn(`row ${row}, ${documentId}: ${harmless(ended.problem)}`);
  }
}

function left(summary: DownloadSummary, name: RunName): CliError | undefined {
  const { rows, saved, kept, refused, waiting, failed } = summary;
  const missing = rows - saved - kept;
  if (missing === 0) return undefined;
  const whys = [
    refused > 0 ? `${counted(refused, 'row')} did not verify` : undefined,
    failed > 0 ? `${counted(failed, 'row')} could not be fetched` : undefined,
    waiting > 0 ? `${counted(waiting, 'row')} not completed` : undefined,
  ];
  return new CliError({
    code: refused > 0 ? 'not_verified' : 'rows_not_done',
    what: `the files of ${missing} of ${counted(rows, 'row')} are not there`,
    why: whys.filter((why) => why !== undefined).join(', '),
    next: waiting > 0 ? bulkCommand('watch', name) : 'run the command again in a moment',
    exitCode: refused > 0 ? EXIT.notVerified : EXIT.rowsNotDone,
  });
}

/** What a download works with. */
export interface DownloadContext extends CommandContext, KnownRunOptions {
  readonly verifier: Verifier;
}

async function saveAll(
  rows: readonly KnownRow[],
  flags: DownloadFlags,
  context: DownloadContext,
): Promise<Tally> {
  const { client, out, signal, verifier } = context;
  const sent = sentRows(rows);
  const summaries = await readSummaries(client, new Set(sent.keys()), { signal });
  const completed = [...sent].filter(([id]) => summaries.get(id)?.status === 'COMPLETED');
  const { to, force } = flags;
  await mkdir(to, { recursive: true });
  const sums = await readSums(to);
  const skipExisting = flags['skip-existing'];
  const archive = { client, to, sums, verifier, force, skipExisting, signal };
  const tally = new Tally(out);
  const work = async ([id, row]: readonly [string, KnownRow]) =>
    tally.note(row.row, id, await tryPair(row, id, archive));
  try {
    await eachAtOnce(completed, AT_ONCE, work);
  } finally {
    // What is there is told, however the rest ended
    await writeSums(to, sums);
  }
  return tally;
}

/**
 * Fetches the signed PDF and the certificate of every completed row, checks each pair and writes it with `sha256sums.txt`
 * beside. Throws a `CliError`: 10 when a pair does not verify, 12 when rows are left; and the client's errors.
 */
export async function downloadBulk(
  name: RunName,
  flags: DownloadFlags,
  context: DownloadContext,
): Promise<DownloadSummary> {
  const rows = await readKnownRun(name, context);
  const { counts, unverified } = await context.progress('fetching', () =>
    saveAll(rows, flags, context),
  );
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const waiting = rows.length - done;
  const summary = { type: 'summary', to: flags.to, rows: rows.length, ...counts, waiting } as const;
  const { out } = context;
  if (out.isJson) out.line(summary);
  else out.result(`${counted(counts.saved, 'row')} saved, ${counts.kept} there already`);
  if (unverified > 0)
    out.warn(`${counted(unverified, 'pair')} not checked against a sealed certificate`);
  const missing = left(summary, name);
  if (missing) throw missing;
  return summary;
}
