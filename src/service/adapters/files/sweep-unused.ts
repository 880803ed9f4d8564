import { DAY_MS } from '../../../contract/durations.ts';
import type { Sweep } from '../../ports/file-store.ts';
import { TooManyUnused } from '../../ports/file-store.ts';

/** Keys per `inUse` call. */
const BATCH = 200;
/** A sweep that finds more unused files than both limits is asking the wrong database. */
const MOST_UNUSED = 1000;
const MOST_SHARE = 0.01;

/** Holds the unused files that sweeps found, by day. */
export const TRASH = 'trash';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Today's place in the trash. It keeps the key below the day, to be put back by hand. */
export const trashKey = (key: string): string => `${TRASH}/${dayOf(Date.now())}/${key}`;

export function isOverSince(day: string, olderThanMs: number): boolean {
  return Date.parse(day) + DAY_MS <= Date.now() - olderThanMs;
}

export interface SeenFile {
  readonly key: string;
  readonly writtenAtMs: number;
}

export interface SweptStore {
  list(below: string): AsyncIterable<SeenFile>;
  discard(key: string): Promise<void>;
}

async function* unusedOf(
  keys: Iterable<string> | AsyncIterable<string>,
  { inUse }: Sweep,
): AsyncGenerator<string[]> {
  const unused = async (batch: readonly string[]) => {
    const used = new Set(await inUse(batch));
    return batch.filter((key) => !used.has(key));
  };
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield await unused(batch);
    batch = [];
  }
  if (batch.length > 0) yield await unused(batch);
}

/** Undefined when the sweep was stopped. */
async function findUnused(store: SweptStore, sweep: Sweep): Promise<string[] | undefined> {
  const until = Date.now() - sweep.olderThanMs;
  let seen = 0;
  const old = async function* () {
    for await (const { key, writtenAtMs } of store.list(sweep.below)) {
      seen += 1;
      if (writtenAtMs < until) yield key;
    }
  };
  const found: string[] = [];
  for await (const unused of unusedOf(old(), sweep)) {
    if (sweep.signal.aborted) return undefined;
    found.push(...unused);
    if (found.length > Math.max(MOST_UNUSED, seen * MOST_SHARE)) throw tooMany(found.length, seen);
  }
  return found;
}

const tooMany = (unused: number, seen: number): TooManyUnused =>
  new TooManyUnused(
    `Of the first ${seen} files, ${unused} are in no use by the database. Nothing was moved to the trash: check that the database is the one of these files.`,
  );

/**
 * Trashes old, unused files, each checked again just before; returns how many. May run
 * concurrently.
 * @throws {TooManyUnused} before the first file is moved
 */
export async function sweepUnused(store: SweptStore, sweep: Sweep): Promise<number> {
  const found = (await findUnused(store, sweep)) ?? [];
  let moved = 0;
  for await (const unused of unusedOf(found, sweep)) {
    if (sweep.signal.aborted) return moved;
    await Promise.all(unused.map((key) => store.discard(key)));
    moved += unused.length;
  }
  return moved;
}
