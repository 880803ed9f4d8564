import { readFile } from 'node:fs/promises';
import { CliError } from '../../errors/cli-error.ts';
import { codeOf } from '../../errors/code-of.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { fileFault } from '../../errors/file-fault.ts';
import type { JournalEntry, RunEntry } from './journal-entry.ts';
import { parseEntry } from './journal-entry.ts';
import type { RowState } from './row-state.ts';
import { afterEntry } from './row-state.ts';

/** What a journal tells. */
export interface JournalContent {
  /** The line of the first run; undefined while there is no journal. */
  readonly first: RunEntry | undefined;
  /** The line of the latest run. */
  readonly last: RunEntry | undefined;
  /** Where each row stands, by its number. */
  readonly states: ReadonlyMap<number, RowState>;
  /** Documents that belong to nobody's lost create: those of the rows, and those that were there before. */
  readonly claimed: ReadonlySet<string>;
  /** How many bytes are whole lines; what follows them was torn by a crash. */
  readonly bytes: number;
}

const LINE_FEED = 0x0a;

/** Where a manifest's journal lies, unless another file is named. */
export const journalPath = (manifest: string, named: string | undefined): string =>
  named ?? `${manifest}.journal.jsonl`;

function damaged(path: string, line: number): CliError {
  return new CliError({
    code: 'journal_damaged',
    what: `line ${line} of the journal "${path}" is not one that esign wrote`,
    why: 'what it said about a row may be lost, and no row is sent on a guess',
    next: 'put the file back as it was, or look at the documents with: esign docs list',
    exitCode: EXIT.usage,
  });
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    const why = fileFault(error);
    throw new CliError({
      code: 'journal_unreadable',
      what: `the journal "${path}" cannot be read`,
      why,
      exitCode: EXIT.usage,
      cause: error,
    });
  }
}

/** The whole lines of a file, one by one: a long journal is never held as text at once. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; ; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    if (end === -1) return;
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
}

/** Gathers what the entries of a journal tell. */
class Gathered {
  readonly states = new Map<number, RowState>();
  readonly claimed = new Set<string>();
  first: RunEntry | undefined;
  last: RunEntry | undefined;

  add(entry: JournalEntry): void {
    if ('run' in entry) {
      this.first ??= entry;
      this.last = entry;
      for (const id of entry.baselineIds) this.claimed.add(id);
      return;
    }
    this.states.set(entry.row, afterEntry(this.states.get(entry.row), entry));
    if (entry.documentId !== undefined) this.claimed.add(entry.documentId);
  }
}

/** Reads a journal; one that is not there is empty. Throws a `CliError` (exit 2) for lines that are no entries. */
export async function readJournal(path: string): Promise<JournalContent> {
  const bytes = await bytesOf(path);
  const gathered = new Gathered();
  let number = 0;
  for (const line of linesOf(bytes)) {
    number += 1;
    const entry = parseEntry(line);
    const isFirst = number === 1;
    if (!entry || (isFirst && !('run' in entry))) throw damaged(path, number);
    gathered.add(entry);
  }
  const { first, last, states, claimed } = gathered;
  return { first, last, states, claimed, bytes: bytes.lastIndexOf(LINE_FEED) + 1 };
}
