import type { EsignClient } from '../../../client/index.ts';
import { RateLimitError } from '../../../client/index.ts';
import { comparable } from '../../../client/recovery/reconcile.ts';
import type { KeyedMutex } from '../concurrency.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalOperation, RowEntry } from '../journal/journal-entry.ts';
import type { Mode, RowState, RowStep } from '../journal/row-state.ts';
import { afterEntry, nextStep } from '../journal/row-state.ts';
import type { AdaptiveLimiter } from './adaptive-limiter.ts';
import type { PlannedRow } from './plan.ts';
import type { RowFailure } from './row-failure.ts';
import { CONTESTED_CREATE, rowFailure } from './row-failure.ts';
import type { EntryFields, ReadyRequest, RequestContext } from './row-requests.ts';
import { readyRequest } from './row-requests.ts';

export interface RowContext {
  readonly client: EsignClient;
  readonly journal: Journal;
  readonly limiter: AdaptiveLimiter;
  readonly mutex: KeyedMutex;
  readonly mode: Mode;
  /** Names of several unanswered creates: a document so named may belong to any of them. */
  readonly contested: ReadonlySet<string>;
  /** Documents for which this run lost a response. */
  readonly doubted: ReadonlySet<string>;
  readonly isFull: boolean;
  readonly isStopped: () => boolean;
  readonly keyOrigin?: string | undefined;
}

export interface RowEnd {
  readonly state: RowState | undefined;
  readonly failure: RowFailure | undefined;
}

type RunRequest = Extract<RowStep, { kind: 'request' }>;

interface FailedRequest {
  readonly error: unknown;
  readonly isSent: boolean;
}

/** Attempts of a rate-limited request, each with its own retries. */
const RATE_ATTEMPTS = 3;

/** A request in doubt stays so until the service could be read. */
function failureOf(
  { lostAt }: RunRequest,
  { error, isSent }: FailedRequest,
  keyOrigin: string | undefined,
): RowFailure {
  const failure = rowFailure(error, keyOrigin);
  return lostAt !== undefined && !isSent ? { ...failure, phase: 'unknown' } : failure;
}

class RowRunner {
  readonly #planned: PlannedRow;
  readonly #context: RowContext;
  #state: RowState | undefined;
  #failure: RowFailure | undefined;
  #mayStartOver: boolean;

  constructor(planned: PlannedRow, context: RowContext) {
    this.#planned = planned;
    this.#context = context;
    this.#state = planned.state;
    this.#mayStartOver = context.mode === 'retry';
  }

  async run(): Promise<RowEnd> {
    const { mode, isStopped } = this.#context;
    while (!isStopped() && !this.#failure) {
      const step = nextStep(this.#state, mode);
      if (step.kind === 'rest') break;
      if (step.kind === 'abandon') this.#abandon([]);
      else await this.#request(step);
    }
    return { state: this.#state, failure: this.#failure };
  }

  #note(op: JournalOperation, fields: EntryFields): void {
    const { row, key } = this.#planned;
    const documentId = this.#state?.documentId;
    const entry: RowEntry = {
      row: row.row,
      key,
      op,
      attempt: this.#attemptOf(op, fields),
      ts: new Date().toISOString(),
      ...(op === 'create' && { line: row.line, name: row.name }),
      ...(documentId !== undefined && { documentId }),
      ...fields,
    };
    this.#context.journal.add(entry);
    this.#state = afterEntry(this.#state, entry);
  }

  #attemptOf(op: JournalOperation, { phase }: EntryFields): number {
    const before = this.#state;
    const earlier = before?.op === op && before.phase !== 'abandoned' ? before.attempt : 0;
    return Math.max(1, phase === 'intent' ? earlier + 1 : earlier);
  }

  #abandon(candidates: readonly string[]): void {
    const found = candidates.length > 0 && { candidates: [...candidates] };
    this.#note(this.#state?.op ?? 'create', { phase: 'abandoned', ...found });
    this.#mayStartOver = false;
  }

  async #request(step: RunRequest): Promise<void> {
    if (step.op !== 'create') return this.#attempt(step);
    // Two unanswered creates with one name could not be told apart
    const name = comparable(this.#planned.row.name);
    return this.#context.mutex.run(name, () => this.#attempt(step));
  }

  async #attempt(step: RunRequest): Promise<void> {
    if (this.#isContested(step)) return this.#fail(step, CONTESTED_CREATE);
    for (let attempts = 1; ; attempts += 1) {
      const failed = await this.#limited(step);
      if (!failed) return;
      const mayRepeat = failed.error instanceof RateLimitError && attempts < RATE_ATTEMPTS;
      if (!mayRepeat || this.#context.isStopped())
        return this.#fail(step, failureOf(step, failed, this.#context.keyOrigin));
    }
  }

  #isContested({ op, lostAt }: RunRequest): boolean {
    const name = comparable(this.#planned.row.name);
    return op === 'create' && lostAt !== undefined && this.#context.contested.has(name);
  }

  /** Undefined when the request succeeded or the run was stopped. */
  async #limited(step: RunRequest): Promise<FailedRequest | undefined> {
    const release = await this.#context.limiter.acquire();
    try {
      return this.#context.isStopped() ? undefined : await this.#send(step);
    } finally {
      release();
    }
  }

  /** The intent is on disk before the request is sent. Throws only if the journal is unwritable. */
  async #send(step: RunRequest): Promise<FailedRequest | undefined> {
    let ready: ReadyRequest;
    try {
      ready = await readyRequest(step, this.#requestContext());
    } catch (error) {
      return { error, isSent: false };
    }
    this.#note(step.op, { phase: 'intent', ...ready.intent });
    await this.#context.journal.commit();
    try {
      this.#note(step.op, await ready.send());
      return undefined;
    } catch (error) {
      return { error, isSent: true };
    }
  }

  #requestContext(): RequestContext {
    const { client, doubted, isFull } = this.#context;
    const planned = this.#planned;
    const state = this.#state;
    const id = state?.documentId ?? '';
    const needsCheck = doubted.has(id) || planned.state?.documentId === id;
    return { client, planned, state, needsCheck, isFull };
  }

  #fail(step: RunRequest, failure: RowFailure): void {
    const { phase, code, message, status, requestId, candidates } = failure;
    this.#note(step.op, {
      phase,
      code,
      message,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      ...(candidates.length > 0 && { candidates: [...candidates] }),
    });
    if (failure.isHarmless && this.#mayStartOver) this.#abandon(candidates);
    else this.#failure = failure;
  }
}

/** Journals each request before sending, and its outcome. Throws if the journal is unwritable. */
export function runRow(planned: PlannedRow, context: RowContext): Promise<RowEnd> {
  return new RowRunner(planned, context).run();
}
