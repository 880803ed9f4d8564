import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiRequest } from '../../core/accounts/api-request.rules.ts';
import type { KeyCaller } from '../../core/accounts/authenticate.ts';
import { assertAccess, findCaller } from '../../core/accounts/authenticate.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { runRegularly } from '../../core/run-regularly.ts';
import type { DocumentStore } from '../../store/store.ts';
import { countAddress, countByAccount } from '../kit/limit-addresses.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { ACCOUNT } from '../kit/request-text.ts';

const CALLER = 'caller';

/** Checks the key before reading bodies, on all paths. Refused requests count for an address. */
export function requireKey(
  app: FastifyInstance,
  deps: Pick<ServiceDeps, 'store' | 'clock'>,
  counts: RequestCounts,
): void {
  app.decorateRequest(CALLER, null);
  countByAccount(app);
  app.addHook('onRequest', async (request: FastifyRequest<{ Params: { documentId?: string } }>) => {
    try {
      const { authorization } = request.headers;
      const isReading = request.routeOptions.config.readsDocument === true;
      const documentId = isReading ? request.params.documentId : undefined;
      const caller = await findCaller(deps, authorization, documentId);
      request.setDecorator<KeyCaller | null>(CALLER, caller);
      request.setDecorator<string | null>(ACCOUNT, caller.account.accountId);
      assertAccess(deps, caller);
    } catch (error) {
      if (error instanceof DomainError) countAddress(counts, request);
      throw error;
    }
  });
}

/** Null when the request was refused before its caller was known. */
export const knownCallerOf = (request: FastifyRequest): KeyCaller | null =>
  request.getDecorator<KeyCaller | null>(CALLER);

export function callerOf(request: FastifyRequest): KeyCaller {
  const caller = knownCallerOf(request);
  if (!caller) throw new Error('The route lies outside the scope that requires keys.');
  return caller;
}

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
