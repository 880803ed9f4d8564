/** Most of an answer's body that is kept. */
const KEPT_BYTES = 16 * 1024;

/** The beginning of an answer's body, so that no receiver grows the sender's memory. */
export class AnswerBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** True once more has come than is kept. */
  get isFull(): boolean {
    return this.#bytes > KEPT_BYTES;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** As text; databases take no NUL in one. */
  read(): string {
    if (this.#bytes === 0) return '';
    const kept = Buffer.concat(this.#chunks).subarray(0, KEPT_BYTES);
    return kept.toString('utf8').replaceAll('\0', '\ufffd');
  }
}
