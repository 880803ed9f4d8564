import { comparable } from '../../../client/recovery/reconcile.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import { fileHashes, rowKey } from '../journal/row-key.ts';
import type { Mode, RowState, Standing } from '../journal/row-state.ts';
import { isTaken, standingOf } from '../journal/row-state.ts';
import type { BulkRow, Manifest } from '../manifest/manifest.ts';
import { faultyManifest } from '../manifest/read-rows.ts';

/** A row, what tells it from others, and what the journal holds of it. */
export interface PlannedRow {
  readonly row: BulkRow;
  readonly key: string;
  /** SHA-256 of the PDF. */
  readonly pdf: string;
  readonly state: RowState | undefined;
}

/** What a run will do. */
export interface BulkPlan {
  readonly all: readonly PlannedRow[];
  /** How many rows there are of each standing. */
  readonly standings: Readonly<Record<Standing, number>>;
  /** The rows that this run takes on, those in doubt first. */
  readonly rows: readonly PlannedRow[];
  /** One for each signer of those rows; less when a doubtful one turns out to be sent. */
  readonly credits: number;
}

/** How many rows are named in a message. */
const NAMED = 10;

function changed(rows: readonly PlannedRow[]): CliError {
  const named = rows.slice(0, NAMED).map(({ row, state }) => {
    const was = state?.name === undefined ? '' : `, was "${harmless(state.name)}"`;
    return `row ${row.row} (line ${row.line}) "${harmless(row.name)}"${was}: ${standingOf(state)}`;
  });
  const more = rows.length > NAMED ? [`and ${rows.length - NAMED} more`] : [];
  const onlyFailed = rows.every(({ state }) => standingOf(state) === 'failed');
  return new CliError({
    code: 'rows_changed',
    what: `${rows.length === 1 ? 'a row is' : `${rows.length} rows are`} not what the journal holds under that number:\n  ${[...named, ...more].join('\n  ')}`,
    why: 'the PDF, the name or a signer differs, or rows have moved; going on could send a contract twice',
    next: onlyFailed
      ? 'rows that failed are sent as they are now by: esign bulk retry'
      : 'put the rows back and new ones at the end; or begin a journal of their own with --journal FILE',
    exitCode: EXIT.usage,
  });
}

/** A row may be another one than before only where nothing was, or can have been, sent: when it was refused. */
const mayDiffer = ({ state }: PlannedRow, mode: Mode): boolean =>
  mode === 'retry' && standingOf(state) === 'failed';

/** A PDF may have been replaced since the manifest was checked; what is planned here is what is uploaded. */
function checkHashes(path: string, planned: readonly PlannedRow[]): void {
  const faults = planned.flatMap(({ row: { line, expectSha256 }, pdf }) => {
    if (expectSha256 === undefined || expectSha256 === pdf) return [];
    return [{ line, problem: `its file is another one: its SHA-256 is ${pdf}` }];
  });
  if (faults.length > 0) throw faultyManifest(path, faults);
}

/** Joins the manifest's rows with what the journal holds. Throws a `CliError` (exit 2) that names rows that differ. */
export async function planRows(
  manifest: Manifest,
  journal: JournalContent,
  mode: Mode,
): Promise<PlannedRow[]> {
  const hashOf = fileHashes();
  const planned: PlannedRow[] = [];
  for (const row of manifest.rows) {
    const pdf = await hashOf(row.file);
    planned.push({ row, pdf, key: rowKey(pdf, row), state: journal.states.get(row.row) });
  }
  checkHashes(manifest.path, planned);
  const differing = planned.filter(
    (one) => one.state !== undefined && one.state.key !== one.key && !mayDiffer(one, mode),
  );
  if (differing.length > 0) throw changed(differing);
  return planned;
}

/** What a run of that mode does, at most `limit` rows of it. */
export function planRun(
  planned: readonly PlannedRow[],
  mode: Mode,
  limit = Number.POSITIVE_INFINITY,
): BulkPlan {
  const standings = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
  for (const { state } of planned) standings[standingOf(state)] += 1;
  const taken = planned.filter(({ state }) => isTaken(state, mode));
  const isDoubt = ({ state }: PlannedRow) => standingOf(state) === 'doubt';
  const inOrder = [...taken.filter(isDoubt), ...taken.filter((one) => !isDoubt(one))];
  const rows = inOrder.slice(0, limit);
  const credits = rows.reduce((sum, { row }) => sum + row.signers.length, 0);
  return { all: planned, standings, rows, credits };
}

const isLostCreate = ({ state }: PlannedRow): boolean =>
  state !== undefined && state.op === 'create' && standingOf(state) === 'doubt';

/** The names, as they are compared, of creates whose outcome is not known. */
export function lostNames(planned: readonly PlannedRow[]): Set<string> {
  return new Set(planned.filter(isLostCreate).map(({ row }) => comparable(row.name)));
}

/** Names for which more than one create is, or was when it was given up, without an answer. */
export function contestedNames(planned: readonly PlannedRow[]): Set<string> {
  const counts = new Map<string, number>();
  for (const one of planned) {
    if (!isLostCreate(one) && one.state?.mayHaveOrphan !== true) continue;
    const name = comparable(one.row.name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}
