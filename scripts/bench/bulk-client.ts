import type { Place } from './bulk-runs.ts';
import { bare, bulk } from './bulk-runs.ts';

/** A turn to be measured. */
export interface Turn {
  readonly kind: 'bare' | 'bulk';
  readonly place: Place;
  readonly concurrency: number;
  readonly rows: number;
}

/** A process that sends bulk rows on request and reports how long they took. */
process.on('message', async ({ kind, place, concurrency, rows }: Turn) => {
  const send = kind === 'bare' ? bare : bulk;
  process.send?.(await send(place, concurrency, rows));
});
