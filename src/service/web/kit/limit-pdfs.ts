import type { DocumentStore } from '../../store/store.ts';
import { openRequestCounts } from './request-counts.ts';

/** Waiting uploads per account and process. */
const MOST_WAITING = 4;

/** Limits an account's processor seconds for PDFs per minute, over all processes. */
export function openPdfLimits(
  store: Pick<DocumentStore, 'addCounts'>,
  secondsPerMinute: number,
  clock?: () => number,
) {
  const counts = openRequestCounts(store, clock);
  const limit = { name: 'pdf', max: secondsPerMinute * 1000 };
  return {
    waiting: MOST_WAITING,
    spend: (accountId: string, cpuMs: number) => counts.count(limit, accountId, cpuMs),
    close: () => counts.close(),
  };
}
