import { statfs } from 'node:fs/promises';

/** How long an answer is cached, in milliseconds: each chunk of an upload asks. */
const FRESH_MS = 2000;

/** Free share of the folder's volume, from 0 to 1; undefined if the system doesn't tell. */
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
