import { readFile } from 'node:fs/promises';
import { comparable } from '../../../client/recovery/reconcile.ts';
import type { SignerInput } from '../../../contract/signer.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { sha256Of } from '../../input/sha256.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import type { Mode, RowState, RowStatus } from '../journal/row-state.ts';
import { isSelected, rowStatus } from '../journal/row-state.ts';
import type { BulkRow, Manifest } from '../manifest/manifest.ts';
import { faultyManifest } from '../manifest/read-rows.ts';

export interface PlannedRow {
  readonly row: BulkRow;
  readonly key: string;
  /** SHA-256 of the PDF. */
  readonly pdf: string;
  readonly state: RowState | undefined;
}

export interface BulkPlan {
  readonly all: readonly PlannedRow[];
  readonly counts: Readonly<Record<RowStatus, number>>;
  /** The rows this run processes, those in doubt first. */
  readonly rows: readonly PlannedRow[];
  /** One per signer of those rows; fewer if a row in doubt was already sent. */
  readonly credits: number;
}

const SHOWN_ROWS = 10;

function canonical({ name, email, phone, advanced }: SignerInput): unknown {
  const positions = advanced?.signaturePlacement?.positions ?? [];
  const rectangles = positions.map(({ page, x, y, width, height }) => [page, x, y, width, height]);
  return [name, email, phone, rectangles];
}

/** Identifies a row by its PDF's hash, its name, and its signers in order. */
const rowKey = (pdf: string, { name, signers }: BulkRow): string =>
  sha256Of(JSON.stringify([pdf, name, signers.map(canonical)]));

function rowsChanged(rows: readonly PlannedRow[]): CliError {
  const shown = rows.slice(0, SHOWN_ROWS).map(({ row, state }) => {
    const was = state?.name === undefined ? '' : `, was "${harmless(state.name)}"`;
    return `row ${row.row} (line ${row.line}) "${harmless(row.name)}"${was}: ${rowStatus(state)}`;
  });
  const more = rows.length > SHOWN_ROWS ? [`and ${rows.length - SHOWN_ROWS} more`] : [];
  const onlyFailed = rows.every(({ state }) => rowStatus(state) === 'failed');
  const some = rows.length === 1 ? 'a row differs' : `${rows.length} rows differ`;
  return new CliError({
    code: 'rows_changed',
    what: `${some} from the journal:\n  ${[...shown, ...more].join('\n  ')}`,
    why: 'the PDF, the name or a signer differs, or rows have moved; continuing could send a contract twice',
    next: onlyFailed
      ? 'to send failed rows as they are now: esign bulk retry'
      : 'restore the rows and add new ones at the end, or start a new journal with --journal FILE',
    exitCode: EXIT.usage,
  });
}

/** Only a failed row may change: none of it was sent. */
const mayDiffer = ({ state }: PlannedRow, mode: Mode): boolean =>
  mode === 'retry' && rowStatus(state) === 'failed';

/** The PDF may have been replaced since the check; the one planned here is uploaded. */
function checkHashes(path: string, planned: readonly PlannedRow[]): void {
  const faults = planned.flatMap(({ row: { line, expectSha256, searchedSha256 }, pdf }) => {
    if (expectSha256 !== undefined && expectSha256 !== pdf)
      return [{ line, problem: `the file does not match expect_sha256: its SHA-256 is ${pdf}` }];
    if (searchedSha256 === undefined || searchedSha256 === pdf) return [];
    return [{ line, problem: 'the file changed after its words were found; run it again' }];
  });
  if (faults.length > 0) throw faultyManifest(path, faults);
}

/** Joins rows with their journal states. Throws a `CliError` (exit 2) naming rows that differ. */
export async function planRows(
  manifest: Manifest,
  journal: JournalContent,
  mode: Mode,
): Promise<PlannedRow[]> {
  const hashes = new Map<string, string>();
  const planned: PlannedRow[] = [];
  for (const row of manifest.rows) {
    const pdf = hashes.get(row.file) ?? sha256Of(await readFile(row.file));
    hashes.set(row.file, pdf);
    planned.push({ row, pdf, key: rowKey(pdf, row), state: journal.states.get(row.row) });
  }
  checkHashes(manifest.path, planned);
  const differing = planned.filter(
    (one) => one.state !== undefined && one.state.key !== one.key && !mayDiffer(one, mode),
  );
  if (differing.length > 0) throw rowsChanged(differing);
  return planned;
}

export function planRun(
  planned: readonly PlannedRow[],
  mode: Mode,
  limit = Number.POSITIVE_INFINITY,
): BulkPlan {
  const counts = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
  for (const { state } of planned) counts[rowStatus(state)] += 1;
  const selected = planned.filter(({ state }) => isSelected(state, mode));
  const isDoubt = ({ state }: PlannedRow) => rowStatus(state) === 'doubt';
  const inOrder = [...selected.filter(isDoubt), ...selected.filter((one) => !isDoubt(one))];
  const rows = inOrder.slice(0, limit);
  const credits = rows.reduce((sum, { row }) => sum + row.signers.length, 0);
  return { all: planned, counts, rows, credits };
}

const isLostCreate = ({ state }: PlannedRow): boolean =>
  state !== undefined && state.op === 'create' && rowStatus(state) === 'doubt';

export function lostNames(planned: readonly PlannedRow[]): Set<string> {
  return new Set(planned.filter(isLostCreate).map(({ row }) => comparable(row.name)));
}

/** Names shared by several creates of unknown outcome, abandoned ones included. */
export function contestedNames(planned: readonly PlannedRow[]): Set<string> {
  const counts = new Map<string, number>();
  for (const one of planned) {
    if (!isLostCreate(one) && one.state?.mayHaveOrphan !== true) continue;
    const name = comparable(one.row.name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}
