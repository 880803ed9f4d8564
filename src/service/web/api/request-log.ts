import type { ApiRequest } from '../../core/accounts/api-request.rules.ts';
import type { DocumentStore } from '../../store/store.ts';

const WRITE_MS = 1000;
/** If more requests wait, the database is too slow. */
const MOST = 10_000;

export interface RequestLog {
  /** Returns immediately. */
  note(request: ApiRequest): void;
  /** Writes the waiting requests, once. */
  close(): Promise<void>;
}

/** Writes a batch every second. `onMissed` gets the number of requests that weren't logged. */
export function openRequestLog(
  store: Pick<DocumentStore, 'logRequests'>,
  onMissed: (requests: number) => void,
): RequestLog {
  let waiting: ApiRequest[] = [];
  let missed = 0;
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) {
      await store.logRequests(batch).catch(() => {
        missed += batch.length;
      });
    }
    if (missed > 0) onMissed(missed);
    missed = 0;
  };
  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }, WRITE_MS);
  timer.unref();
  return {
    note(request) {
      if (waiting.length < MOST) waiting.push(request);
      else missed += 1;
    },
    close: async () => {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
