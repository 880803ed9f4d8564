import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** First bytes of the protocol messages that the server answers (PostgreSQL, section 55.7). */
const ENDS_BATCH = new Set(['S', 'Q', 'c', 'f', 'H'].map((type) => type.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);
const PARAMETERS = {
  server_version: '18.0',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  integer_datetimes: 'on',
  standard_conforming_strings: 'on',
  TimeZone: 'UTC',
};

/** A protocol message: type, length, body. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The reply to the start-up message: authenticated, settings, ready. */
function welcome(): Buffer {
  const parameters = Object.entries(PARAMETERS).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  );
  const authenticationOk = message('R', Buffer.alloc(4));
  return Buffer.concat([authenticationOk, ...parameters, message('Z', Buffer.from('I'))]);
}

const simpleQuery = (text: string) => message('Q', Buffer.from(`${text}\0`));

// Replaces the TCP socket of a `pg` client: PGlite runs what the client writes, in this process. It
// is called once per batch of messages, up to one that the server answers.
class PGliteSocket extends Duplex {
  readonly #db: PGlite;
  #pending: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  #batch: Buffer[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(db: PGlite) {
    super();
    this.#db = db;
  }

  connect(): this {
    this.#db.waitReady.then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  // The driver calls these on its socket; they have no effect here.
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  override _read(): void {
    // Answers are pushed when they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#takeMessage());
    done();
  }

  /** Returns false until a whole message has arrived. */
  #takeMessage(): boolean {
    const typeBytes = this.#hasStarted ? 1 : 0;
    if (this.#pending.length < typeBytes + 4) return false;
    const end = typeBytes + this.#pending.readInt32BE(typeBytes);
    if (this.#pending.length < end) return false;
    const taken = this.#pending.subarray(0, end);
    this.#pending = this.#pending.subarray(end);
    if (this.#hasStarted) this.#queue(taken);
    else this.#start();
    return true;
  }

  /** Resets the session: PGlite has a single one for all connections. */
  #start(): void {
    this.#hasStarted = true;
    const reset = [simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')];
    this.#inTurn(async () => {
      for (const query of reset) await this.#run(query);
      this.push(welcome());
    });
  }

  #queue(taken: Buffer): void {
    const type = taken[0] ?? 0;
    if (type === TERMINATE) {
      this.#inTurn(async () => void this.push(null));
      return;
    }
    this.#batch.push(taken);
    if (!ENDS_BATCH.has(type)) return;
    const batch = Buffer.concat(this.#batch);
    this.#batch = [];
    this.#inTurn(async () => void this.push(await this.#run(batch)));
  }

  /** Requests the raw answer: `pg` parses the messages, so PGlite need not. */
  async #run(batch: Buffer): Promise<Buffer> {
    const parts: Buffer[] = [];
    const onRawData = (part: Uint8Array) => {
      // Copied, because the database reuses this memory.
      parts.push(Buffer.from(part));
    };
    await this.#db.runExclusive(() =>
      this.#db.execProtocolRawStream(batch, { syncToFs: false, onRawData }),
    );
    const [first] = parts;
    return first && parts.length === 1 ? first : Buffer.concat(parts);
  }

  #inTurn(step: () => Promise<void>): void {
    this.#turn = this.#turn.then(step).catch((error: Error) => void this.destroy(error));
  }
}

/** In milliseconds. Without it, a query outside of the open transaction would wait forever. */
const CONNECT_MS = 30_000;

/** A pool with PGlite's single connection. It ignores the PG* environment variables. */
export function poolOn(db: PGlite): pg.Pool {
  const pool = new pg.Pool({
    stream: () => new PGliteSocket(db),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
    host: 'pglite',
    port: 5432,
    user: 'postgres',
    password: 'unused',
    database: 'postgres',
    ssl: false,
  });
  // A broken connection fails its query. Without these listeners it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
