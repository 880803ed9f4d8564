import { Progress, refuseAborted } from './progress.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';
import { joinHeaders, TransportFailure } from './transport.ts';

/** A function like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `fetch` sets these itself. */
const OWN_HEADERS = new Set(['content-length', 'host', 'connection']);

/** Larger bodies are not sent in one piece, and `fetch` does not tell when they are sent. */
const SMALL_BYTES = 64 * 1024;

/** Uses a reader, because not every runtime can iterate over a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return;
    yield next.value;
  }
}

/** Node's `fetch` throws an error whose cause is the real reason. */
const reasonOf = (thrown: unknown): unknown =>
  thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;

/**
 * Sends requests with a function like `fetch`. It cannot tell whether a request was sent, so every
 * failure counts as after sending. Connection and headers share the limit `headersMs`, which does
 * not apply to a body over 64 KiB.
 */
export class FetchTransport implements Transport {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    refuseAborted(request);
    const controller = new AbortController();
    const progress = new Progress(request, (failure) => controller.abort(failure));
    progress.connected();
    if ((request.body?.byteLength ?? 0) <= SMALL_BYTES) progress.requestSent();
    try {
      const response = await this.#start(request, controller.signal);
      progress.responded();
      return answerOf(response, progress, () => controller.abort());
    } catch (thrown) {
      progress.closed();
      throw progress.failure(reasonOf(thrown), 'fetch');
    }
  }

  async #start(request: TransportRequest, signal: AbortSignal): Promise<Response> {
    const { method, url, body } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
    const content = body === undefined ? {} : { body: new Uint8Array(body) };
    const fetch = this.#fetch;
    const response = await fetch(url.href, {
      method,
      headers: Object.fromEntries(headers),
      signal,
      redirect: 'manual',
      ...content,
    });
    if (response.type !== 'opaqueredirect') return response;
    const hidden = { phase: 'fetch', opened: true } as const;
    throw new TransportFailure('fetch hides where the response redirects to', hidden);
  }
}

function answerOf(response: Response, progress: Progress, abort: () => void): TransportAnswer {
  const close = () => {
    progress.closed();
    abort();
  };
  return {
    status: response.status,
    headers: joinHeaders([...response.headers].flat()),
    body: progress.read(chunksOf(response), close),
    discard: close,
  };
}
