import { ResponseShapeError } from '../errors/call-errors.ts';

/** The largest download, in bytes: far above any signed PDF, far below what would hurt. */
const LARGEST_DOWNLOAD = 256 * 1024 * 1024;

const HEADER_WITHIN = 1024;
const END_WITHIN = 1024;

/** The first and the last bytes of what has passed. */
class Edges {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  size = 0;

  pass(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    const missing = HEADER_WITHIN - this.#head.byteLength;
    if (missing > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, missing)]);
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-END_WITHIN)]).subarray(-END_WITHIN);
  }

  problem(): string | undefined {
    if (!this.#head.includes('%PDF-')) return 'what came is no PDF: it has no %PDF- header';
    if (!this.#tail.includes('%%EOF')) return `the PDF was cut after ${this.size} bytes`;
    return undefined;
  }
}

/**
 * Passes a PDF on and throws `ResponseShapeError` at its end when it does not begin or end as one: a body without a
 * length that is cut looks whole to HTTP.
 */
export async function* checkedPdf(
  body: AsyncIterable<Uint8Array>,
  about: {
    readonly operation: string;
    readonly documentId?: string | undefined;
    readonly status: number;
  },
): AsyncGenerator<Uint8Array> {
  const edges = new Edges();
  for await (const chunk of body) {
    edges.pass(chunk);
    if (edges.size > LARGEST_DOWNLOAD)
      throw new ResponseShapeError(`the answer is larger than ${LARGEST_DOWNLOAD} bytes`, about);
    yield chunk;
  }
  const problem = edges.problem();
  if (problem !== undefined) throw new ResponseShapeError(problem, about);
}
