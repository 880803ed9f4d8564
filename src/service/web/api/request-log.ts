import type { ApiRequest } from '../../core/accounts/api-request.rules.ts';
import { runRegularly } from '../../core/run-regularly.ts';
import type { DocumentStore } from '../../store/store.ts';

const WRITE_MS = 1000;
/** Between two lines about missed requests. */
const TOLD_MS = 60_000;
/** If more requests wait, the database is too slow. */
const MOST = 10_000;

export interface RequestLog {
  /** Returns immediately. */
  note(request: ApiRequest): void;
  /** Writes the waiting requests, once. */
  close(): Promise<void>;
}

/** Writes a batch every second. Once a minute, `onMissed` gets how many requests were not logged. */
export function openRequestLog(
  store: Pick<DocumentStore, 'logRequests'>,
  onMissed: (requests: number) => void,
): RequestLog {
  let waiting: ApiRequest[] = [];
  let missed = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tellMissed = () => {
    onMissed(missed);
    missed = 0;
    toldAt = performance.now();
  };
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) {
      await store.logRequests(batch).catch(() => {
        missed += batch.length;
      });
    }
    if (missed > 0 && performance.now() - toldAt >= TOLD_MS) tellMissed();
  };
  const writing = runRegularly({ everyMs: WRITE_MS, run: write, onError: () => undefined });
  return {
    note(request) {
      if (waiting.length < MOST) waiting.push(request);
      else missed += 1;
    },
    close: async () => {
      await writing.close();
      await write();
      if (missed > 0) tellMissed();
    },
  };
}
