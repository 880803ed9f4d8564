import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../service/index.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readIfThere, writeSynced } from './write-synced.ts';

const Saved = Type.Object({ offsetMs: Type.Integer({ minimum: 0 }) });

/** A clock that can be moved on; it keeps running from there, over restarts too. */
export interface AdjustableClock extends Clock {
  /** Moves the clock on by milliseconds; answers the time then. */
  advance(ms: number): Promise<Date>;
  /** Goes back to the real time. */
  reset(): Promise<void>;
}

async function readOffset(file: string): Promise<number> {
  const text = await readIfThere(file);
  if (text === undefined) return 0;
  return Value.Decode(Saved, JSON.parse(text)).offsetMs;
}

/** Opens the clock whose offset is kept in a file. */
export async function openClock(file: string): Promise<AdjustableClock> {
  let offsetMs = await readOffset(file);
  const inTurn = oneAtATime();
  const now = () => new Date(Date.now() + offsetMs);
  const save = async (offset: number) => {
    await writeSynced(file, `${JSON.stringify({ offsetMs: offset })}\n`);
    offsetMs = offset;
    return now();
  };
  return {
    now,
    advance: (ms) => inTurn(() => save(offsetMs + ms)),
    async reset() {
      await inTurn(() => save(0));
    },
  };
}
