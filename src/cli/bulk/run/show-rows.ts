import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { Standing } from '../journal/row-state.ts';
import type { RowLine } from './row-line.ts';

/** How many rows are listed on a screen; `--json` tells of all. */
const LISTED = 20;

/** Standings in words. */
export const LABEL = {
  failed: 'failed',
  doubt: 'in doubt',
  waiting: 'waiting',
  sent: 'sent',
} as const;

function rowText({ row, line, name, state, documentId, message }: RowLine): string {
  const where = line === null ? `row ${row}` : `row ${row}, line ${line}`;
  const id = documentId === null ? '' : `  ${documentId}`;
  return `${where}: ${harmless(name ?? '')}${id}\n    ${LABEL[state]}: ${harmless(message ?? '')}`;
}

/** Prints rows that need somebody's eye, with the reason that the journal holds for each. */
export function printProblems(printer: Printer, problems: readonly RowLine[]): void {
  const inOrder = [...problems].sort((one, other) => one.row - other.row);
  for (const one of inOrder.slice(0, LISTED)) printer.result(rowText(one));
  const more = problems.length - LISTED;
  if (more > 0) printer.result(`and ${counted(more, 'row')} more`);
}

/** How many rows there are of each standing, and what their sending has left. */
export interface Totals extends Readonly<Record<Standing, number>> {
  readonly rows: number;
  /** As the last send told; null where none did. */
  readonly creditsRemaining: number | null;
}

/** Totals as one line. */
export function totalsText({ rows, creditsRemaining, ...standings }: Totals): string {
  const others = (['waiting', 'doubt', 'failed'] as const).filter((one) => standings[one] > 0);
  const rest = others.map((one) => `, ${standings[one]} ${LABEL[one]}`).join('');
  const left = creditsRemaining === null ? '' : `; ${counted(creditsRemaining, 'credit')} left`;
  return `${standings.sent} of ${counted(rows, 'document')} sent${rest}${left}`;
}
