import type { Pool } from 'pg';
import type { OutboxItem } from '../../../domain/outbox.ts';
import type { Database } from '../database.ts';

/** $1 items, $2 numbers of their tries, $3 whether each is a recovery, $4 who holds the leases. */
const RETURN = `WITH given AS (
    SELECT l.seq, was_leased FROM unnest($1::bigint[], $2::int[], $3::boolean[]) AS given (seq, number, was_leased)
      JOIN outbox_leases l USING (seq, number) WHERE l.holder = $4::uuid ORDER BY l.seq FOR UPDATE OF l),
  cut_off AS (
    UPDATE outbox_leases SET until = to_timestamp(0), number = number - 1
      WHERE seq = ANY (ARRAY (SELECT seq FROM given WHERE was_leased)))
  DELETE FROM outbox_leases WHERE seq = ANY (ARRAY (SELECT seq FROM given WHERE NOT was_leased))`;

/** Gives back leases of one sender whose tries never began: what a crash had cut off before is so again. */
export async function returnOutbox(db: Database, items: readonly OutboxItem[]): Promise<void> {
  const values = [
    items.map(({ seq }) => seq),
    items.map(({ attempt }) => attempt),
    items.map(({ trigger }) => trigger === 'recovery'),
    items[0]?.holder,
  ];
  await db.$client.query({ name: 'return_outbox', text: RETURN, values });
}

/** Ends every lease, of a database that nobody else has open: whoever held one is gone, and what it tried is due. */
export async function endLeases(pool: Pool): Promise<void> {
  await pool.query('UPDATE outbox_leases SET until = to_timestamp(0)');
}
