import { retryAfterMs } from '../../../contract/retry-after.ts';
import { AnswerBody } from './answer-body.ts';
import type { Connection, SentPost } from './connection.ts';
import type { Connections } from './connections.ts';
import type { AnswerHeaders, ExchangeNotes } from './exchange-notes.ts';
import { errorCode, failing } from './failure-reason.ts';
import type { Target } from './target.ts';
import type { Endable, UnderWay } from './under-way.ts';

/** One POST to be made. */
export interface Post {
  readonly target: Target;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Goes over a connection of its own. */
  readonly isOwn: boolean;
  readonly notes: ExchangeNotes;
  /** When the answer's headers have to be there, as `performance.now()` tells time. */
  readonly deadline: number;
}

/** An answer with the beginning of its body. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | null;
}

/** What POSTs share. */
export interface PostOffice {
  readonly connections: Connections;
  readonly underWay: UnderWay;
}

/** Longest that an answer's body is read, from its headers on. */
const BODY_MS = 2000;
const FINAL_FROM = 200;
const SWITCHING_PROTOCOLS = 101;
/** Answers that have no body, whatever length they tell. */
const BODILESS = [SWITCHING_PROTOCOLS, 204, 304];
const CLOSED_CODES = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
/** A reused connection that dies sooner than this was dead before. */
const STALE_WITHIN_MS = 1000;

/** The POST failed; `isStale` when the connection that it reused had been closed by the other side. */
export class PostFailed extends Error {
  override readonly name = 'PostFailed';
  readonly isStale: boolean;

  constructor(cause: unknown, isStale: boolean) {
    super('the POST failed', { cause });
    this.isStale = isStale;
  }
}

interface Promised {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: PostFailed) => void;
}

/**
 * A POST while it goes on, as undici tells of it. An answer's body that is longer than 16 KiB or slower than 2 s is cut and
 * its connection ended, so that no receiver holds the sender.
 */
class PostUnderWay implements SentPost, Endable {
  place = 0;
  readonly post: Post;
  readonly #office: PostOffice;
  readonly #promised: Promised;
  readonly #connection: Connection;
  readonly #startedAt = performance.now();
  readonly #body = new AnswerBody();
  #answer: { readonly status: number; readonly headers: AnswerHeaders } | undefined;
  #timer: NodeJS.Timeout;
  #isComplete = false;
  #isOver = false;

  constructor(post: Post, office: PostOffice, promised: Promised) {
    this.post = post;
    this.#office = office;
    this.#promised = promised;
    this.#connection = office.connections.take(post.target, post.isOwn);
    const leftMs = Math.max(1, post.deadline - this.#startedAt);
    this.#timer = setTimeout(() => this.end('timeout_ack'), leftMs);
    office.underWay.add(this);
  }

  start(): void {
    this.#connection.send(this);
  }

  /** Ends it for a reason; what has come of an answer stays. */
  end(reason: string): void {
    if (this.#answer) this.#answered();
    else this.#failed(failing(reason));
  }

  onRequestStart(): void {
    this.#connection.goesOut();
  }

  onResponseStart(_: unknown, status: number, headers: AnswerHeaders): void {
    if (status < FINAL_FROM || this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#answered(), BODY_MS);
    this.#begins(this.#connection.heads.isSwitch ? SWITCHING_PROTOCOLS : status, headers);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#body.add(chunk);
    if (this.#body.isFull) this.#answered();
  }

  onResponseEnd(): void {
    this.#isComplete = true;
    this.#answered();
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) return;
    if (this.#answer) this.#answered();
    else if (this.#connection.heads.isSwitch) this.#begins(SWITCHING_PROTOCOLS, {});
    else this.#failed(error);
  }

  #begins(status: number, headers: AnswerHeaders): void {
    this.post.notes.note('firstByteMs');
    this.#answer = { status, headers };
    if (status === SWITCHING_PROTOCOLS) this.#answered();
  }

  #answered(): void {
    if (this.#isOver || !this.#answer) return;
    this.#finish();
    const { status, headers } = this.#answer;
    this.post.notes.answered(headers, !this.#isComplete && !BODILESS.includes(status));
    if (this.#isComplete) this.#office.connections.release(this.#connection);
    else this.#connection.destroy();
    const [retryAfter] = [headers['retry-after']].flat();
    const waitMs = retryAfterMs({ 'retry-after': retryAfter }, Date.now()) ?? null;
    this.#promised.resolve({ status, body: this.#body.read(), retryAfterMs: waitMs });
  }

  #failed(error: Error): void {
    if (this.#isOver) return;
    this.#finish();
    const isStale = this.#isStale(error);
    this.#connection.destroy();
    this.#promised.reject(new PostFailed(error, isStale));
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#office.underWay.remove(this);
  }

  #isStale(error: Error): boolean {
    const { isFresh, heads } = this.#connection;
    const isQuick = performance.now() - this.#startedAt < STALE_WITHIN_MS;
    return !isFresh && !heads.hasBegun && isQuick && CLOSED_CODES.includes(errorCode(error));
  }
}

/**
 * Makes one POST and reads the beginning of its answer. Redirects are answers; nothing is followed.
 * @throws {PostFailed} when no answer came; its cause is Node's error or undici's, or one with the code
 *   `blocked_address`, `insecure_url`, `interrupted`, `timeout_connect` or `timeout_ack`
 */
export function postOnce(post: Post, office: PostOffice): Promise<Answer> {
  return new Promise((resolve, reject) => {
    new PostUnderWay(post, office, { resolve, reject }).start();
  });
}
