import type { DocumentSummary } from '../../../contract/document.ts';
import { isFinal } from '../../documents/watch-document.ts';
import { counted } from '../../terminal/counted.ts';
import type { KnownRow } from './known-run.ts';
import { sentRows } from './known-run.ts';

/** How far the documents of a run are. */
export interface BoardTotals {
  readonly rows: number;
  /** Rows that were sent. */
  readonly sent: number;
  readonly completed: number;
  /** Signatures made, and all that there are to be, of the documents that were sent. */
  readonly signed: number;
  readonly signatures: number;
}

/** A document of a run that has moved on. */
export interface Moved {
  readonly row: KnownRow;
  readonly summary: DocumentSummary;
}

const progressOf = (summary: DocumentSummary | undefined): string =>
  JSON.stringify([summary?.status, summary?.signers.signed]);

/** All documents of a run, as they were seen last. */
export class RunBoard {
  readonly #rows: number;
  readonly #sent: ReadonlyMap<string, KnownRow>;
  readonly #seen = new Map<string, DocumentSummary>();

  constructor(rows: readonly KnownRow[]) {
    this.#rows = rows.length;
    this.#sent = sentRows(rows);
  }

  /** Documents that may still move on. */
  get open(): Set<string> {
    const isOpen = (id: string) => {
      const summary = this.#seen.get(id);
      return !summary || !isFinal(summary);
    };
    return new Set([...this.#sent.keys()].filter(isOpen));
  }

  /** Takes in what the service tells, and answers what is new. */
  take(found: ReadonlyMap<string, DocumentSummary>): Moved[] {
    const moved: Moved[] = [];
    for (const [id, summary] of found) {
      const row = this.#sent.get(id);
      if (!row || progressOf(summary) === progressOf(this.#seen.get(id))) continue;
      this.#seen.set(id, summary);
      moved.push({ row, summary });
    }
    return moved;
  }

  /** A row whose document the account does not have; undefined when all are there. */
  missing(): KnownRow | undefined {
    const id = [...this.#sent.keys()].find((one) => !this.#seen.has(one));
    return id === undefined ? undefined : this.#sent.get(id);
  }

  totals(): BoardTotals {
    const seen = [...this.#seen.values()];
    const sum = (of: (summary: DocumentSummary) => number) =>
      seen.reduce((total, summary) => total + of(summary), 0);
    return {
      rows: this.#rows,
      sent: this.#sent.size,
      completed: seen.filter(({ status }) => status === 'COMPLETED').length,
      signed: sum(({ signers }) => signers.signed),
      signatures: sum(({ signers }) => signers.total),
    };
  }
}

/** The board as one line. */
export function boardText({ rows, sent, completed, signed, signatures }: BoardTotals): string {
  const unsent = rows === sent ? '' : `; ${counted(rows - sent, 'row')} not sent`;
  return `${completed} of ${counted(sent, 'document')} completed, ${signed} of ${counted(signatures, 'signature')}${unsent}`;
}
