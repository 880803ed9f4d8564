import { expect } from 'vitest';
import { countDue } from './accounts.ts';
import type { Cluster } from './cluster.ts';

const MINUTE_MS = 60_000;
/** Memory is compared between these numbers of completed documents. */
const WARM = 200;
const MANY = 1000;
const MOST_GROWTH = 1.2;

interface Watched {
  completed: number;
  readonly refusals: ReadonlyMap<string, number>;
}

export interface RunWatch {
  /** After each completed document. */
  note(): Promise<void>;
  /** Stops; a run long enough must not have grown the process that was never ended. */
  end(): string;
}

/** Prints a line a minute: documents, refusals, memory of each process, and work that is due. */
export function watchRun(cluster: Cluster, run: Watched): RunWatch {
  const [lasting] = cluster.places;
  const startedAt = performance.now();
  let [warm, many] = [0, 0];
  const tell = async () => {
    const minute = Math.round((performance.now() - startedAt) / MINUTE_MS);
    const memory = await Promise.all(cluster.places.map((place) => place.memory()));
    const refused = [...run.refusals.values()].reduce((sum, count) => sum + count, 0);
    const due = await countDue(cluster).catch(() => 'unknown');
    process.stdout.write(
      `minute ${minute}: ${run.completed} documents, ${refused} refusals, ${memory.join(' + ')} MB, ${due} due\n`,
    );
  };
  const timer = setInterval(() => void tell(), MINUTE_MS);
  return {
    async note() {
      if (run.completed === WARM) warm = (await lasting?.memory()) ?? 0;
      if (run.completed === MANY) many = (await lasting?.memory()) ?? 0;
    },
    end() {
      clearInterval(timer);
      if (many === 0)
        return `memory of the process that was never ended: too few documents to compare`;
      expect(many).toBeLessThan(warm * MOST_GROWTH);
      return `memory of the process that was never ended: ${warm} MB after ${WARM} documents, ${many} MB after ${MANY}`;
    },
  };
}
