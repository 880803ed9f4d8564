import { basename } from 'node:path';
import type { EsignClient } from '../../../client/index.ts';
import type { CommandContext } from '../../command-context.ts';
import { counted } from '../../terminal/counted.ts';
import { cannotAsk, declined } from '../../terminal/interactive.ts';
import { askConfirmation } from '../../terminal/prompts.ts';
import type { RunFlags } from '../bulk-flags.ts';
import { journalPath } from '../journal/read-journal.ts';
import type { Mode, RowState } from '../journal/row-state.ts';
import { standingOf } from '../journal/row-state.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/manifest.ts';
import type { CountPages } from '../manifest/pdf-files.ts';
import type { BulkRun, RunClient } from './journalled-run.ts';
import { journalFor, runJournalled } from './journalled-run.ts';
import type { BulkPlan, PlannedRow } from './plan.ts';
import { planRows, planRun } from './plan.ts';
import type { RowLine } from './row-line.ts';
import { rowLine } from './row-line.ts';
import { endRun } from './run-end.ts';
import type { RunView } from './run-view.ts';
import { openRunView } from './run-view.ts';
import type { PlanLine } from './show-plan.ts';
import { planLine, printBulkPlan } from './show-plan.ts';
import type { Totals } from './show-rows.ts';
import { printProblems, totalsText } from './show-rows.ts';

/** What a run needs of the command that makes it. */
export interface BulkContext extends Omit<CommandContext, 'client'> {
  readonly baseUrl: string;
  readonly connect: (wishes: RunClient) => Promise<EsignClient>;
  readonly countPages: CountPages;
}

/** What `bulk send` and `bulk retry` end with. */
export type BulkSummary = PlanLine | (Totals & { readonly type: 'summary' });

async function confirm(plan: BulkPlan, { yes }: RunFlags, context: BulkContext): Promise<void> {
  if (yes || plan.rows.length === 0) return;
  if (!context.mayAsk)
    throw cannotAsk(
      `sending ${counted(plan.rows.length, 'document')} takes up to ${counted(plan.credits, 'credit')}: it needs a yes`,
      'look at the plan with --dry-run, then pass --yes',
    );
  if (!(await askConfirmation('Send them?', context.signal))) throw declined('nothing was sent');
}

/** What became of all rows: those of this run, and those that the journal held already. */
class Ledger {
  readonly #states = new Map<number, RowState | undefined>();
  #creditsRemaining: number | null = null;

  begin(planned: readonly PlannedRow[]): void {
    for (const { row, state } of planned) this.#states.set(row.row, state);
  }

  note({ row }: PlannedRow, state: RowState | undefined): void {
    this.#states.set(row.row, state);
    if (state?.op === 'send' && typeof state.creditsRemaining === 'number')
      this.#creditsRemaining = state.creditsRemaining;
  }

  totals(): Totals {
    const counts = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
    for (const state of this.#states.values()) counts[standingOf(state)] += 1;
    return { rows: this.#states.size, ...counts, creditsRemaining: this.#creditsRemaining };
  }
}

/** A run as it was asked for. */
export interface Asked {
  readonly mode: Mode;
  readonly path: string;
  readonly flags: RunFlags;
}

function showEnd(problems: readonly RowLine[], totals: Totals, { out }: BulkContext): BulkSummary {
  const summary = { type: 'summary', ...totals } as const;
  if (out.isJson) out.line(summary);
  printProblems(out, problems);
  out.result(totalsText(totals));
  return summary;
}

async function sendAll(
  manifest: Manifest,
  { mode, path, flags }: Asked,
  context: BulkContext,
): Promise<BulkSummary> {
  const { out } = context;
  const ledger = new Ledger();
  const problems: RowLine[] = [];
  let view: RunView | undefined;
  const run: BulkRun = {
    ...context,
    manifest,
    mode,
    journal: journalPath(path, flags.journal),
    limit: flags.limit,
    concurrency: flags.concurrency,
    isFull: flags['journal-full'],
    onPlan: async (plan) => {
      ledger.begin(plan.all);
      printBulkPlan(out, basename(path), plan);
      await confirm(plan, flags, context);
    },
    onBegin: async (pace, total) => {
      view = await openRunView(context, total, pace);
    },
    onEnd: (planned, { state }) => {
      ledger.note(planned, state);
      view?.meter.count(state, performance.now());
      view?.ended();
      const told = rowLine({ row: planned.row, state });
      if (out.isJson) out.line(told);
      if (told.state === 'failed' || told.state === 'doubt') problems.push(told);
    },
  };
  const { stoppedBy } = await runJournalled(run).finally(() => view?.close());
  const totals = ledger.totals();
  const summary = showEnd(problems, totals, context);
  endRun({ totals, stoppedBy }, { manifest: path, journal: flags.journal });
  return summary;
}

async function planOnly(manifest: Manifest, asked: Asked, context: BulkContext): Promise<PlanLine> {
  const { mode, path, flags } = asked;
  const content = await journalFor(journalPath(path, flags.journal), context.baseUrl);
  const plan = planRun(await planRows(manifest, content, mode), mode, flags.limit);
  printBulkPlan(context.out, basename(path), plan);
  const line = planLine(plan);
  if (context.out.isJson) context.out.line(line);
  return line;
}

/**
 * Sends the rows of a manifest, or shows what that would do. Throws a `CliError`: 2 when the manifest or the journal does
 * not fit, 12 when rows are left; and the client's errors while nothing was sent yet.
 */
export async function runBulk(asked: Asked, context: BulkContext): Promise<BulkSummary> {
  const { path, flags } = asked;
  const { countPages, recipients } = context;
  const reading = { countPages, recipients, allowRepeats: flags['allow-repeats'] };
  const manifest = await context.progress('checking the manifest', () =>
    readManifest(path, reading),
  );
  return flags['dry-run'] ? planOnly(manifest, asked, context) : sendAll(manifest, asked, context);
}
