import { Worker } from 'node:worker_threads';
import type { GatewayAnswer, NotJudged } from '../../ports/signing-gateway.ts';
import { AnswerNotJudged, GatewayAnswerRefused } from '../../ports/signing-gateway.ts';

export interface JudgeJob {
  readonly xml: string;
  /** DER; each is trusted only while it is valid. */
  readonly pinned: readonly Uint8Array[];
  readonly now: Date;
}

/** `ready` when the thread has started; otherwise the result of its job. */
export type JudgeReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly answer: GatewayAnswer }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string };

export interface JudgeOptions {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  /** Timeout for one answer, in milliseconds; default 3000. A genuine one takes about 5. */
  readonly ms?: number;
  /** Limit of waiting answers; default 64. */
  readonly queue?: number;
}

/** Longest wait for a turn, in ms. With the judging, it's below a request's timeout. */
const WAIT_MS = 5000;
/** For the thread to start. */
const START_MS = 10_000;
const RESOURCES = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<unknown>;
}

/**
 * Judges authorities' answers in a worker thread: anyone can send them, and parsing time has no
 * limit. One that takes too long costs the thread, never the process.
 */
export class AnswerJudge {
  readonly #options: Required<JudgeOptions>;
  #thread: Thread | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: JudgeOptions) {
    this.#options = { ms: 3000, queue: 64, ...options };
  }

  /** @throws {GatewayAnswerRefused} {AnswerNotJudged} */
  async judge(job: JudgeJob): Promise<GatewayAnswer> {
    if (this.#waiting >= this.#options.queue) throw new AnswerNotJudged('busy');
    const since = performance.now();
    const turn = this.#last.then(async () => {
      this.#waiting -= 1;
      if (performance.now() - since > WAIT_MS) throw new AnswerNotJudged('busy');
      return await this.#ask(job);
    });
    this.#waiting += 1;
    this.#last = turn.catch(() => undefined);
    const reply = await turn;
    if (reply.kind === 'refused') throw new GatewayAnswerRefused(reply.reason, reply.message);
    if (reply.kind === 'read') return withBuffers(reply.answer);
    throw new AnswerNotJudged('died');
  }

  async #ask(job: JudgeJob): Promise<JudgeReply> {
    this.#thread ??= this.#start();
    const { worker, ready } = this.#thread;
    worker.ref();
    let step: NotJudged = 'busy';
    try {
      await ready;
      step = 'died';
      const reply = nextMessage(worker, this.#options.ms);
      worker.postMessage(job);
      return await reply;
    } catch (cause) {
      this.#forget(worker);
      throw new AnswerNotJudged(step, { cause });
    } finally {
      // An idle thread keeps no process alive.
      worker.unref();
    }
  }

  #start(): Thread {
    const { script } = this.#options;
    const worker = new Worker(script, { resourceLimits: RESOURCES, execArgv: [], env: {} });
    worker.once('exit', () => this.#forget(worker));
    // Its job gets the error; an idle thread's doesn't matter.
    worker.on('error', () => undefined);
    return { worker, ready: nextMessage(worker, START_MS) };
  }

  #forget(worker: Worker): void {
    if (this.#thread?.worker === worker) this.#thread = undefined;
  }
}

/** Ends the thread if its message takes too long. @throws {Error} when the thread ends */
function nextMessage(worker: Worker, ms: number): Promise<JudgeReply> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => {
      onEnd(new Error(`The thread has taken more than ${ms} ms.`));
      void worker.terminate();
    };
    let late: NodeJS.Immediate | undefined;
    // Accepts a message that arrived in time while this process was too busy to read it.
    const timer = setTimeout(() => {
      late = setImmediate(onTimeout);
    }, ms);
    const settle = () => {
      clearTimeout(timer);
      clearImmediate(late);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onExit);
    };
    const onMessage = (reply: JudgeReply) => {
      settle();
      resolve(reply);
    };
    const onEnd = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = () => onEnd(new Error('The thread has ended.'));
    worker.on('message', onMessage).on('error', onEnd).on('exit', onExit);
  });
}

/** Buffers arrive from the thread as plain byte arrays. */
function withBuffers(answer: GatewayAnswer): GatewayAnswer {
  if (answer.outcome === 'failed') return answer;
  const { cms, certificate } = answer;
  return { ...answer, cms: Buffer.from(cms), certificate: Buffer.from(certificate) };
}
