import type { RegularRun } from '../../core/run-regularly.ts';
import { runRegularly } from '../../core/run-regularly.ts';
import type { DocumentStore } from '../../store/store.ts';
import type { DependencyHealth } from './dependency-health.ts';
import { workFaults } from './work-faults.rules.ts';

const EVERY_MS = 60_000;

/** Looks every minute for authorities that fail, and for mails and deliveries that nobody sends. */
export function startWatchingWork(
  { store, health }: { store: Pick<DocumentStore, 'measure'>; health: DependencyHealth },
  onError: (error: unknown) => void,
): RegularRun {
  const run = async () => {
    const { work } = await store.measure();
    if (!work) return;
    for (const { about, reason } of workFaults(work)) health.note(about, reason);
  };
  return runRegularly({ everyMs: EVERY_MS, run, onError });
}
