import { basename } from 'node:path';
import type { EsignClient } from '../../../client/index.ts';
import type { CommandContext } from '../../command-context.ts';
import { requireExtension } from '../../documents/extension.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { keyOrigin } from '../../profiles/connection.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import { cannotAsk, declined } from '../../terminal/interactive.ts';
import type { Printer } from '../../terminal/printer.ts';
import { askConfirmation } from '../../terminal/prompts.ts';
import type { RunFlags, RunName } from '../bulk-flags.ts';
import { bulkCommand, journalPath } from '../bulk-flags.ts';
import { warnOfEmptyFields } from '../check-manifest.ts';
import { readJournalFor } from '../journal/read-journal.ts';
import type { Mode, RowState } from '../journal/row-state.ts';
import { rowStatus } from '../journal/row-state.ts';
import type { BulkRow, Manifest } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/manifest.ts';
import type { PdfTools } from '../manifest/pdf-files.ts';
import type { BulkRun, RunClient } from './bulk-run.ts';
import { runJournalled } from './bulk-run.ts';
import type { BulkPlan, PlannedRow } from './plan.ts';
import { planRows, planRun } from './plan.ts';
import type { StopReason } from './row-failure.ts';
import type { RunView } from './run-view.ts';
import { openRunView } from './run-view.ts';
import type { PlanLine, RowLine, Totals } from './show-run.ts';
import { LABEL, planLine, printPlan, printProblems, rowLine, totalsText } from './show-run.ts';

interface Sample {
  /** The first row to process, as it would be sent; null if there is none. */
  readonly sample: Omit<BulkRow, 'expectSha256' | 'searchedSha256'> | null;
  /** The user's own columns: kept for the export, not sent. */
  readonly unknownColumns: readonly string[];
}

function sampleOf({ all, rows }: BulkPlan): Sample {
  const unknownColumns = [...new Set(all.flatMap(({ row }) => Object.keys(row.columns)))];
  const [first] = rows;
  if (!first) return { sample: null, unknownColumns };
  const { row, line, file, name, signers, columns } = first.row;
  return { sample: { row, line, file, name, signers, columns }, unknownColumns };
}

function printSample(printer: Printer, { sample, unknownColumns }: Sample): void {
  if (sample) {
    printer.note(`\nrow ${sample.row}, line ${sample.line}: ${harmless(sample.name)}`);
    printer.note(`    ${harmless(sample.file)}`);
    for (const [at, { name, email, phone }] of sample.signers.entries())
      printer.note(`    ${at + 1}  ${harmless(`${name} <${email}> ${phone}`)}`);
    for (const [label, value] of Object.entries(sample.columns))
      printer.note(`    ${harmless(`${label}: ${value}`)}`);
  }
  if (unknownColumns.length > 0)
    printer.note(
      `columns of your own, only kept for the export: ${harmless(unknownColumns.join(', '))}`,
    );
}

export interface BulkContext extends Omit<CommandContext, 'client' | 'kept'> {
  readonly pdfTools: PdfTools;
  readonly connect: (options: RunClient) => Promise<EsignClient>;
}

export interface BulkRequest {
  readonly mode: Mode;
  readonly manifest: string;
  readonly flags: RunFlags;
}

export type BulkSummary = (PlanLine & Sample) | (Totals & { readonly type: 'summary' });

const nameOf = ({ manifest, flags: { journal } }: BulkRequest): RunName => ({ manifest, journal });

async function confirm(plan: BulkPlan, { yes }: RunFlags, context: BulkContext): Promise<void> {
  if (yes || plan.rows.length === 0) return;
  if (!context.mayAsk)
    throw cannotAsk(
      `sending ${counted(plan.rows.length, 'document')} takes up to ${counted(plan.credits, 'credit')} and needs confirmation`,
      'see the plan with --dry-run, then pass --yes',
    );
  if (!(await askConfirmation('Send them?', context.signal))) throw declined('nothing was sent');
}

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

  readonly isSent = ({ row }: PlannedRow): boolean =>
    rowStatus(this.#states.get(row.row)) === 'sent';

  totals(): Totals {
    const counts = { waiting: 0, sent: 0, failed: 0, doubt: 0 };
    for (const state of this.#states.values()) counts[rowStatus(state)] += 1;
    return { rows: this.#states.size, ...counts, creditsRemaining: this.#creditsRemaining };
  }
}

interface RunEnd {
  readonly totals: Totals;
  /** Whether only rows beyond `--limit` are left. */
  readonly isLimited: boolean;
  readonly stoppedBy: StopReason | undefined;
}

const WHY: Readonly<Record<Exclude<StopReason, 'interrupted'>, string>> = {
  no_credits: 'there are not enough credits',
  no_access: 'the service no longer accepts the key',
  unreachable: 'the service did not answer several rows in succession',
};

function reasonOf({ totals, stoppedBy }: RunEnd): string | undefined {
  if (stoppedBy === 'interrupted') return undefined;
  if (stoppedBy !== undefined) return WHY[stoppedBy];
  const parts = (['waiting', 'doubt', 'failed'] as const).filter((one) => totals[one] > 0);
  return parts.map((one) => `${totals[one]} ${LABEL[one]}`).join(', ');
}

function nextCommand({ totals, stoppedBy }: RunEnd, name: RunName): string {
  const again = bulkCommand('send', name);
  if (stoppedBy === 'no_credits') return `buy credits in the dashboard, then: ${again}`;
  if (stoppedBy === 'no_access') return `esign auth status, then: ${again}`;
  const onlyFailed = totals.waiting === 0 && totals.doubt === 0;
  return onlyFailed ? bulkCommand('retry', name) : again;
}

/** Exit 12, or the signal's code after an interruption. */
function unsentRows(end: RunEnd, name: RunName): CliError | undefined {
  const { totals, stoppedBy } = end;
  const left = totals.rows - totals.sent;
  if (left === 0 || end.isLimited) return undefined;
  const isStopped = stoppedBy === 'interrupted';
  return new CliError({
    code: isStopped ? 'interrupted' : 'rows_not_done',
    what: `${isStopped ? 'stopped: ' : ''}${left} of ${totals.rows} rows are not sent`,
    why: reasonOf(end),
    next: nextCommand(end, name),
    exitCode: isStopped ? EXIT.interrupted : EXIT.rowsNotDone,
  });
}

/** Before anything is created. Throws a `CliError` (exit 5). */
async function requireExternalIds(
  { rows }: Manifest,
  place: { readonly client: EsignClient; readonly baseUrl: string },
): Promise<void> {
  const isAsked = rows.some(({ externalId }) => externalId !== undefined);
  if (isAsked) await requireExtension('external-id', place);
}

async function sendAll(
  manifest: Manifest,
  request: BulkRequest,
  context: BulkContext,
): Promise<BulkSummary> {
  const { mode, flags } = request;
  const { out } = context;
  const ledger = new Ledger();
  const problems: RowLine[] = [];
  let view: RunView | undefined;
  const run: BulkRun = {
    ...context,
    manifest,
    mode,
    journal: journalPath(nameOf(request)),
    limit: flags.limit,
    concurrency: flags.concurrency,
    isFull: flags['journal-full'],
    keyOrigin: keyOrigin(context.place),
    onPlan: async (plan) => {
      ledger.begin(plan.all);
      printPlan(out, plan, { name: basename(request.manifest), place: context.place });
      await confirm(plan, flags, context);
    },
    onConnect: (client) => requireExternalIds(manifest, { client, baseUrl: context.baseUrl }),
    onBegin: async (limiter, total) => {
      view = await openRunView(context, total, limiter);
    },
    onEnd: (planned, { state }) => {
      ledger.note(planned, state);
      view?.onEnd(state);
      const { row, line, name } = planned.row;
      const shown = { ...rowLine(state, row), line, name };
      if (out.isJson) out.line(shown);
      if (shown.state === 'failed' || shown.state === 'doubt') problems.push(shown);
    },
  };
  const { plan, stoppedBy } = await runJournalled(run).finally(() => view?.close());
  const totals = ledger.totals();
  const summary = { type: 'summary', ...totals } as const;
  if (out.isJson) out.line(summary);
  printProblems(out, problems);
  out.result(totalsText(totals));
  const isLimited = plan.rows.length === flags.limit && plan.rows.every(ledger.isSent);
  const unsent = unsentRows({ totals, stoppedBy, isLimited }, nameOf(request));
  if (unsent) throw unsent;
  if (totals.waiting > 0) out.next(bulkCommand('send', nameOf(request)));
  return summary;
}

async function planOnly(
  manifest: Manifest,
  request: BulkRequest,
  { baseUrl, place, out }: BulkContext,
): Promise<PlanLine & Sample> {
  const { mode, flags } = request;
  const journal = await readJournalFor(journalPath(nameOf(request)), baseUrl);
  const plan = planRun(await planRows(manifest, journal, mode), mode, flags.limit);
  printPlan(out, plan, { name: basename(request.manifest), place });
  const sample = sampleOf(plan);
  printSample(out, sample);
  const line = { ...planLine(plan), ...sample };
  if (out.isJson) out.line(line);
  return line;
}

/** Throws a `CliError` (exit 2: bad manifest or journal, 12: rows left) or the client's errors. */
export async function runBulk(request: BulkRequest, context: BulkContext): Promise<BulkSummary> {
  const { pdfTools, recipients } = context;
  const allowRepeats = request.flags['allow-repeats'];
  const refusesCovered = request.flags['refuse-covered'];
  const options = { pdfTools, recipients, allowRepeats, refusesCovered };
  const manifest = await context.progress('checking the manifest', () =>
    readManifest(request.manifest, options),
  );
  warnOfEmptyFields(manifest, context.out);
  const act = request.flags['dry-run'] ? planOnly : sendAll;
  return act(manifest, request, context);
}
