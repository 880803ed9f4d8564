import type { OwnerLimits } from '../../../pdf/admission/worker-pool.ts';
import type { DocumentStore } from '../../ports/store/document-store.ts';
import { openRequestCounts } from './request-counts.ts';

/** Most uploads of an account that wait to be read in a process. */
const MOST_WAITING = 4;

/** What reading and writing the PDFs of one account may take: these seconds of processor time a minute, in all processes together. */
export function openPdfLimits(
  store: Pick<DocumentStore, 'addCounts'>,
  secondsPerMinute: number,
  clock?: () => number,
): OwnerLimits & { close(): Promise<void> } {
  const counts = openRequestCounts(store, clock);
  const limit = { name: 'pdf', max: secondsPerMinute * 1000 };
  return {
    waiting: MOST_WAITING,
    spend: (owner, cpuMs) => counts.count(limit, owner, cpuMs),
    close: () => counts.close(),
  };
}
