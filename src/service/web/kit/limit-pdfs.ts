import type { DocumentStore } from '../../store/store.ts';
import { openRequestCounts } from './request-counts.ts';

/** Waiting uploads per account and process. */
const MOST_WAITING = 4;

/** In the form that PDF workers take. */
interface PdfLimits {
  readonly waiting: number;
  spend(accountId: string, cpuMs: number): number | undefined;
  close(): Promise<void>;
}

/** Limits an account's processor seconds for PDFs per minute, over all processes. */
export function openPdfLimits(
  store: Pick<DocumentStore, 'addCounts'>,
  secondsPerMinute: number,
  clock?: () => number,
): PdfLimits {
  const counts = openRequestCounts(store, clock);
  const limit = { name: 'pdf', max: secondsPerMinute * 1000 };
  return {
    waiting: MOST_WAITING,
    spend: (accountId, cpuMs) => counts.count(limit, accountId, cpuMs),
    close: () => counts.close(),
  };
}
