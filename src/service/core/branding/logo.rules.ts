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
