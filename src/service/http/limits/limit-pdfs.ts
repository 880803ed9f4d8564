import type { DocumentStore } from '../../store/store.ts';
import { openRequestCounts } from './request-counts.ts';

/** Most uploads of an account that wait to be read in a process. */
const MOST_WAITING = 4;

/** Limits of an account's jobs, in the form that PDF workers take. */
interface PdfLimits {
  readonly waiting: number;
  spend(accountId: string, cpuMs: number): number | undefined;
  close(): Promise<void>;
}

/** Seconds of processor time a minute for the PDFs of one account, in all processes together. */
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
