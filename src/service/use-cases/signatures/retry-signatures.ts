import type { ServiceDeps } from '../deps.ts';
import { embedSignature } from './embed-signature.ts';

const EVERY_MS = 15_000;

/** Dependencies of the retries. */
export interface RetryDeps extends Omit<ServiceDeps, 'version' | 'seal'> {
  /** Time between two tries in milliseconds; default 15 s. */
  readonly everyMs?: number;
  /** Called with the failure of a signature; it is tried again all the same. */
  onError(error: unknown): void;
}

/**
 * Embeds, again and again, the signatures that could get no timestamp. An answer that arrived since the last time is left to the
 * request that brought it.
 */
export function startRetries(deps: RetryDeps): { close(): Promise<void> } {
  let waiting = new Set<string>();
  let isClosed = false;
  let working = Promise.resolve();
  const retry = async () => {
    const returned = (await deps.store.listReturned()).map(({ txn }) => txn);
    for (const txn of returned) {
      if (isClosed) return;
      if (waiting.has(txn)) await embedSignature(deps, txn).catch(deps.onError);
    }
    waiting = new Set(returned);
  };
  const poll = setInterval(() => {
    working = working.then(retry).catch(deps.onError);
  }, deps.everyMs ?? EVERY_MS);
  return {
    close: async () => {
      isClosed = true;
      clearInterval(poll);
      await working;
    },
  };
}
