import type { DocumentSummary, EsignClient, Hooks } from '../../../client/index.ts';
import { comparable } from '../../../client/recovery/reconcile.ts';
import { retryAfterMs } from '../../../contract/retry-after.ts';
import { KeyedMutex } from '../concurrency.ts';
import { lockJournal, openJournal } from '../journal/journal.ts';
import type { JournalContent } from '../journal/read-journal.ts';
import { readJournalFor } from '../journal/read-journal.ts';
import type { Mode } from '../journal/row-state.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { AdaptiveLimiter } from './adaptive-limiter.ts';
import type { BulkPlan, PlannedRow } from './plan.ts';
import { contestedNames, lostNames, planRows, planRun } from './plan.ts';
import type { RowFailure, StopReason } from './row-failure.ts';
import type { RowContext, RowEnd } from './row-runner.ts';
import { runRow } from './row-runner.ts';

export interface RunClient {
  readonly connections: number;
  readonly maxRetries: number;
  readonly hooks: Hooks;
}

export interface BulkRun {
  readonly manifest: Manifest;
  readonly journal: string;
  readonly mode: Mode;
  readonly limit?: number | undefined;
  readonly concurrency: number;
  /** Whether the journal keeps phone numbers unmasked. */
  readonly isFull: boolean;
  readonly baseUrl: string;
  readonly keyOrigin?: string | undefined;
  /** Stops the run in an orderly way: running rows finish in the journal. */
  readonly signal: AbortSignal;
  readonly connect: (options: RunClient) => Promise<EsignClient>;
  /** Called before anything is sent; throws to cancel the run. */
  readonly onPlan: (plan: BulkPlan) => Promise<void>;
  /** Called before the first row; throws to cancel the run. */
  readonly onConnect?: (client: EsignClient) => Promise<void>;
  readonly onBegin: (limiter: AdaptiveLimiter, total: number) => Promise<void>;
  /** Called once the end of a row is on disk. */
  readonly onEnd: (planned: PlannedRow, end: RowEnd) => void;
}

export interface BulkEnd {
  readonly plan: BulkPlan;
  readonly stoppedBy: StopReason | undefined;
}

/** Rows share the retry budget, so each may wait out a busy service. */
const MAX_RETRIES = 5;
/** Per row: a write closes its connection, and the next request need not wait for that. */
const CONNECTIONS = 2;
const PAGE = 100;
/** Exceeds any clock difference: older documents cannot come from this run. */
const RECENT_MS = 60_000;
/** Consecutive unanswered rows that stop a run. */
const MAX_TROUBLES = 5;

/** Trips once every remaining row would fail the same way. */
class CircuitBreaker {
  #reason: StopReason | undefined;
  #troubles = 0;

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  trip(reason: StopReason): void {
    this.#reason ??= reason;
  }

  observe(failure: RowFailure | undefined): void {
    this.#troubles = failure?.isTrouble ? this.#troubles + 1 : 0;
    if (failure?.stops !== undefined) this.trip(failure.stops);
    else if (this.#troubles >= MAX_TROUBLES) this.trip('unreachable');
  }
}

/** Waits for all promises even if one rejects, then throws its error. */
async function allEnded(promises: readonly Promise<void>[], onError: () => void): Promise<void> {
  for (const promise of promises) promise.catch(onError);
  const ends = await Promise.allSettled(promises);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

type RunContext = Omit<RowContext, 'isStopped'> & Pick<BulkRun, 'concurrency' | 'signal' | 'onEnd'>;

/** Returns why the run stopped early. After the last row, throws if the journal is unwritable. */
async function runRows(
  rows: readonly PlannedRow[],
  context: RunContext,
): Promise<StopReason | undefined> {
  const { journal, limiter, signal, concurrency, onEnd } = context;
  const breaker = new CircuitBreaker();
  const rowContext: RowContext = { ...context, isStopped: () => breaker.reason !== undefined };
  const interrupt = () => {
    breaker.trip('interrupted');
    limiter.open();
  };
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const waiting = rows.values();
  const ends: Promise<void>[] = [];
  const work = async () => {
    for (const planned of waiting) {
      const end = await runRow(planned, rowContext);
      breaker.observe(end.failure);
      // The next row need not wait for the disk: its first intent shares the sync
      ends.push(journal.commit().then(() => onEnd(planned, end)));
      ends.at(-1)?.catch(interrupt);
      if (breaker.reason !== undefined) return limiter.open();
    }
  };
  try {
    await allEnded(Array.from({ length: concurrency }, work), interrupt);
    await allEnded(ends, () => undefined);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
  return breaker.reason;
}

/** Existing documents, except those a lost create of this run may have made. */
async function readBaseline(client: EsignClient, names: ReadonlySet<string>) {
  const { data, response } = await client.documents.page({ limit: PAGE }).withResponse();
  const serverTime = Date.parse(response.headers.date ?? '');
  const recentFrom = (Number.isNaN(serverTime) ? Date.now() : serverTime) - RECENT_MS;
  const isOurs = ({ status, signers, name }: DocumentSummary) =>
    status === 'PENDING' && signers.total === 0 && names.has(comparable(name));
  return data.documents
    .filter((document) => !isOurs(document) && Date.parse(document.createdAt) >= recentFrom)
    .map(({ documentId }) => documentId);
}

function observing(limiter: AdaptiveLimiter, doubted: Set<string>): Hooks {
  return {
    onResponse: ({ status, headers }) =>
      limiter.observe({ status, retryAfterMs: retryAfterMs(headers, Date.now()) }),
    onSettle: ({ documentId }) => {
      if (documentId !== undefined) doubted.add(documentId);
    },
  };
}

async function sendRows(
  run: BulkRun,
  content: JournalContent,
  plan: BulkPlan,
): Promise<StopReason | undefined> {
  const { concurrency, manifest, baseUrl } = run;
  const limiter = new AdaptiveLimiter(concurrency);
  const doubted = new Set<string>();
  const hooks = observing(limiter, doubted);
  const connections = concurrency * CONNECTIONS;
  const client = await run.connect({ connections, maxRetries: MAX_RETRIES, hooks });
  await run.onConnect?.(client);
  const baselineIds = await readBaseline(client, lostNames(plan.all));
  client.documents.claim([...content.claimed, ...baselineIds]);
  const journal = await openJournal(run.journal, { bytes: content.bytes });
  const ts = new Date().toISOString();
  const about = { manifest: manifest.sha256, rows: manifest.rows.length, baselineIds };
  journal.add({ run: 'start', ts, pid: process.pid, baseUrl, ...about });
  const contested = contestedNames(plan.all);
  const mutex = new KeyedMutex();
  try {
    await run.onBegin(limiter, plan.rows.length);
    const shared = { client, journal, limiter, mutex, doubted, contested };
    return await runRows(plan.rows, { ...run, ...shared });
  } finally {
    await journal.close();
    client.close();
  }
}

/**
 * Throws a `CliError` (exit 2) if rows or journal don't match, and the client's errors if the
 * service is unreachable before anything is sent. The lock keeps other processes out.
 */
export async function runJournalled(run: BulkRun): Promise<BulkEnd> {
  const lock = await lockJournal(run.journal);
  try {
    const content = await readJournalFor(run.journal, run.baseUrl);
    const planned = await planRows(run.manifest, content, run.mode);
    const plan = planRun(planned, run.mode, run.limit);
    await run.onPlan(plan);
    if (plan.rows.length === 0) return { plan, stoppedBy: undefined };
    return { plan, stoppedBy: await sendRows(run, content, plan) };
  } finally {
    await lock.release();
  }
}
