import type { Place } from '../../command-context.ts';
import { placeText } from '../../command-context.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { RowState, RowStatus } from '../journal/row-state.ts';
import { rowStatus } from '../journal/row-state.ts';
import type { BulkPlan } from './plan.ts';

/** Rows printed on a screen; `--json` has them all. */
const SHOWN_ROWS = 20;

export const LABEL = {
  failed: 'failed',
  doubt: 'in doubt',
  waiting: 'waiting',
  sent: 'sent',
} as const;

const PLAN_LABEL = {
  sent: 'already sent',
  waiting: 'to send',
  doubt: 'in doubt: checked first, sent only if not sent yet',
  failed: 'failed before',
} as const;

/** A run killed during a request leaves no message. */
const UNANSWERED = {
  create: 'the run ended before the service answered the upload',
  signers: 'the run ended before the service answered the request to add signers',
  send: 'the run ended before the service answered the request to send',
} as const;

export interface RowLine {
  readonly type: 'row';
  readonly row: number;
  readonly line: number | null;
  readonly name: string | null;
  readonly state: RowStatus;
  readonly documentId: string | null;
  readonly orphans: readonly string[];
  readonly code: string | null;
  readonly message: string | null;
}

export function rowLine(state: RowState | undefined, row: number): RowLine {
  return {
    type: 'row',
    row,
    line: state?.line ?? null,
    name: state?.name ?? null,
    state: rowStatus(state),
    documentId: state?.documentId ?? null,
    orphans: state?.orphans ?? [],
    code: state?.code ?? null,
    message: state?.message ?? (state?.phase === 'intent' ? UNANSWERED[state.op] : null),
  };
}

function rowText({ row, line, name, state, documentId, message }: RowLine): string {
  const where = line === null ? `row ${row}` : `row ${row}, line ${line}`;
  const id = documentId === null ? '' : `  ${documentId}`;
  return `${where}: ${harmless(name ?? '')}${id}\n    ${LABEL[state]}: ${harmless(message ?? '')}`;
}

export function printProblems(printer: Printer, problems: readonly RowLine[]): void {
  const inOrder = [...problems].sort((one, other) => one.row - other.row);
  for (const one of inOrder.slice(0, SHOWN_ROWS)) printer.result(rowText(one));
  const more = problems.length - SHOWN_ROWS;
  if (more > 0) printer.result(`and ${counted(more, 'row')} more`);
}

export interface Totals extends Readonly<Record<RowStatus, number>> {
  readonly rows: number;
  /** After the last send; null if none reported it. */
  readonly creditsRemaining: number | null;
}

export function totalsText({ rows, creditsRemaining, ...counts }: Totals): string {
  const others = (['waiting', 'doubt', 'failed'] as const).filter((one) => counts[one] > 0);
  const rest = others.map((one) => `, ${counts[one]} ${LABEL[one]}`).join('');
  const left = creditsRemaining === null ? '' : `; ${counted(creditsRemaining, 'credit')} left`;
  return `${counts.sent} of ${counted(rows, 'document')} sent${rest}${left}`;
}

export interface PlanLine {
  readonly type: 'plan';
  readonly rows: number;
  readonly sent: number;
  readonly waiting: number;
  readonly doubt: number;
  readonly failed: number;
  /** Rows this run processes; `credits` is the most it needs. */
  readonly taken: number;
  readonly credits: number;
}

export function planLine({ all, counts, rows, credits }: BulkPlan): PlanLine {
  return { type: 'plan', rows: all.length, ...counts, taken: rows.length, credits };
}

export function printPlan(
  printer: Printer,
  plan: BulkPlan,
  { name, place }: { readonly name: string; readonly place: Place },
): void {
  const { all, counts, rows, credits } = plan;
  printer.note(`${printer.paintNote.bold(name)}: ${counted(all.length, 'row')}`);
  for (const status of ['sent', 'waiting', 'doubt', 'failed'] as const) {
    const count = counts[status];
    if (count > 0) printer.note(`${String(count).padStart(7)}  ${PLAN_LABEL[status]}`);
  }
  if (rows.length === 0) return;
  const mails = `up to ${counted(credits, 'mail')} and ${counted(credits, 'credit')}`;
  printer.note(`this run: ${counted(rows.length, 'row')}, ${mails}`);
  printer.note(placeText(place, printer.paintNote));
}
