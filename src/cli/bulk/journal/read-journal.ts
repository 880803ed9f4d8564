import { readFile } from 'node:fs/promises';
import { codeOf } from '../../../locks/error-code.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { fileFault } from '../../errors/file-fault.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { RunName } from '../bulk-flags.ts';
import { bulkCommand, journalPath } from '../bulk-flags.ts';
import type { JournalEntry, RunEntry } from './journal-entry.ts';
import { parseEntry } from './journal-entry.ts';
import type { RowState } from './row-state.ts';
import { afterEntry } from './row-state.ts';

export interface JournalContent {
  /** The first run's line; undefined without a journal. */
  readonly first: RunEntry | undefined;
  readonly last: RunEntry | undefined;
  /** By row number. */
  readonly states: ReadonlyMap<number, RowState>;
  /** Documents that no lost create made: the rows' own, and those that existed before. */
  readonly claimed: ReadonlySet<string>;
  /** Length of the complete lines; a crash tore the rest. */
  readonly bytes: number;
}

const LINE_FEED = 0x0a;

function damaged(path: string, line: number): CliError {
  return new CliError({
    code: 'journal_damaged',
    what: `line ${line} of the journal "${path}" was not written by esign`,
    why: 'it may have recorded a row, and no row is sent on a guess',
    next: 'restore the file, or inspect the documents with: esign docs list',
    exitCode: EXIT.usage,
  });
}

function missing(name: RunName): CliError {
  return new CliError({
    code: 'no_journal',
    what: `there is no journal "${journalPath(name)}": this manifest was never run`,
    next: bulkCommand('send', name),
    exitCode: EXIT.notFound,
  });
}

function ofAnotherService(path: string, home: string, baseUrl: string): CliError {
  return new CliError({
    code: 'journal_of_another_service',
    what: `the journal "${path}" is about documents at ${harmless(home)}`,
    why: `this run would send to ${baseUrl}, which has none of them`,
    next: 'select the right profile with --profile, or start over with --journal FILE',
    exitCode: EXIT.usage,
  });
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw new CliError({
      code: 'journal_unreadable',
      what: `cannot read the journal "${path}"`,
      why: fileFault(error),
      exitCode: EXIT.usage,
      cause: error,
    });
  }
}

/** Yields lines one by one, so that a long journal is never held as one string. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; ; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    if (end === -1) return;
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
}

class Collector {
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

/** A missing journal is empty. Throws a `CliError` (exit 2) for lines that are not entries. */
export async function readJournal(path: string): Promise<JournalContent> {
  const bytes = await bytesOf(path);
  const collector = new Collector();
  let number = 0;
  for (const line of linesOf(bytes)) {
    number += 1;
    const entry = parseEntry(line);
    const isFirst = number === 1;
    if (!entry || (isFirst && !('run' in entry))) throw damaged(path, number);
    collector.add(entry);
  }
  const { first, last, states, claimed } = collector;
  return { first, last, states, claimed, bytes: bytes.lastIndexOf(LINE_FEED) + 1 };
}

/** Throws a `CliError` (exit 2) if the journal belongs to another service. */
export async function readJournalFor(path: string, baseUrl: string): Promise<JournalContent> {
  const content = await readJournal(path);
  const home = content.first?.baseUrl;
  if (home === undefined || new URL(home).href === new URL(baseUrl).href) return content;
  throw ofAnotherService(path, home, baseUrl);
}

/** Throws a `CliError` (exit 5) if the journal has no run. */
export function lastRun({ last }: JournalContent, name: RunName): RunEntry {
  if (last) return last;
  throw missing(name);
}
