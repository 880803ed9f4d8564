import type { EsignClient } from '../../../client/index.ts';
import type { DocumentSummary } from '../../../contract/document.ts';
import type { Ended } from '../../../contract/extensions/extensions.ts';
import { endedError, readEndings } from '../../documents/ending.ts';
import { readSummaries } from '../../documents/list-documents.ts';
import type { WatchFlags } from '../../documents/poll-flags.ts';
import { watch } from '../../documents/poll-flags.ts';
import { isFinal } from '../../documents/wait-for-document.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand } from '../bulk-flags.ts';
import type { KnownRow } from './known-run.ts';
import { sentRows } from './known-run.ts';

export interface BoardTotals {
  readonly rows: number;
  readonly sent: number;
  readonly completed: number;
  readonly signed: number;
  readonly signatures: number;
  /** Documents that cannot be completed any more. */
  readonly ended: number;
}

export interface Changed {
  readonly row: KnownRow;
  readonly summary: DocumentSummary;
  readonly ended?: Ended | undefined;
}

const progressOf = (summary: DocumentSummary | undefined): string =>
  JSON.stringify([summary?.status, summary?.signers.signed]);

class RunBoard {
  readonly #rows: number;
  readonly #sent: ReadonlyMap<string, KnownRow>;
  readonly #seen = new Map<string, DocumentSummary>();
  readonly #ended = new Map<string, Ended>();

  constructor(rows: readonly KnownRow[]) {
    this.#rows = rows.length;
    this.#sent = sentRows(rows);
  }

  get open(): Set<string> {
    const isOpen = (id: string) => {
      const summary = this.#seen.get(id);
      return !summary || !(isFinal(summary) || this.#ended.has(id));
    };
    return new Set([...this.#sent.keys()].filter(isOpen));
  }

  update(
    found: ReadonlyMap<string, DocumentSummary>,
    endings: ReadonlyMap<string, Ended>,
  ): Changed[] {
    const changed: Changed[] = [];
    for (const [id, summary] of found) {
      const row = this.#sent.get(id);
      const ended = endings.get(id);
      if (!row || (!ended && progressOf(summary) === progressOf(this.#seen.get(id)))) continue;
      this.#seen.set(id, summary);
      if (ended) this.#ended.set(id, ended);
      changed.push({ row, summary, ended });
    }
    return changed;
  }

  /** The first row whose document ended. */
  firstEnded(): EndedRow | undefined {
    for (const [documentId, row] of this.#sent) {
      const ended = this.#ended.get(documentId);
      if (ended) return { row: row.row, documentId, ended };
    }
    return undefined;
  }

  /** Throws a `CliError` (exit 5) if the account lacks a sent document. */
  assertComplete(): void {
    const id = [...this.#sent.keys()].find((one) => !this.#seen.has(one));
    const row = this.#sent.get(id ?? '');
    if (!row) return;
    throw new CliError({
      code: 'not_found',
      what: `the account has no document ${id}, sent as row ${row.row}`,
      why: 'the key may belong to another account, or the sandbox was reset',
      next: 'esign auth status',
      exitCode: EXIT.notFound,
    });
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
      ended: this.#ended.size,
    };
  }
}

export interface EndedRow {
  readonly row: number;
  readonly documentId: string;
  readonly ended: Ended;
}

/** Exit 13. */
export function rowsEnded(count: number, { row, documentId, ended }: EndedRow): CliError {
  const { message, why, next, exitCode } = endedError(documentId, ended);
  const others = count === 1 ? '' : `; ${counted(count, 'document')} ended so`;
  return new CliError({
    ...{ code: 'document_ended', documentId, why, next, exitCode },
    what: `row ${row}: ${message}${others}`,
  });
}

export function boardText({
  rows,
  sent,
  completed,
  signed,
  signatures,
  ended,
}: BoardTotals): string {
  const unsent = rows === sent ? '' : `; ${counted(rows - sent, 'row')} not sent`;
  const gone = ended === 0 ? '' : `; ${counted(ended, 'document')} cannot be completed`;
  return `${completed} of ${counted(sent, 'document')} completed, ${signed} of ${counted(signatures, 'signature')}${gone}${unsent}`;
}

export interface RunWatcher {
  readonly onPoll: (changed: readonly Changed[], totals: BoardTotals) => void;
  readonly onTrouble: (error: Error, waitMs: number) => void;
}

export interface RunWatch extends WatchFlags {
  readonly name: RunName;
  readonly rows: readonly KnownRow[];
  readonly signal: AbortSignal;
}

/** Throws a `CliError` (exit 8: timeout, 5: unknown document) and the client's permanent errors. */
export async function watchRun(
  client: EsignClient,
  { name, rows, signal, ...flags }: RunWatch,
  { onPoll, onTrouble }: RunWatcher,
): Promise<{ readonly totals: BoardTotals; readonly firstEnded: EndedRow | undefined }> {
  const board = new RunBoard(rows);
  const resume = { next: bulkCommand('watch', name) };
  return watch(flags, signal, {
    poll: async (options) => {
      const found = await readSummaries(client, board.open, options);
      const changed = board.update(found, await readEndings(client, [...found.values()], options));
      board.assertComplete();
      const totals = board.totals();
      onPoll(changed, totals);
      if (board.open.size === 0)
        return { result: { totals, firstEnded: board.firstEnded() }, hasChanged: true };
      return { hasChanged: changed.length > 0 };
    },
    onTrouble,
    timedOut: (cause) => {
      const what = `timed out: ${boardText(board.totals())}`;
      const exitCode = EXIT.stillWaiting;
      throw new CliError({ code: 'still_waiting', what, ...resume, exitCode, cause });
    },
    resume,
  });
}
