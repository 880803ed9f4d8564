import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readIfThere } from '../saved-files.ts';

const Line = Type.Object({
  at: Type.String(),
  txn: Type.String(),
  event: Type.String(),
  aspId: Type.Optional(Type.String()),
});

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

/** The authority's append-only log. Finished transactions stay known after restarts. */
export interface AuthorityJournal {
  append(fact: JournalFact): Promise<void>;
  isFinished(txn: string): boolean;
  signedFor(aspId: string): number;
  clear(): Promise<void>;
}

const isEnd = (event: string): boolean => event === 'signed' || event === 'failed';

class Tally {
  readonly finished = new Set<string>();
  readonly #signatures = new Map<string, number>();

  count({ txn, event, aspId = '' }: Static<typeof Line>): void {
    if (isEnd(event)) this.finished.add(txn);
    if (event === 'signed') this.#signatures.set(aspId, this.signedFor(aspId) + 1);
  }

  signedFor(aspId: string): number {
    return this.#signatures.get(aspId) ?? 0;
  }
}

function tallyOf(text: string): Tally {
  const tally = new Tally();
  for (const line of text.split('\n').map(parseLine)) if (line) tally.count(line);
  return tally;
}

/** Undefined for a line cut off by a crash. */
function parseLine(text: string) {
  try {
    const line: unknown = JSON.parse(text);
    return Value.Check(Line, line) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** `file` is JSON Lines. */
export async function openJournal(file: string): Promise<AuthorityJournal> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let tally = tallyOf((await readIfThere(file)) ?? '');
  return {
    async append(fact) {
      tally.count({ ...fact, at: fact.at.toISOString() });
      await appendFile(file, `\n${JSON.stringify(fact)}`, { mode: 0o600, flush: true });
    },
    isFinished: (txn) => tally.finished.has(txn),
    signedFor: (aspId) => tally.signedFor(aspId),
    async clear() {
      tally = new Tally();
      await rm(file, { force: true });
    },
  };
}
