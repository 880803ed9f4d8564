import { deflate, Inflate } from 'pako';

/** The part of node:zlib that the verifier uses, over pako, a port of the same zlib. */
export const constants = { Z_SYNC_FLUSH: 2, Z_NO_COMPRESSION: 0 } as const;

interface InflateLimits {
  readonly maxOutputLength?: number;
  readonly finishFlush?: number;
}

/** As Node has them: a zlib header, never gzip's, and output in pieces of this size. */
const LIKE_NODE = { windowBits: 15, chunkSize: 16_384 };
const NEEDS_DICTIONARY = 2;
const ENDS_EARLY = -5;

function inflate(data: Uint8Array, isRaw: boolean, limits: InflateLimits = {}): Buffer {
  const { maxOutputLength: most = Number.MAX_SAFE_INTEGER, finishFlush } = limits;
  const inflator = new Inflate({ raw: isRaw, ...LIKE_NODE });
  const chunks: Uint8Array[] = [];
  let length = 0;
  const assertSmall = () => {
    if (length > most) throw new RangeError(`Cannot create a Buffer larger than ${most} bytes`);
  };
  inflator.onData = (chunk) => {
    assertSmall();
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
  };
  inflator.push(data, finishFlush ?? true);
  if (inflator.err === NEEDS_DICTIONARY) throw new Error('Missing dictionary');
  if (inflator.err === ENDS_EARLY) throw new Error('unexpected end of file');
  if (inflator.err) throw new Error(inflator.msg);
  // Node reports damage before size.
  assertSmall();
  return Buffer.concat(chunks);
}

/** Throws Error for damaged data, RangeError above `maxOutputLength`. */
export function inflateSync(data: Uint8Array, limits?: InflateLimits): Buffer {
  return inflate(data, false, limits);
}

/** With `finishFlush`, a missing end is no error. */
export function inflateRawSync(data: Uint8Array, limits?: InflateLimits): Buffer {
  return inflate(data, true, limits);
}

export function deflateSync(data: Uint8Array, options: { readonly level: 0 }): Buffer {
  return Buffer.from(deflate(data, options));
}
