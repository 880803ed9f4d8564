export const LOGO_LIMITS = {
  bytes: 200_000,
  /** Of width and height. */
  pixels: 1000,
  /** Decoded size: 8 bits per channel, plus a byte per row. Deeper colours take long to decode. */
  pixelBytes: 4_001_000,
} as const;

export interface Logo {
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly hash: string;
  readonly png: Buffer;
}

export type LogoProblem =
  | 'missing'
  | 'not-png'
  | 'broken'
  | 'animated'
  | 'too-many-bytes'
  | 'too-many-pixels'
  | 'too-deep'
  | 'too-complex';

export const logoPath = (hash: string): string => `/logos/${hash}.png`;

/** Largest size in mails, in pixels: some mail programs know no other unit. */
const SHOWN = { width: 200, height: 48 } as const;

export function shownSize({ width, height }: Size): Size {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHUNK_FRAME = 12;
const NAME_LENGTH = 4;

/** Properties of a PNG file before its pixels are decoded. */
export interface PngParts extends Size {
  readonly isAnimated: boolean;
  readonly data: Buffer;
  /** Least bytes of the decompressed pixels. Interlaced images have up to four times as many. */
  readonly pixelBytes: number;
}

/** Samples of a pixel by colour type (PNG, section 11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Ends early where the file does. */
function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME <= file.length) {
    const start = at + 4 + NAME_LENGTH;
    const end = start + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, start), data: file.subarray(start, end) };
    at = end + 4;
  }
}

export const isPng = (file: Buffer): boolean =>
  file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** Reads a PNG without decoding its pixels; undefined if it is malformed. */
export function readPngParts(file: Buffer): PngParts | undefined {
  if (!isPng(file)) return undefined;
  const [header, ...rest] = chunksOf(file);
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  // A second header would tell the decoder another size.
  const isOne = rest.every(({ type }) => type !== 'IHDR');
  const [depth = 0, colourType = 0] = header.data.subarray(8);
  const samples = SAMPLES[colourType] ?? 0;
  if (width * height * samples === 0 || !isOne) return undefined;
  const data = rest.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  const isAnimated = rest.some(({ type }) => type === 'acTL');
  // A row has a byte for its filter.
  const pixelBytes = height * (1 + Math.ceil((width * samples * depth) / 8));
  return { width, height, isAnimated, data: Buffer.concat(data), pixelBytes };
}
