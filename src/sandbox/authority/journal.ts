import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere } from '../write-synced.ts';

const Line = Type.Object({
  at: Type.String(),
  txn: Type.String(),
  event: Type.String(),
});

/** What the authority writes down: never who, never a number or code. */
export interface JournalFact {
  readonly at: Date;
  readonly txn: string;
  readonly event: 'opened' | 'otp-sent' | 'otp-verified' | 'signed' | 'failed' | 'refused';
  /** Error code of a failure or refusal. */
  readonly code?: string;
  /** Of a signature: the hash that was signed, 64 hexadecimal digits. */
  readonly inputHash?: string;
}

/** The authority's own append-only log, by which it knows finished transactions after a restart. */
export interface Journal {
  append(fact: JournalFact): Promise<void>;
  isFinished(txn: string): boolean;
  clear(): Promise<void>;
}

const isEnd = (event: string): boolean => event === 'signed' || event === 'failed';

function finishedIn(text: string): Set<string> {
  const lines = text.split('\n').map(parseLine);
  return new Set(lines.flatMap((line) => (line && isEnd(line.event) ? [line.txn] : [])));
}

/** A line cut off by a crash is skipped. */
function parseLine(text: string) {
  try {
    const line: unknown = JSON.parse(text);
    return Value.Check(Line, line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the log kept in a file (JSON Lines). */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const finished = finishedIn((await readIfThere(file)) ?? '');
  return {
    async append(fact) {
      if (isEnd(fact.event)) finished.add(fact.txn);
      await appendFile(file, `\n${JSON.stringify(fact)}`, { mode: 0o600, flush: true });
    },
    isFinished: (txn) => finished.has(txn),
    async clear() {
      finished.clear();
      await rm(file, { force: true });
    },
  };
}
