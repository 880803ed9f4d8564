import type { EsignClient } from '../../../client/index.ts';
import { RateLimitError } from '../../../client/index.ts';
import { comparable } from '../../../client/recovery/reconcile.ts';
import type { Journal } from '../journal/journal.ts';
import { RowLog } from '../journal/row-log.ts';
import type { Mode, RowState, Step } from '../journal/row-state.ts';
import { nextStep } from '../journal/row-state.ts';
import type { Pace } from './pace.ts';
import type { PlannedRow } from './plan.ts';
import type { RowFailure } from './row-failure.ts';
import { CONTESTED_CREATE, rowFailure } from './row-failure.ts';
import type { ReadyRequest, RequestParts } from './row-requests.ts';
import { readyRequest } from './row-requests.ts';
import type { Turns } from './turns.ts';

/** What rows are sent with. */
export interface RowContext {
  readonly client: EsignClient;
  readonly journal: Journal;
  readonly pace: Pace;
  readonly turns: Turns;
  readonly mode: Mode;
  /** Names of which several creates are without an answer: a document of that name may be that of any of them. */
  readonly contested: ReadonlySet<string>;
  /** Documents about which an answer was lost in this run. */
  readonly doubted: ReadonlySet<string>;
  /** Whether the journal holds phones whole. */
  readonly isFull: boolean;
  readonly isStopped: () => boolean;
}

/** Where a row ended in this run, and why it went no further. */
export interface RowEnd {
  readonly state: RowState | undefined;
  readonly failure: RowFailure | undefined;
}

type Request = Extract<Step, { kind: 'request' }>;

/** A request that failed, and whether it had been begun. */
interface Failed {
  readonly error: unknown;
  readonly isBegun: boolean;
}

/** How often a request that came too fast is begun anew, after its own retries. */
const RATE_TRIES = 3;

/** What was in doubt before stays so until the service was read. */
function failureOf({ lostAt }: Request, { error, isBegun }: Failed): RowFailure {
  const failure = rowFailure(error);
  return lostAt !== undefined && !isBegun ? { ...failure, phase: 'unknown' } : failure;
}

/** One row on its way. */
class RowWalk {
  readonly #planned: PlannedRow;
  readonly #context: RowContext;
  readonly #log: RowLog;
  #failure: RowFailure | undefined;
  #mayBeginAnew: boolean;

  constructor(planned: PlannedRow, context: RowContext) {
    this.#planned = planned;
    this.#context = context;
    this.#log = new RowLog(planned, context.journal);
    this.#mayBeginAnew = context.mode === 'retry';
  }

  async run(): Promise<RowEnd> {
    const { mode, isStopped } = this.#context;
    while (!isStopped() && !this.#failure) {
      const step = nextStep(this.#log.state, mode);
      if (step.kind === 'rest') break;
      if (step.kind === 'abandon') this.#abandon([]);
      else await this.#inTurn(step);
    }
    return { state: this.#log.state, failure: this.#failure };
  }

  #abandon(candidates: readonly string[]): void {
    const found = candidates.length > 0 && { candidates: [...candidates] };
    this.#log.note(this.#log.state?.op ?? 'create', { phase: 'abandoned', ...found });
    this.#mayBeginAnew = false;
  }

  async #inTurn(step: Request): Promise<void> {
    const { name } = this.#planned.row;
    if (step.op !== 'create') return this.#untilTold(step);
    // Two unanswered creates of one name could not be told apart
    return this.#context.turns.take(comparable(name), () => this.#untilTold(step));
  }

  async #untilTold(step: Request): Promise<void> {
    if (this.#isContested(step)) return this.#fail(step, CONTESTED_CREATE);
    for (let tries = 1; ; tries += 1) {
      const failed = await this.#inPace(step);
      if (!failed) return;
      const isTooFast = failed.error instanceof RateLimitError && tries < RATE_TRIES;
      if (!isTooFast || this.#context.isStopped()) return this.#fail(step, failureOf(step, failed));
    }
  }

  #isContested({ op, lostAt }: Request): boolean {
    const name = comparable(this.#planned.row.name);
    return op === 'create' && lostAt !== undefined && this.#context.contested.has(name);
  }

  /** Answers what went wrong; undefined when nothing did, or when nothing was begun. */
  async #inPace(step: Request): Promise<Failed | undefined> {
    const leave = await this.#context.pace.enter();
    try {
      return this.#context.isStopped() ? undefined : await this.#exchange(step);
    } finally {
      leave();
    }
  }

  /** The intent is on disk before the request goes out. Throws when the journal cannot be written, and nothing else. */
  async #exchange(step: Request): Promise<Failed | undefined> {
    let ready: ReadyRequest;
    try {
      ready = await readyRequest(step, this.#parts());
    } catch (error) {
      return { error, isBegun: false };
    }
    this.#log.note(step.op, { phase: 'intent', ...ready.about });
    await this.#context.journal.commit();
    try {
      this.#log.note(step.op, await ready.send());
      return undefined;
    } catch (error) {
      return { error, isBegun: true };
    }
  }

  #parts(): RequestParts {
    const { client, doubted, isFull } = this.#context;
    const { state } = this.#log;
    const id = state?.documentId ?? '';
    const isStrange = doubted.has(id) || this.#planned.state?.documentId === id;
    return { client, planned: this.#planned, state, isStrange, isFull };
  }

  #fail(step: Request, failure: RowFailure): void {
    const { phase, code, message, status, requestId, candidates } = failure;
    this.#log.note(step.op, {
      phase,
      code,
      message,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      ...(candidates.length > 0 && { candidates: [...candidates] }),
    });
    if (failure.isHarmless && this.#mayBeginAnew) this.#abandon(candidates);
    else this.#failure = failure;
  }
}

/**
 * Takes one row as far as it comes: until it is sent, fails, or the run is stopped. Every request is in the journal before
 * it is sent, and what became of it after; the last of that is on disk with the next commit. Throws when the journal cannot
 * be written.
 */
export function runRow(planned: PlannedRow, context: RowContext): Promise<RowEnd> {
  return new RowWalk(planned, context).run();
}
