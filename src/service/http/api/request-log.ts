import type { ApiRequest } from '../../domain/accounts/api-request.ts';
import type { DocumentStore } from '../../store/store.ts';

const WRITE_MS = 1000;
/** Most requests that wait to be written: beyond them, the database is too slow. */
const MOST = 10_000;

/** Requests on their way to the database. */
export interface RequestLog {
  /** Takes a request; returns immediately. */
  note(request: ApiRequest): void;
  /** Writes what waits, once. */
  close(): Promise<void>;
}

/**
 * Opens the log of a process. It writes once a second, one batch after another. Requests for which there is no room, and those of a
 * batch that failed, are missing in the log; `onMissed` learns how many.
 */
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
