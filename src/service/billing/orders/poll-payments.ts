import type { RegularRun } from '../../core/run-regularly.ts';
import { runRegularly } from '../../core/run-regularly.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { finishRefund } from './finish-refund.ts';
import { settleMandate } from './settle-mandate.ts';
import { settlePayment } from './settle-payment.ts';

const EVERY_MS = 5 * 60_000;
/** How long to check an expired order: its payment may be late. */
const LATE_MS = 24 * 3_600_000;

export interface PollDeps extends BillingDeps {
  /** Called for each failed order, mandate or refund; the rest and later runs continue. */
  onError(error: unknown): void;
}

/**
 * Settles orders, charges and refunds without an event: events get lost, and browsers are closed.
 * Runs every five minutes of the clock, in any number of processes.
 */
export function startPollingPayments(deps: PollDeps): RegularRun {
  const { clock, onError } = deps;
  const run = (signal: AbortSignal) => pollPayments(deps, signal);
  return runRegularly({ clock, everyMs: EVERY_MS, run, onError });
}

export async function pollPayments(deps: PollDeps, signal?: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const since = new Date(clock.now().getTime() - LATE_MS);
  const settle = (orderId: string) => settlePayment(deps, orderId);
  await forEach(deps, { ids: await store.listUnsettled(since), work: settle, signal });
  const charge = (mandateId: string) => settleMandate(deps, mandateId);
  await forEach(deps, { ids: await store.listDueMandates(clock.now()), work: charge, signal });
  const finish = (refundId: string) => finishRefund(deps, refundId);
  await forEach(deps, { ids: await store.listRequestedRefunds(), work: finish, signal });
}

interface Work {
  readonly ids: readonly string[];
  readonly work: (id: string) => Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

async function forEach({ onError }: PollDeps, { ids, work, signal }: Work): Promise<void> {
  for (const id of ids) {
    if (signal?.aborted) return;
    await work(id).catch(onError);
  }
}
