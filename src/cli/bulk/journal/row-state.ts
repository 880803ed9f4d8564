import type { Operation, Phase, RowEntry } from './journal-entry.ts';

/** Where a row stands, as its entries in the journal tell. */
export interface RowState {
  readonly row: number;
  readonly line: number | undefined;
  readonly key: string;
  readonly name: string | undefined;
  /** The last request that was begun, and what is known of it. */
  readonly op: Operation;
  readonly phase: Phase;
  readonly attempt: number;
  readonly ts: string;
  /** The document that the row goes on with; undefined when there is none yet. */
  readonly documentId: string | undefined;
  /** When the request whose outcome is not known was first begun. */
  readonly lostAt: string | undefined;
  /** Documents that were given up; they stay PENDING and cost nothing. */
  readonly orphans: readonly string[];
  /** True when a create was given up without an answer: a document that nobody has named may be that of this row. */
  readonly mayHaveOrphan: boolean;
  readonly signers: number;
  readonly creditsRemaining: number | null | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
}

const isOpen = (phase: Phase): boolean => phase === 'intent' || phase === 'unknown';

function lostSince(before: RowState | undefined, entry: RowEntry): string | undefined {
  if (!isOpen(entry.phase)) return undefined;
  return before?.op === entry.op && before.lostAt !== undefined ? before.lostAt : entry.ts;
}

function givenUp(before: RowState | undefined, entry: RowEntry): readonly string[] {
  const known = before?.orphans ?? [];
  if (entry.phase !== 'abandoned') return known;
  const more = [entry.documentId ?? before?.documentId, ...(entry.candidates ?? [])];
  return [...new Set([...known, ...more.filter((id) => id !== undefined)])];
}

/** Where a row stands after one more entry. */
export function afterEntry(before: RowState | undefined, entry: RowEntry): RowState {
  const isGivenUp = entry.phase === 'abandoned';
  const { row, key, op, phase, attempt, ts, code, message, status, requestId } = entry;
  const documentId = entry.documentId ?? before?.documentId;
  return {
    row,
    key,
    op,
    phase,
    attempt,
    ts,
    code,
    message,
    status,
    requestId,
    line: entry.line ?? before?.line,
    name: entry.name ?? before?.name,
    documentId: isGivenUp ? undefined : documentId,
    lostAt: lostSince(before, entry),
    orphans: givenUp(before, entry),
    mayHaveOrphan: before?.mayHaveOrphan === true || (isGivenUp && op === 'create'),
    signers: entry.signers?.length ?? before?.signers ?? 0,
    creditsRemaining: entry.creditsRemaining ?? before?.creditsRemaining,
  };
}

/** What a row is, in a word: `doubt` until reading has told what became of a request. */
export type Standing = 'waiting' | 'sent' | 'failed' | 'doubt';

/** What a row is, in a word. */
export function standingOf(state: RowState | undefined): Standing {
  if (!state) return 'waiting';
  if (isOpen(state.phase)) return 'doubt';
  if (state.phase === 'failed') return 'failed';
  const isDone = state.phase === 'ok' || state.phase === 'reconciled';
  return state.op === 'send' && isDone ? 'sent' : 'waiting';
}

/** Which rows a run takes on: those not refused (`send`), or those refused or in doubt (`retry`). */
export type Mode = 'send' | 'retry';

/** What to do next for a row. */
export type Step =
  | { readonly kind: 'rest' }
  /** Give the document up; the row begins anew. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'request'; readonly op: Operation; readonly lostAt: string | undefined };

const REST: Step = { kind: 'rest' };
const request = (op: Operation, lostAt?: string): Step => ({ kind: 'request', op, lostAt });
const AFTER = { create: request('signers'), signers: request('send'), send: REST } as const;

function afterRefusal({ documentId }: RowState, mode: Mode): Step {
  if (mode === 'send') return REST;
  // Nothing is repaired: what stands in a document that was refused is not known well enough to be sent
  return documentId === undefined ? request('create') : { kind: 'abandon' };
}

/**
 * The next step of a row, from what its journal holds: what was sent is never sent again, and a request whose outcome is
 * unknown is settled before anything else happens.
 */
export function nextStep(state: RowState | undefined, mode: Mode): Step {
  if (!state) return request('create');
  switch (state.phase) {
    case 'ok':
    case 'reconciled':
      return AFTER[state.op];
    case 'intent':
    case 'unknown':
      return request(state.op, state.lostAt);
    case 'held':
      return request(state.op);
    case 'failed':
      return afterRefusal(state, mode);
    case 'abandoned':
      return request('create');
  }
}

/** Whether a run of that mode takes a row on. */
export function isTaken(state: RowState | undefined, mode: Mode): boolean {
  const standing = standingOf(state);
  if (mode === 'retry') return standing === 'failed' || standing === 'doubt';
  return standing === 'waiting' || standing === 'doubt';
}
