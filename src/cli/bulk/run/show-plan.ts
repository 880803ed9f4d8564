import { counted } from '../../terminal/counted.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { BulkPlan } from './plan.ts';

const WORDS = {
  sent: 'sent already',
  waiting: 'to be sent',
  doubt: 'in doubt: read first, sent only if they are not yet',
  failed: 'refused before',
} as const;

/** The plan as `--json` tells it. */
export interface PlanLine {
  readonly type: 'plan';
  readonly rows: number;
  readonly sent: number;
  readonly waiting: number;
  readonly doubt: number;
  readonly failed: number;
  /** Rows that this run takes on, and the credits that they need at most. */
  readonly taken: number;
  readonly credits: number;
}

/** The plan in one object. */
export function planLine({ standings, rows, credits }: BulkPlan): PlanLine {
  const all = Object.values(standings).reduce((sum, count) => sum + count, 0);
  return { type: 'plan', rows: all, ...standings, taken: rows.length, credits };
}

/** Prints on stderr what a run will do. */
export function printBulkPlan(printer: Printer, name: string, plan: BulkPlan): void {
  const { standings, rows, credits } = plan;
  printer.note(`${printer.paintNote.bold(name)}: ${counted(planLine(plan).rows, 'row')}`);
  for (const standing of ['sent', 'waiting', 'doubt', 'failed'] as const) {
    const count = standings[standing];
    if (count > 0) printer.note(`${String(count).padStart(7)}  ${WORDS[standing]}`);
  }
  if (rows.length === 0) return;
  const mails = `${counted(credits, 'mail')} and ${counted(credits, 'credit')} at most`;
  printer.note(`this run: ${counted(rows.length, 'row')}, ${mails}`);
}
