import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { PNG } from 'pngjs';
import type { LogoProblem, PngParts } from './logo.rules.ts';
import { isPng, LOGO_LIMITS, readPngParts } from './logo.rules.ts';

/**
 * Best compression: done once, sent often. Rows stay unfiltered: trying every filter on each row
 * blocks for longer than decoding, and most logos come out larger.
 */
const PACKING = { deflateLevel: 9, deflateStrategy: 0, filterType: 0 };

function problemOf(file: Buffer, parts: PngParts | undefined): LogoProblem | undefined {
  if (file.length === 0) return 'missing';
  if (file.length > LOGO_LIMITS.bytes) return 'too-many-bytes';
  if (!parts) return isPng(file) ? 'broken' : 'not-png';
  if (Math.max(parts.width, parts.height) > LOGO_LIMITS.pixels) return 'too-many-pixels';
  if (parts.pixelBytes > LOGO_LIMITS.pixelBytes) return 'too-deep';
  return parts.isAnimated ? 'animated' : undefined;
}

/** The decoder would fill missing pixels with stray memory, and hold a huge interlaced image. */
const hasItsPixels = async ({ data, pixelBytes }: PngParts): Promise<boolean> =>
  (await promisify(inflate)(data, { maxOutputLength: 4 * pixelBytes })).length >= pixelBytes;

/** Re-encodes the pixels, dropping everything else; returns the problem if refused. */
export async function reencodePng(file: Buffer): Promise<Buffer | LogoProblem> {
  const parts = readPngParts(file);
  const problem = problemOf(file, parts);
  if (problem || !parts) return problem ?? 'broken';
  const { PNG } = await import('pngjs');
  try {
    if (!(await hasItsPixels(parts))) return 'broken';
    const { width, height, data } = PNG.sync.read(file);
    // Both steps are slow for large pictures: let other work run in between.
    await setImmediate();
    const png = await packed(Object.assign(new PNG({ ...PACKING, width, height }), { data }));
    return png.length > LOGO_LIMITS.bytes ? 'too-complex' : png;
  } catch {
    return 'broken';
  }
}

/** Compresses off the event loop, which a large image would block. */
function packed(image: PNG): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    image.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    image.once('end', () => resolve(Buffer.concat(chunks)));
    image.pack();
  });
}
