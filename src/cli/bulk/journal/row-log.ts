import type { PlannedRow } from '../run/plan.ts';
import type { Journal } from './journal.ts';
import type { Operation, RowEntry } from './journal-entry.ts';
import type { RowState } from './row-state.ts';
import { afterEntry } from './row-state.ts';

/** What an entry tells beside the row and its request. */
export type Told = Partial<RowEntry> & Pick<RowEntry, 'phase'>;

/** One row's entries in the journal, and where they leave it. */
export class RowLog {
  readonly #planned: PlannedRow;
  readonly #journal: Journal;
  #state: RowState | undefined;

  constructor(planned: PlannedRow, journal: Journal) {
    this.#planned = planned;
    this.#journal = journal;
    this.#state = planned.state;
  }

  get state(): RowState | undefined {
    return this.#state;
  }

  /** Adds an entry; it is on disk once the journal was committed. */
  note(op: Operation, told: Told): void {
    const { row, key } = this.#planned;
    const about = op === 'create' ? { line: row.line, name: row.name } : {};
    const documentId = this.#state?.documentId;
    const entry: RowEntry = {
      row: row.row,
      key,
      op,
      attempt: this.#attemptOf(op, told),
      ts: new Date().toISOString(),
      ...about,
      ...(documentId !== undefined && { documentId }),
      ...told,
    };
    this.#journal.add(entry);
    this.#state = afterEntry(this.#state, entry);
  }

  #attemptOf(op: Operation, { phase }: Told): number {
    const before = this.#state;
    const earlier = before?.op === op && before.phase !== 'abandoned' ? before.attempt : 0;
    return Math.max(1, phase === 'intent' ? earlier + 1 : earlier);
  }
}
