import type { DocumentSummary, EsignClient, Hooks } from '../../../client/index.ts';
import { comparable } from '../../../client/recovery/reconcile.ts';
import { retryAfterMs } from '../../../contract/retry-after.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { harmless } from '../../terminal/harmless.ts';
import { openJournal } from '../journal/journal.ts';
import { lockJournal } from '../journal/lock.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import { readJournal } from '../journal/read-journal.ts';
import type { Mode } from '../journal/row-state.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { Pace } from './pace.ts';
import type { BulkPlan, PlannedRow } from './plan.ts';
import { contestedNames, lostNames, planRows, planRun } from './plan.ts';
import type { StopReason } from './row-failure.ts';
import type { RowEnd } from './run-row.ts';
import type { RunContext } from './run-rows.ts';
import { runRows } from './run-rows.ts';
import { Turns } from './turns.ts';

/** What the client of a run is made with. */
export interface RunClient {
  readonly connections: number;
  readonly maxRetries: number;
  readonly hooks: Hooks;
}

/** A run over the rows of a manifest. */
export interface BulkRun {
  readonly manifest: Manifest;
  /** Path of the journal. */
  readonly journal: string;
  readonly mode: Mode;
  /** How many rows this run takes on at most. */
  readonly limit?: number | undefined;
  readonly concurrency: number;
  /** Whether the journal holds phones whole. */
  readonly isFull: boolean;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly connect: (wishes: RunClient) => Promise<EsignClient>;
  /** Learns what will be done before anything is; throws to leave it. */
  readonly onPlan: (plan: BulkPlan) => Promise<void>;
  /** Learns that so many rows begin, and how fast they may go. */
  readonly onBegin: (pace: Pace, total: number) => Promise<void>;
  readonly onEnd: (planned: PlannedRow, end: RowEnd) => void;
}

/** How a run ended. */
export interface BulkEnd {
  readonly plan: BulkPlan;
  /** Why it took no further rows; undefined when it came to the end. */
  readonly stoppedBy: StopReason | undefined;
}

/** Many rows share the budget of retries: each may wait out a service that is busy. */
const MAX_RETRIES = 5;
/** Connections for each row at once: one that was written to is closed, and the next need not wait for that. */
const CONNECTIONS = 2;
const PAGE = 100;
/** What is older can be mistaken for no document of this run, however far two clocks lie apart. */
const RECENT_MS = 60_000;

function foreignJournal(path: string, home: string, baseUrl: string): CliError {
  return new CliError({
    code: 'journal_of_another_service',
    what: `the journal "${path}" tells of documents at ${harmless(home)}`,
    why: `this run would send to ${baseUrl}, which has none of them`,
    next: 'name that profile with --profile; or send all anew with --journal FILE',
    exitCode: EXIT.usage,
  });
}

/** What a journal holds, for a run at that service. Throws a `CliError` (exit 2) when it belongs to another. */
export async function journalFor(path: string, baseUrl: string): Promise<JournalContent> {
  const content = await readJournal(path);
  const home = content.first?.baseUrl;
  if (home === undefined || new URL(home).href === new URL(baseUrl).href) return content;
  throw foreignJournal(path, home, baseUrl);
}

/** Documents at the service before a run, but those that a lost create of it may have made. */
async function readBaseline(client: EsignClient, names: ReadonlySet<string>) {
  const { data, response } = await client.documents.page({ limit: PAGE }).withResponse();
  const told = Date.parse(response.headers.date ?? '');
  const recentFrom = (Number.isNaN(told) ? Date.now() : told) - RECENT_MS;
  const isOurs = ({ status, signers, name }: DocumentSummary) =>
    status === 'PENDING' && signers.total === 0 && names.has(comparable(name));
  return data.documents
    .filter((document) => !isOurs(document) && Date.parse(document.createdAt) >= recentFrom)
    .map(({ documentId }) => documentId);
}

function watching(pace: Pace, doubted: Set<string>): Hooks {
  return {
    onResponse: ({ status, headers }) =>
      pace.saw({ status, retryAfterMs: retryAfterMs(headers, Date.now()) }),
    onSettle: ({ documentId }) => {
      if (documentId !== undefined) doubted.add(documentId);
    },
  };
}

async function sendRows(
  run: BulkRun,
  content: JournalContent,
  { planned, plan }: { readonly planned: readonly PlannedRow[]; readonly plan: BulkPlan },
): Promise<StopReason | undefined> {
  const { concurrency, manifest, baseUrl } = run;
  const pace = new Pace(concurrency);
  const doubted = new Set<string>();
  const hooks = watching(pace, doubted);
  const connections = concurrency * CONNECTIONS;
  const client = await run.connect({ connections, maxRetries: MAX_RETRIES, hooks });
  const baselineIds = await readBaseline(client, lostNames(planned));
  client.documents.claim([...content.claimed, ...baselineIds]);
  const journal = await openJournal(run.journal, { bytes: content.bytes });
  const ts = new Date().toISOString();
  const { sha256, rows } = manifest;
  const about = { manifest: sha256, rows: rows.length, baselineIds };
  journal.add({ run: 'start', ts, pid: process.pid, baseUrl, ...about });
  const contested = contestedNames(planned);
  const context: RunContext = {
    ...run,
    client,
    journal,
    pace,
    doubted,
    contested,
    turns: new Turns(),
  };
  try {
    await run.onBegin(pace, plan.rows.length);
    return await runRows(plan.rows, context);
  } finally {
    await journal.close();
    client.close();
  }
}

/**
 * Sends the rows of a manifest that its journal holds neither as sent nor, when nothing is retried, as refused. No other
 * process can do so at the same time. Throws a `CliError` (exit 2) for rows or a journal that do not fit, and the client's
 * errors when the service cannot be asked at all; nothing was sent then.
 */
export async function runJournalled(run: BulkRun): Promise<BulkEnd> {
  const lock = await lockJournal(run.journal);
  try {
    const content = await journalFor(run.journal, run.baseUrl);
    const planned = await planRows(run.manifest, content, run.mode);
    const plan = planRun(planned, run.mode, run.limit);
    await run.onPlan(plan);
    if (plan.rows.length === 0) return { plan, stoppedBy: undefined };
    return { plan, stoppedBy: await sendRows(run, content, { planned, plan }) };
  } finally {
    await lock.release();
  }
}
