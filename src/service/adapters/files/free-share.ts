import { statfs } from 'node:fs/promises';

/** How long an answer counts, in milliseconds: each chunk of an upload asks. */
const FRESH_MS = 2000;

/** Tells the share of a folder's volume that this process may still fill, from 0 to 1; undefined where the system does not say. */
export function freeShareOf(folder: string): () => Promise<number | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let share: Promise<number | undefined>;
  return async () => {
    const now = performance.now();
    if (now - asked > FRESH_MS) {
      asked = now;
      share = statfs(folder).then(({ blocks, bavail }) =>
        blocks > 0 ? bavail / blocks : undefined,
      );
    }
    return await share;
  };
}
