import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere } from '../saved-files.ts';

const Line = Type.Object({ at: Type.String(), txn: Type.String(), event: Type.String() });

/** Never contains a person, identity number or code. */
export interface JournalFact {
  readonly at: Date;
  readonly txn: string;
  readonly event: 'opened' | 'otp-sent' | 'otp-verified' | 'signed' | 'failed' | 'refused';
  readonly code?: string;
  /** Of a signature: the service and the hash, 64 hexadecimal digits. */
  readonly aspId?: string;
  readonly inputHash?: string;
}

const isEnd = (event: string): boolean => event === 'signed' || event === 'failed';

/** Undefined for a line cut off by a crash. */
function parseLine(text: string) {
  try {
    const line: unknown = JSON.parse(text);
    return Value.Check(Line, line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** The authority's append-only log, in JSON Lines. Remembers which transactions have finished. */
export async function openJournal(file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lines = ((await readIfThere(file)) ?? '').split('\n').map(parseLine);
  const finished = new Set(lines.flatMap((line) => (line && isEnd(line.event) ? [line.txn] : [])));
  return {
    async append(fact: JournalFact) {
      if (isEnd(fact.event)) finished.add(fact.txn);
      await appendFile(file, `\n${JSON.stringify(fact)}`, { mode: 0o600, flush: true });
    },
    isFinished: (txn: string) => finished.has(txn),
    async clear() {
      finished.clear();
      await rm(file, { force: true });
    },
  };
}

export type AuthorityJournal = Awaited<ReturnType<typeof openJournal>>;
