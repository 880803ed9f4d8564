import type { JournalOperation, Phase, RowEntry } from './journal-entry.ts';

/** Kept from earlier entries if the latest has none. */
type Kept = 'line' | 'name' | 'documentId' | 'creditsRemaining';

export interface RowState extends Readonly<Omit<RowEntry, Kept | 'signers' | 'candidates'>> {
  readonly line: number | undefined;
  readonly name: string | undefined;
  readonly documentId: string | undefined;
  readonly creditsRemaining: number | null | undefined;
  /** When the request of unknown outcome was first sent. */
  readonly lostAt: string | undefined;
  /** Abandoned documents; they stay PENDING and cost nothing. */
  readonly orphans: readonly string[];
  /** True when a create was abandoned unanswered: an unknown document may be this row's. */
  readonly mayHaveOrphan: boolean;
  readonly signers: number;
}

const isOpen = (phase: Phase): boolean => phase === 'intent' || phase === 'unknown';

function lostSince(before: RowState | undefined, entry: RowEntry): string | undefined {
  if (!isOpen(entry.phase)) return undefined;
  return before?.op === entry.op && before.lostAt !== undefined ? before.lostAt : entry.ts;
}

function orphansOf(before: RowState | undefined, entry: RowEntry): readonly string[] {
  const known = before?.orphans ?? [];
  if (entry.phase !== 'abandoned') return known;
  const more = [entry.documentId ?? before?.documentId, ...(entry.candidates ?? [])];
  return [...new Set([...known, ...more.filter((id) => id !== undefined)])];
}

export function afterEntry(before: RowState | undefined, entry: RowEntry): RowState {
  const isAbandoned = entry.phase === 'abandoned';
  const { signers, candidates: _, ...latest } = entry;
  const documentId = entry.documentId ?? before?.documentId;
  return {
    ...latest,
    line: entry.line ?? before?.line,
    name: entry.name ?? before?.name,
    documentId: isAbandoned ? undefined : documentId,
    lostAt: lostSince(before, entry),
    orphans: orphansOf(before, entry),
    mayHaveOrphan: before?.mayHaveOrphan === true || (isAbandoned && entry.op === 'create'),
    signers: signers?.length ?? before?.signers ?? 0,
    creditsRemaining: entry.creditsRemaining ?? before?.creditsRemaining,
  };
}

/** `doubt`: a request has an unknown outcome. */
export type RowStatus = 'waiting' | 'sent' | 'failed' | 'doubt';

export function rowStatus(state: RowState | undefined): RowStatus {
  if (!state) return 'waiting';
  if (isOpen(state.phase)) return 'doubt';
  if (state.phase === 'failed') return 'failed';
  const isDone = state.phase === 'ok' || state.phase === 'reconciled';
  return state.op === 'send' && isDone ? 'sent' : 'waiting';
}

/** `send` processes rows that did not fail, `retry` those that failed or are in doubt. */
export type Mode = 'send' | 'retry';

export type RowStep =
  | { readonly kind: 'rest' }
  | { readonly kind: 'abandon' }
  | {
      readonly kind: 'request';
      readonly op: JournalOperation;
      readonly lostAt: string | undefined;
    };

const REST: RowStep = { kind: 'rest' };
const request = (op: JournalOperation, lostAt?: string): RowStep => ({
  kind: 'request',
  op,
  lostAt,
});
const AFTER = { create: request('signers'), signers: request('send'), send: REST } as const;

function afterRefusal({ documentId }: RowState, mode: Mode): RowStep {
  if (mode === 'send') return REST;
  // Never repaired: too little is known about a refused document's content to send it
  return documentId === undefined ? request('create') : { kind: 'abandon' };
}

/** Never sends a sent row again. An unknown outcome is settled before anything else. */
export function nextStep(state: RowState | undefined, mode: Mode): RowStep {
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

export function isSelected(state: RowState | undefined, mode: Mode): boolean {
  const status = rowStatus(state);
  if (mode === 'retry') return status === 'failed' || status === 'doubt';
  return status === 'waiting' || status === 'doubt';
}
