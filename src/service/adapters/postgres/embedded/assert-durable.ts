import type { PoolClient } from 'pg';

/** Commits do not reach the disk: acknowledged work would be lost with the power. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';

  constructor() {
    super(
      'The embedded database does not sync its commits to disk on this system, so nothing is stored.',
    );
  }
}

/**
 * Commits something and looks whether the disk was told to keep it.
 * @throws {NotDurable} when the counter of syncs has not risen
 */
export async function assertDurable(
  client: Pick<PoolClient, 'query'>,
  countSyncs: () => number,
): Promise<void> {
  const before = countSyncs();
  await client.query(`SELECT pg_logical_emit_message(true, 'esign self-test', '')`);
  if (countSyncs() <= before) throw new NotDurable();
}
