import { LEASE_MS } from '../../../src/service/core/outbox/run-outbox.ts';

/** Longer than a lease: what a process held that is gone is free for the next. */
export const PAST_LEASE_MS = LEASE_MS + 1000;
