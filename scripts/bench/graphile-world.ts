import type { TaskList } from 'graphile-worker';
import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import { Agent } from 'undici';
import { EVENT_HEADER, SIGNATURE_HEADER } from '../../src/contract/webhook-headers.ts';
import { signWebhook } from '../../src/contract/webhook-signature.ts';
import type { DeliveryWorld } from './delivery-world.ts';
import { anEvent } from './delivery-world.ts';

const SECRET = 'whsec_bench';
const CONNECTIONS = 20;

/** Where a user's own worker keeps events and the log of attempts. */
const TABLES = `CREATE TABLE bench_events (id bigserial PRIMARY KEY, body text NOT NULL);
  CREATE TABLE bench_log (event bigint, url text, status int, duration_ms float, at timestamptz DEFAULT now())`;

interface Payload {
  readonly event: number;
  readonly url: string;
}

/** The job that a user would write: reads the event, signs it, posts it with undici, logs the attempt. */
function deliverWith(agent: Agent, settled: () => void): TaskList {
  return {
    async deliver(payload, { query }) {
      const { event, url } = payload as Payload;
      const { rows } = await query<{ body: string }>(
        'SELECT body FROM bench_events WHERE id = $1',
        [event],
      );
      const body = Buffer.from(rows[0]?.body ?? '');
      const startedAt = performance.now();
      const { origin, pathname } = new URL(url);
      const response = await agent.request({
        ...{ origin, path: pathname, method: 'POST' as const, body },
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signWebhook(body, SECRET),
          [EVENT_HEADER]: 'signer.signed',
        },
      });
      await response.body.dump();
      const values = [event, url, response.statusCode, performance.now() - startedAt];
      await query('INSERT INTO bench_log VALUES ($1, $2, $3, $4)', values);
      settled();
    },
  };
}

/** The same work on graphile-worker: the comparison that a user would make. `url` is an empty database's. */
export async function openGraphileWorld(
  url: string,
  { urls, atOnce }: { urls: readonly string[]; atOnce: number },
): Promise<Pick<DeliveryWorld, 'emit' | 'settled' | 'close'>> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  pool.on('error', () => undefined);
  await pool.query(TABLES);
  const agent = new Agent({ connections: atOnce });
  let count = 0;
  let waiting: { until: number; done: () => void } | undefined;
  const taskList = deliverWith(agent, () => {
    count += 1;
    if (waiting && count >= waiting.until) waiting.done();
  });
  const logger = new Logger(() => () => undefined);
  const options = { concurrency: atOnce, noHandleSignals: true, logger };
  const runner = await run({ ...options, pgPool: pool, taskList });
  const body = JSON.stringify(anEvent('5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'));
  return {
    async emit() {
      await pool.query(
        `WITH event AS (INSERT INTO bench_events (body) VALUES ($1) RETURNING id)
          SELECT graphile_worker.add_job('deliver', json_build_object('event', id, 'url', url))
            FROM event CROSS JOIN unnest($2::text[]) AS url`,
        [body, urls],
      );
    },
    settled: (more) =>
      new Promise((done) => {
        waiting = { until: count + more, done };
      }),
    async close() {
      await runner.stop();
      await agent.close();
      await pool.end();
    },
  };
}
