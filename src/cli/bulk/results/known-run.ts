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

export interface KnownRow extends Pick<GivenRow, 'line' | 'file' | 'name' | 'columns'> {
  readonly row: number;
  readonly status: RowStatus;
  readonly state: RowState | undefined;
}

export interface KnownRunContext extends CommandContext {
  readonly pdfTools: PdfTools;
}

const nameOf = ({ name, file, cells }: GivenRow, former: string | undefined): string => {
  const filled = name === '' ? undefined : fillName(name, cells);
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
 * Reads PDFs and compares all rows only if the manifest has changed. A name whose column was
 * renamed comes from the journal. Throws a `CliError`: exit 5 without a journal, 2 if rows differ.
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
      pdfTools,
      allowRepeats: true,
      // A row that was not started is not compared, so needs no name
      formerName: (row) => journal.states.get(row)?.name ?? '',
    });
    await planRows(manifest, journal, 'retry');
  }
  return rows.map((given, at) => known(given, at, journal));
}

export function sentRows(rows: readonly KnownRow[]): Map<string, KnownRow> {
  const sent = new Map<string, KnownRow>();
  for (const row of rows) {
    const { documentId } = row.state ?? {};
    if (row.status === 'sent' && documentId !== undefined) sent.set(documentId, row);
  }
  return sent;
}
