import type { RowState, Standing } from '../journal/row-state.ts';
import { standingOf } from '../journal/row-state.ts';
import type { PlannedRow } from './plan.ts';

/** Where a row stands, as `--json` tells it. */
export interface RowLine {
  readonly type: 'row';
  readonly row: number;
  /** Line of the manifest. */
  readonly line: number | null;
  readonly name: string | null;
  readonly state: Standing;
  readonly documentId: string | null;
  /** Documents that were given up: they stay PENDING, unsent and unpaid. */
  readonly orphans: readonly string[];
  readonly code: string | null;
  readonly message: string | null;
}

/** A row that a run has ended with. */
export function rowLine({ row, state }: Pick<PlannedRow, 'row' | 'state'>): RowLine {
  const { line, name } = row;
  return { ...stateLine(state, row.row), line, name };
}

/** A row of which only the journal tells. */
export function stateLine(state: RowState | undefined, row: number): RowLine {
  return {
    type: 'row',
    row,
    line: state?.line ?? null,
    name: state?.name ?? null,
    state: standingOf(state),
    documentId: state?.documentId ?? null,
    orphans: state?.orphans ?? [],
    code: state?.code ?? null,
    message: state?.message ?? (state?.phase === 'intent' ? UNANSWERED[state.op] : null),
  };
}

/** What a row waits for whose run was ended in the middle of a request. */
const UNANSWERED = {
  create: 'the run ended before the service answered the upload',
  signers: 'the run ended before the service answered for the signers',
  send: 'the run ended before the service answered for the sending',
} as const;
