import { randomUUID } from 'node:crypto';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from './database.ts';
import { databaseOn } from './database.ts';
import { DatabaseRefused } from './plain-error.ts';

const CHANNEL = 'esign_outbox';
const RECONNECT_MS = 1_000;
const CONNECT_MS = 10_000;
const HEARD_WITHIN_MS = 2_000;

/** Tells other processes about commits that queued something, and hears of theirs. */
export interface OutboxChannel {
  notify(): void;
  close(): Promise<void>;
}

interface ChannelOptions {
  readonly url: string;
  /** Sends notifications. Listening has its own connection. */
  readonly pool: pg.Pool;
  /** Called for each notification of another process, and after a reconnect: one may be lost. */
  readonly wake: () => void;
}

/**
 * Opens and tests the channel.
 * @throws {DatabaseRefused} when it does not hear its own notification
 * @throws {Error} when the server cannot be reached
 */
export async function openOutboxChannel({
  url,
  pool,
  wake,
}: ChannelOptions): Promise<OutboxChannel> {
  const own = randomUUID();
  const listener = new ChannelListener(url, { own, wake });
  try {
    await listener.connect();
    await proveHearing(listener, { db: databaseOn(pool), own });
  } catch (error) {
    await listener.close();
    throw error;
  }
  const sender = notifier(pool, own);
  const close = async () => {
    await listener.close();
    await sender.idle();
  };
  return { notify: sender.notify, close };
}

/** A pooler in transaction mode accepts LISTEN, but loses notifications. */
async function proveHearing(listener: ChannelListener, { db, own }: { db: Database; own: string }) {
  const channel = `esign_probe_${own.replaceAll('-', '')}`;
  const send = () => db.execute(sql`SELECT pg_notify(${channel}, ${own})`);
  if (await listener.hears(channel, send)) return;
  throw new DatabaseRefused(
    'notifications',
    'The database does not deliver notifications (LISTEN and NOTIFY), as behind a pooler in transaction mode. Connect to PostgreSQL itself.',
  );
}

// Sends one notification for all commits since the last. Never within a transaction: NOTIFY takes a
// lock that lets only one of them commit at a time. A lost notification only delays work until the
// next poll.
function notifier(pool: pg.Pool, own: string) {
  const db = databaseOn(pool);
  let last: Promise<unknown> = Promise.resolve();
  let isQueued = false;
  const send = () => {
    isQueued = false;
    return db.execute(sql`SELECT pg_notify(${CHANNEL}, ${own})`);
  };
  return {
    notify: (): void => {
      if (isQueued) return;
      isQueued = true;
      last = last.then(send).catch(() => undefined);
    },
    idle: () => last,
  };
}

class ChannelListener {
  readonly #url: string;
  readonly #own: string;
  readonly #wake: () => void;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, { own, wake }: { own: string; wake: () => void }) {
    this.#url = url;
    this.#own = own;
    this.#wake = wake;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      application_name: 'esign',
      connectionTimeoutMillis: CONNECT_MS,
    });
    this.#client = client;
    // A broken connection emits either of them, or both.
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ payload }) => {
      if (payload !== this.#own) this.#wake();
    });
    await client.connect();
    await databaseOn(client).execute(sql`LISTEN ${sql.identifier(CHANNEL)}`);
  }

  /** Whether the notification that `send` sends arrives in time. */
  async hears(channel: string, send: () => Promise<unknown>): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    let isHeard = false;
    const heard = new Promise<void>((resolve) => {
      client.on('notification', (message) => {
        if (message.channel !== channel) return;
        isHeard = true;
        resolve();
      });
    });
    await databaseOn(client).execute(sql`LISTEN ${sql.identifier(channel)}`);
    await send();
    // Messages that arrived while this process was busy are read after the timers.
    await Promise.race([heard, pause(HEARD_WITHIN_MS).then(() => turn())]);
    await databaseOn(client).execute(sql`UNLISTEN ${sql.identifier(channel)}`);
    return isHeard;
  }

  #reconnect(broken: pg.Client): void {
    if (this.#isClosed || this.#client !== broken) return;
    this.#client = undefined;
    broken.end().catch(() => undefined);
    this.#retry = setTimeout(() => {
      this.connect().then(this.#wake, () => {
        if (this.#client) this.#reconnect(this.#client);
      });
    }, RECONNECT_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }
}
