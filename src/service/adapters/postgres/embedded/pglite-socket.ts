import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** Protocol messages (PostgreSQL, section 55.7), by their first byte, after which the server has to answer. */
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

/** One message: its type, the length of what follows, and that. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** What a server answers to a start-up message: come in, these are the settings, ready. */
function welcome(): Buffer {
  const parameters = Object.entries(PARAMETERS).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  );
  const authenticationOk = message('R', Buffer.alloc(4));
  return Buffer.concat([authenticationOk, ...parameters, message('Z', Buffer.from('I'))]);
}

const simpleQuery = (text: string) => message('Q', Buffer.from(`${text}\0`));

/**
 * Stands in the place of the TCP socket of a `pg` client: what the client writes is run by PGlite in this process.
 * A batch of messages, up to one that the server answers to, is one call.
 */
export class PGliteSocket extends Duplex {
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

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#takeMessage());
    done();
  }

  /** False when no whole message has arrived. */
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

  /** A connection finds no trace of the one before: PGlite has one session for all. */
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

  /** Asks for the answer as it comes: PGlite would otherwise read each of its messages, which `pg` does again. */
  async #run(batch: Buffer): Promise<Buffer> {
    const parts: Buffer[] = [];
    const onRawData = (part: Uint8Array) => {
      // A copy, for the part lies in memory that the database writes to again
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
