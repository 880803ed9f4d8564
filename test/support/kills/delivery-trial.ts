import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { signWebhook } from '../../../src/contract/webhooks/webhook-signature.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import type { WebhookEndpoint } from '../../../src/service/webhooks/webhook-endpoint.rules.ts';
import type { Received } from '../outbox/local-receiver.ts';
import { startLocalReceiver } from '../outbox/local-receiver.ts';
import { makeAccount } from '../outbox/outbox-parts.ts';
import { runOutbox } from '../outbox/outbox-world.ts';
import { asOwner } from '../sign-in/callers.ts';
import type { DeliveryVictim } from './delivery-victim.ts';
import { PAST_LEASE_MS } from './past-lease.ts';
import { killVictim, startVictim } from './victim.ts';
import { toldStore } from './victim-store.ts';

/** The script of a process that is killed; to be bundled. */
export const VICTIM = new URL('./delivery-victim.ts', import.meta.url);
/** Most documents that a process gets done before it is killed, and how long it lives on behind that. */
const MOST_DONE = 3;
const LONGEST_PAUSE_MS = 100;
const DELAYS_MS = Array.from({ length: 10 }, () => 20);
const SLOW_MS = 15;
const PAUSE_MS = 10;
/** Far more than what passes between two looks at what is left. */
const CLOCK_STEP_MS = 2000;
const MANY = 100_000;

/** A receiver of deliveries, and the endpoint that they are for. */
interface Destination {
  readonly endpoint: WebhookEndpoint;
  readonly received: readonly Received[];
}

/** An account whose events three receivers get: a good one, a slow one, and one that refuses some first tries. */
export interface DeliveryTrial {
  readonly accountId: string;
  readonly destinations: readonly Destination[];
}

const RECEIVERS: readonly ((response: ServerResponse, got: Received) => void)[] = [
  (response) => response.writeHead(204).end(),
  (response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS),
  (response, { headers }) => {
    const isFirst = headers['x-service-attempt'] === '1';
    const isRefused = isFirst && /^[0-3]/.test(String(headers['x-service-delivery']));
    response.writeHead(isRefused ? 500 : 204).end();
  },
];

export async function openTrial(store: DocumentStore): Promise<DeliveryTrial> {
  const { accountId } = await makeAccount(store);
  const clock = { now: () => new Date() };
  const destinations: Destination[] = [];
  for (const answer of RECEIVERS) {
    const { url, received } = await startLocalReceiver(answer);
    const endpoint = await addEndpoint({ store, clock }, asOwner(accountId), { url });
    destinations.push({ endpoint, received });
  }
  return { accountId, destinations };
}

/** What the killed processes said was committed. */
export interface Killed {
  readonly kills: number;
  readonly documentIds: readonly string[];
  /** How far the clock of whoever comes next has to be ahead, in milliseconds. */
  readonly aheadMs: number;
}

/**
 * Round after round, starts processes together, each of which commits and delivers events, and kills each at a moment
 * of its own. The clock of a round is a lease ahead of the one before.
 */
export async function killRounds(
  { accountId }: DeliveryTrial,
  url: string,
  { script, rounds, together }: { script: string; rounds: number; together: number },
): Promise<Killed> {
  const documentIds: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const told: DeliveryVictim = {
      ...toldStore(url),
      accountId,
      aheadMs: round * PAST_LEASE_MS,
      webhookDelaysMs: DELAYS_MS,
      pauseMs: PAUSE_MS,
    };
    const lives = Array.from({ length: together }, () => liveAndDie(script, told));
    documentIds.push(...(await Promise.all(lives)).flat());
  }
  return { kills: rounds * together, documentIds, aheadMs: rounds * PAST_LEASE_MS };
}

async function liveAndDie(script: string, told: DeliveryVictim): Promise<string[]> {
  const victim = startVictim(script, [JSON.stringify(told)]);
  const done = Math.floor(Math.random() * (MOST_DONE + 1));
  const lines = await killVictim(victim, { done, longestPauseMs: LONGEST_PAUSE_MS });
  return lines.slice(1);
}

/** Delivers what the killed processes left. */
export async function deliverRest(
  store: DocumentStore,
  { accountId }: DeliveryTrial,
  { aheadMs }: Killed,
): Promise<void> {
  const { outbox, clock, errors } = runOutbox(store, { webhookDelaysMs: DELAYS_MS });
  clock.advance(aheadMs);
  outbox.wake();
  const isDone = async () => {
    // A delivery whose attempt timed out, as when the machine stalls, waits for a minute.
    clock.advance(CLOCK_STEP_MS);
    const deliveries = await store.listDeliveries({ accountId, limit: MANY });
    expect(errors).toEqual([]);
    expect(deliveries.filter(({ state }) => state === 'queued')).toEqual([]);
  };
  await vi.waitFor(isDone, { timeout: 60_000, interval: 50 });
  await outbox.close();
  expect(errors).toEqual([]);
}

interface StoredDelivery {
  readonly id: string;
  readonly document_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly body: Buffer;
  /** An attempt never arrived, since the machine stalled: the next event of the document may overtake it. */
  readonly missed: boolean;
  /** When its first attempt began that was logged. */
  readonly tried_at: Date;
}

const OF_ENDPOINT = `SELECT d.id, events.document_id, body, state, attempts, EXISTS (
    SELECT FROM delivery_attempts a WHERE a.delivery_seq = d.seq AND error = 'timeout_connect') AS missed, (
    SELECT min(started_at) FROM delivery_attempts a WHERE a.delivery_seq = d.seq) AS tried_at
  FROM deliveries d JOIN events ON events.seq = event_seq WHERE endpoint_id = $1 ORDER BY events.seq`;

/** Holds what was stored against what was received, endpoint by endpoint; answers how many deliveries it accounts for. */
export async function account(
  { destinations }: DeliveryTrial,
  { pool, killed }: { pool: Pick<Pool, 'query'>; killed: Killed },
): Promise<{ deliveries: number; repeats: number; recoveries: number }> {
  const { rows: events } = await pool.query<{ document_id: string; body: Buffer }>(
    'SELECT document_id, body FROM events ORDER BY seq',
  );
  const committed = new Map(events.map(({ document_id: id }) => [id, 0]));
  for (const { document_id: id } of events) committed.set(id, (committed.get(id) ?? 0) + 1);
  for (const id of killed.documentIds) expect(committed.get(id), `events of ${id}`).toBe(3);
  let repeats = 0;
  for (const destination of destinations) {
    const { endpointId } = destination.endpoint;
    const { rows } = await pool.query<StoredDelivery>(OF_ENDPOINT, [endpointId]);
    expect(rows.map(({ body }) => body.toString())).toEqual(events.map(({ body }) => String(body)));
    accountFor(destination, rows);
    repeats += destination.received.length - rows.length;
  }
  const counted = `SELECT count(*)::int FROM delivery_attempts WHERE trigger = 'recovery'`;
  const { rows } = await pool.query<{ count: number }>(counted);
  const deliveries = events.length * destinations.length;
  return { deliveries, repeats, recoveries: rows[0]?.count ?? 0 };
}

const headerOf = ({ headers }: Received, name: string): string => String(headers[name]);

/** The deliveries of each document in their order, but for those that an attempt missed. */
function orderOf(rows: readonly StoredDelivery[]): Record<string, string[]> {
  const order: Record<string, string[]> = {};
  for (const { id, document_id: documentId, missed } of rows) {
    if (!missed) order[documentId] = [...(order[documentId] ?? []), id];
  }
  return order;
}

function accountFor({ endpoint, received }: Destination, rows: readonly StoredDelivery[]): void {
  const attempts = new Map<string, number>();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const arrived = new Set<StoredDelivery>();
  for (const one of received) {
    const id = headerOf(one, 'x-service-delivery');
    const row = stored.get(id);
    if (!row) throw new Error(`${id} was delivered and is not stored.`);
    expect(one.body.equals(row.body), `bytes of ${id}`).toBe(true);
    const signature = signWebhook(row.body, endpoint.secret);
    expect(headerOf(one, 'x-service-signature')).toBe(signature);
    const attempt = Number(headerOf(one, 'x-service-attempt'));
    expect(attempt, `attempt of ${id}`).toBeGreaterThan(attempts.get(id) ?? 0);
    expect(attempt).toBeLessThanOrEqual(row.attempts);
    attempts.set(id, attempt);
    arrived.add(row);
  }
  for (const { id, state } of rows) expect(state, `state of ${id}`).toBe('done');
  expect(orderOf([...arrived])).toEqual(orderOf(rows));
  const whole = rows.map((row) => ({ ...row, missed: false }));
  const byAttempt = whole.toSorted((one, other) => Number(one.tried_at) - Number(other.tried_at));
  expect(orderOf(byAttempt)).toEqual(orderOf(whole));
}
