import { basename } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import type { RunName } from '../bulk-flags.ts';
import { journalPath } from '../bulk-flags.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import { lastRun, readJournalFor } from '../journal/read-journal.ts';
import type { RowState, RowStatus } from '../journal/row-state.ts';
import { rowStatus } from '../journal/row-state.ts';
import { fillName } from '../manifest/check-row.ts';
import type { GivenRow } from '../manifest/given-row.ts';
import { readManifest } from '../manifest/manifest.ts';
import type { PdfTools } from '../manifest/pdf-files.ts';
import { faultyManifest, readRows } from '../manifest/read-rows.ts';
import { planRows } from '../run/plan.ts';

/** A row of a manifest with its outcome. */
export interface KnownRow {
  readonly row: number;
  readonly line: number;
  /** As the manifest names it. */
  readonly file: string;
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly status: RowStatus;
  readonly state: RowState | undefined;
}

/** The context of commands on an earlier run. */
export interface KnownRunContext extends CommandContext {
  /** Reads the PDFs if the manifest has changed since its last run. */
  readonly pdfTools: PdfTools;
}

const nameOf = ({ name, file, words }: GivenRow, former: string | undefined): string => {
  const filled = name === '' ? undefined : fillName(name, words);
  return filled?.ok ? filled.name : (former ?? basename(file));
};

function known(given: GivenRow, at: number, journal: JournalContent): KnownRow {
  const { line, file, columns } = given;
  const state = journal.states.get(at + 1);
  return {
    row: at + 1,
    line,
    file,
    name: nameOf(given, state?.name),
    columns,
    status: rowStatus(state),
    state,
  };
}

/**
 * Joins the rows of a manifest with its journal. The PDFs are read only if the manifest has changed since its last run;
 * then every row is compared, and a name whose column was renamed is the journal's. Throws a `CliError`: 5 without
 * a journal, 2 for rows that differ from the journal.
 */
export async function readKnownRun(
  name: RunName,
  { baseUrl, pdfTools }: Pick<KnownRunContext, 'baseUrl' | 'pdfTools'>,
): Promise<KnownRow[]> {
  const journal = await readJournalFor(journalPath(name), baseUrl);
  const last = lastRun(journal, name);
  const { rows, faults, sha256 } = await readRows(name.manifest);
  if (faults.length > 0) throw faultyManifest(name.manifest, faults);
  if (last.manifest !== sha256) {
    const manifest = await readManifest(name.manifest, {
      ...pdfTools,
      allowRepeats: true,
      // A row that was not begun is not compared, and needs no name
      formerName: (row) => journal.states.get(row)?.name ?? '',
    });
    await planRows(manifest, journal, 'retry');
  }
  return rows.map((given, at) => known(given, at, journal));
}

/** The sent rows by document id. */
export function sentRows(rows: readonly KnownRow[]): Map<string, KnownRow> {
  const sent = new Map<string, KnownRow>();
  for (const row of rows) {
    const { documentId } = row.state ?? {};
    if (row.status === 'sent' && documentId !== undefined) sent.set(documentId, row);
  }
  return sent;
}
