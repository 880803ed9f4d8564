import { basename } from 'node:path';
import { noJournal } from '../journal/no-journal.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import { journalPath } from '../journal/read-journal.ts';
import type { RowState, Standing } from '../journal/row-state.ts';
import { standingOf } from '../journal/row-state.ts';
import { fillName } from '../manifest/fill-name.ts';
import type { GivenRow } from '../manifest/given-row.ts';
import { readManifest } from '../manifest/manifest.ts';
import type { CountPages } from '../manifest/pdf-files.ts';
import { faultyManifest, readRows } from '../manifest/read-rows.ts';
import { journalFor } from '../run/journalled-run.ts';
import { planRows } from '../run/plan.ts';
import type { RunName } from '../run/run-end.ts';

/** A row of a manifest that was run, and what became of it. */
export interface KnownRow {
  readonly row: number;
  readonly line: number;
  /** As the manifest names it. */
  readonly file: string;
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly standing: Standing;
  readonly state: RowState | undefined;
}

/** Where a run is looked for, and how a manifest that was changed since is compared with it. */
export interface KnownRunOptions {
  readonly baseUrl: string;
  readonly countPages: CountPages;
}

const nameOf = ({ name, file, words }: GivenRow): string => {
  const filled = name === '' ? undefined : fillName(name, words);
  return filled?.ok ? filled.name : basename(file);
};

function known(given: GivenRow, at: number, journal: JournalContent): KnownRow {
  const { line, file, columns } = given;
  const state = journal.states.get(at + 1);
  const standing = standingOf(state);
  return { row: at + 1, line, file, name: nameOf(given), columns, standing, state };
}

/**
 * Joins the rows of a manifest with what its journal holds. The PDFs need not be there any more, unless the manifest was
 * changed since its last run: then it is compared row by row. Throws a `CliError`: 5 without a journal, 2 for rows that are
 * not those of the journal.
 */
export async function readKnownRun(
  name: RunName,
  { baseUrl, countPages }: KnownRunOptions,
): Promise<KnownRow[]> {
  const path = journalPath(name.manifest, name.journal);
  const journal = await journalFor(path, baseUrl);
  if (!journal.last) throw noJournal(path, name);
  const { rows, faults, sha256 } = await readRows(name.manifest);
  if (faults.length > 0) throw faultyManifest(name.manifest, faults);
  if (journal.last.manifest !== sha256) {
    const manifest = await readManifest(name.manifest, { countPages, allowRepeats: true });
    await planRows(manifest, journal, 'retry');
  }
  return rows.map((given, at) => known(given, at, journal));
}

/** The rows whose document was sent, by its id. */
export function sentRows(rows: readonly KnownRow[]): Map<string, KnownRow> {
  const sent = new Map<string, KnownRow>();
  for (const row of rows) {
    const { documentId } = row.state ?? {};
    if (row.standing === 'sent' && documentId !== undefined) sent.set(documentId, row);
  }
  return sent;
}
