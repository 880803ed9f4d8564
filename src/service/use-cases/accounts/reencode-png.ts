import { inflateSync } from 'node:zlib';
import type { LogoProblem } from '../../domain/branding/logo.ts';
import { LOGO_LIMITS } from '../../domain/branding/logo.ts';
import type { PngParts } from '../../domain/branding/png-parts.ts';
import { isPng, readPngParts } from '../../domain/branding/png-parts.ts';

/** Bytes of a pixel at most: four channels of 16 bits. */
const PIXEL_BYTES = 8;

/** Compressed as small as can be: it is done once, and sent often. */
const PACKING = { deflateLevel: 9, deflateStrategy: 0 };

/** Why a file is refused before its pixels are decoded. */
function problemOf(file: Buffer, parts: PngParts | undefined): LogoProblem | undefined {
  if (file.length === 0) return 'missing';
  if (file.length > LOGO_LIMITS.bytes) return 'too-many-bytes';
  if (!parts) return isPng(file) ? 'broken' : 'not-png';
  if (Math.max(parts.width, parts.height) > LOGO_LIMITS.pixels) return 'too-many-pixels';
  return parts.isAnimated ? 'animated' : undefined;
}

/** A file of 200 kB may hold a thousand times as much, and the decoder would keep all of it of an interlaced image. */
const hasBoundedPixels = ({ data, width, height }: PngParts): boolean =>
  inflateSync(data, { maxOutputLength: (width * PIXEL_BYTES + 1) * height * 2 }).length > 0;

/** Decodes a PNG and encodes its pixels anew, so that nothing else of the file is left; or says why not. */
export async function reencodePng(file: Buffer): Promise<Buffer | LogoProblem> {
  const parts = readPngParts(file);
  const problem = problemOf(file, parts);
  if (problem || !parts) return problem ?? 'broken';
  const { PNG } = await import('pngjs');
  try {
    if (!hasBoundedPixels(parts)) return 'broken';
    const { width, height, data } = PNG.sync.read(file);
    const image = Object.assign(new PNG({ width, height }), { data });
    const png = PNG.sync.write(image, PACKING);
    return png.length > LOGO_LIMITS.bytes ? 'too-complex' : png;
  } catch {
    return 'broken';
  }
}
