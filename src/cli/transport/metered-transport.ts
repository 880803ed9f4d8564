import type { Transport, TransportAnswer, TransportRequest } from '../../client/index.ts';
import type { OpenBar } from '../terminal/progress-line.ts';

/** Smaller transfers end before a bar is useful. */
const LARGE_BYTES = 1024 * 1024;

export class MeteredTransport implements Transport {
  readonly #inner: Transport;
  readonly #openBar: OpenBar;

  constructor(inner: Transport, open: OpenBar) {
    this.#inner = inner;
    this.#openBar = open;
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    return this.#received(await this.#sent(request));
  }

  close(): void {
    this.#inner.close?.();
  }

  async #sent(request: TransportRequest): Promise<TransportAnswer> {
    const total = request.body?.byteLength ?? 0;
    if (total <= LARGE_BYTES) return this.#inner.send(request);
    const bar = await this.#openBar('uploading', total);
    try {
      return await this.#inner.send({ ...request, onSent: (bytes) => bar.show(bytes) });
    } finally {
      bar.close();
    }
  }

  #received(answer: TransportAnswer): TransportAnswer {
    const total = Number(answer.headers['content-length'] ?? 0);
    if (!(total > LARGE_BYTES)) return answer;
    return { ...answer, body: this.#counted(answer.body, total) };
  }

  async *#counted(body: AsyncIterable<Uint8Array>, total: number): AsyncGenerator<Uint8Array> {
    const bar = await this.#openBar('downloading', total);
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += chunk.byteLength;
        bar.show(bytes);
        yield chunk;
      }
    } finally {
      bar.close();
    }
  }
}
