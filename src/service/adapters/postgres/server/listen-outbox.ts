import pg from 'pg';

/** What a commit that queued something notifies; the payload says which process it was. */
export const OUTBOX_CHANNEL = 'esign_outbox';
const RECONNECT_MS = 1_000;
const CONNECT_MS = 10_000;

/** Hears of what other processes queue. */
export interface OutboxListener {
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own for other processes' commits; connects again when that breaks, and then wakes
 * at once, for it may have missed one.
 */
export async function listenOutbox(
  url: string,
  { own, wake }: { own: string; wake: () => void },
): Promise<OutboxListener> {
  const listener = new Listener(url, { own, wake });
  try {
    await listener.connect();
    return listener;
  } catch (error) {
    await listener.close();
    throw error;
  }
}

class Listener implements OutboxListener {
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
      connectionTimeoutMillis: CONNECT_MS,
    });
    this.#client = client;
    // A broken connection says so by both.
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ payload }) => {
      if (payload !== this.#own) this.#wake();
    });
    await client.connect();
    await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
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
