import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { Client } from 'undici';
import { AnswerHeads } from './answer-heads.ts';
import type { Dialer } from './dial.ts';
import type { ExchangeNotes } from './exchange-notes.ts';
import type { Target } from './target.ts';

/** Below the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4000;

/** What a connection is handed, and whom it tells of what becomes of it. */
export interface SentPost extends Dispatcher.DispatchHandler {
  readonly post: {
    readonly target: Target;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly notes: ExchangeNotes;
  };
}

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly target: Target;
  readonly dialer: Dialer;
  /** Closed behind its first answer. */
  readonly isOwn: boolean;
  /** Told whenever a socket is closed. */
  readonly onClosed: (connection: Connection) => void;
}

/** A connection to one origin, for one POST after the other. One that was closed meanwhile is opened again. */
export class Connection {
  readonly origin: string;
  readonly isOwn: boolean;
  readonly heads = new AnswerHeads();
  /** True when the POST of this moment had its connection opened for it. */
  isFresh = false;
  readonly #client: Client;
  readonly #options: ConnectionOptions;
  #socket: Socket | undefined;
  #notes: ExchangeNotes | undefined;

  constructor(options: ConnectionOptions) {
    const { origin } = options.target;
    this.origin = origin;
    this.isOwn = options.isOwn;
    this.#options = options;
    this.#client = new Client(origin, {
      connect: (_, done) => this.#connect(done),
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
  }

  /** Sends a POST; nothing else may be under way. */
  send(sent: SentPost): void {
    this.isFresh = false;
    this.heads.expect();
    this.#notes = sent.post.notes;
    const { target, headers, body } = sent.post;
    const reset = this.isOwn;
    this.#client.dispatch({ path: target.path, method: 'POST', headers, body, reset }, sent);
  }

  /** The POST goes out now. */
  goesOut(): void {
    this.heads.expect();
    if (!this.isFresh && this.#socket) this.#notes?.reuses(this.#socket);
  }

  /** Ends the connection, and what is under way. */
  destroy(): void {
    this.#socket?.destroy();
    this.#client.destroy(() => undefined);
  }

  #connect(done: (...outcome: [null, Socket] | [Error, null]) => void): void {
    this.isFresh = true;
    const { dialer, target, onClosed } = this.#options;
    const socket = dialer.dial(target, (error) => {
      if (error) done(error, null);
      else done(null, this.#followed(socket));
    });
    this.#socket = socket;
    this.#notes?.watch(socket);
    socket.once('close', () => onClosed(this));
  }

  /** undici takes an answer's bytes by `read`. */
  #followed(socket: Socket): Socket {
    const read = socket.read.bind(socket);
    return Object.assign(socket, {
      read: (size?: number): unknown => {
        const bytes: unknown = read(size);
        if (bytes instanceof Buffer) this.heads.pass(bytes);
        return bytes;
      },
    });
  }
}
