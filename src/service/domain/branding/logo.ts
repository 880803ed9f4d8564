/** Limits of an uploaded logo, and of the served one. */
export const LOGO_LIMITS = {
  bytes: 200_000,
  /** Wide, and high. */
  pixels: 1000,
  /** Decoded: eight bits a channel of the largest picture, with a byte for each row. Decoding deeper colours takes long. */
  pixelBytes: 4_001_000,
} as const;

/** A logo as it is served. */
export interface Logo {
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly hash: string;
  readonly png: Buffer;
}

/** Why a file is not taken as a logo. */
export type LogoProblem =
  | 'missing'
  | 'not-png'
  | 'broken'
  | 'animated'
  | 'too-many-bytes'
  | 'too-many-pixels'
  | 'too-deep'
  | 'too-complex';

/** Where signers' browsers get a logo, by the SHA-256 of its file. */
export const logoPath = (hash: string): string => `/logos/${hash}.png`;

/** The largest size in which mails show a logo, in pixels: some mail programs know no other measure. */
const SHOWN = { width: 200, height: 48 } as const;

/** The size in which mails show a logo. */
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
