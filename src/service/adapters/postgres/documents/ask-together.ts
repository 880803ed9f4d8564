import DataLoader from 'dataloader';

/** Most keys that one query takes. */
const MOST_AT_ONCE = 100;

/**
 * Has what is asked for in one turn of the event loop answered by one query: `find` takes the keys and gives what it
 * found in their order. Nothing is remembered: each answer was read after it was asked for.
 */
export function askTogether<Key, Found>(
  find: (keys: readonly Key[]) => Promise<readonly Found[]>,
): (key: Key) => Promise<Found> {
  const loader = new DataLoader(find, {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    // After all that has arrived on any connection was read, not after the first of it
    batchScheduleFn: (ask) => setImmediate(ask),
  });
  return (key) => loader.load(key);
}
