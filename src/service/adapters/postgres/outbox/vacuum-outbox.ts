import type { Pool } from 'pg';

/** How many settled tries each table bears until it is swept: a claim reads all of the leases, and the beginnings of lanes. */
const TABLES = { outbox_leases: 1000, outbox_waiting: 10_000 };

/**
 * Sweeps the two small tables through which every try goes. Their dead rows stand in the way of each claim, and more of
 * them come in a minute than should, which is how often the server's own vacuum looks in; the embedded database has none.
 */
export function outboxVacuum(pool: Pool): (settled: number) => void {
  const sweeps = Object.entries(TABLES).map(([table, most]) => sweep(pool, { table, most }));
  return (settled) => {
    for (const count of sweeps) count(settled);
  };
}

function sweep(pool: Pool, { table, most }: { table: string; most: number }) {
  let tries = 0;
  let isUnderWay = false;
  const done = () => {
    isUnderWay = false;
  };
  return (settled: number): void => {
    tries += settled;
    if (tries < most || isUnderWay) return;
    tries = 0;
    isUnderWay = true;
    // Nothing depends on it: what cannot be swept now is swept the next time.
    pool.query(`VACUUM ${table}`).then(done, done);
  };
}
