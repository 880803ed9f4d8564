import { createCipheriv } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { readPngParts } from '../../../../src/service/core/branding/logo.rules.ts';
import { reencodePng } from '../../../../src/service/core/branding/reencode-png.ts';
import { aLogo } from '../../../support/pdf/a-logo.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly isInterlaced?: boolean;
  /** Of a colour; 8 by default. */
  readonly bits?: number;
}

/** RGBA. */
function header({ width, height, isInterlaced = false, bits = 8 }: Header): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bits, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return chunk('IHDR', data);
}

const END = chunk('IEND', Buffer.alloc(0));
const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks, END]);
const pixels = (bytes: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(bytes)));
/** A file of our own with a chunk after its header. */
const withChunk = (added: Buffer): Buffer => {
  const file = aLogo();
  return Buffer.concat([file.subarray(0, 33), added, file.subarray(33)]);
};

test('the same pixels are encoded anew, and nothing else of the file is left', async () => {
  const secret = 'made at 12.97,77.59 by Asha Rao';
  const file = withChunk(chunk('tEXt', Buffer.from(`Comment\0${secret}`)));
  const clean = await reencodePng(file);
  if (typeof clean === 'string') throw new Error(clean);
  expect(PNG.sync.read(clean).data).toEqual(PNG.sync.read(aLogo()).data);
  expect(clean.includes(secret)).toBe(false);
  const types = new Set(clean.toString('latin1').match(/IHDR|tEXt|gAMA|IDAT|IEND/g));
  expect([...types]).toEqual(['IHDR', 'IDAT', 'IEND']);
});

const small = { width: 10, height: 10 };
const INTERLACED = { ...small, isInterlaced: true };

test.each([
  ['nothing', Buffer.alloc(0), 'missing'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'not-png'],
  ['a page of HTML', Buffer.from('<!doctype html>'), 'not-png'],
  ['a file of 200,001 bytes', Buffer.concat([aLogo(), Buffer.alloc(200_001)]), 'too-many-bytes'],
  ['a signature alone', SIGNATURE, 'broken'],
  ['a file that ends within its pixels', aLogo().subarray(0, -40), 'broken'],
  ['a changed byte', Buffer.from(aLogo()).fill(7, 60, 61), 'broken'],
  ['a page of HTML behind an image', Buffer.concat([aLogo(), Buffer.from('<html>')]), 'broken'],
  ['no pixels', png(header(small)), 'broken'],
  ['no width', png(header({ width: 0, height: 10 }), pixels(10)), 'broken'],
  ['fewer pixels than declared', png(header(small), pixels(20)), 'broken'],
  ['a last byte too few', png(header(small), pixels(409)), 'broken'],
  ['two headers', png(header(small), header({ width: 9000, height: 9000 }), pixels(410)), 'broken'],
  ['an animation', withChunk(chunk('acTL', Buffer.alloc(8))), 'animated'],
  [
    'colours of 16 bits in as many pixels as may be',
    png(header({ width: 1000, height: 1000, bits: 16 }), pixels(8_001_000)),
    'too-deep',
  ],
  ['1001 pixels of width', aLogo({ width: 1001, height: 10 }), 'too-many-pixels'],
  [
    'a declared size of 4 GB',
    png(header({ width: 60_000, height: 60_000 }), pixels(9)),
    'too-many-pixels',
  ],
  ['a bomb', png(header(small), pixels(150_000_000)), 'broken'],
  ['an interlaced bomb', png(header(INTERLACED), pixels(150_000_000)), 'broken'],
  ['an interlaced image without its last passes', png(header(INTERLACED), pixels(60)), 'broken'],
])('%s is refused', async (_what, file, problem) => {
  expect(await reencodePng(file)).toBe(problem);
});

test('a grey image whose pixels take too many bytes in colour is refused', async () => {
  const side = 430;
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(side * side),
  );
  const data = Buffer.from([...noise].flatMap((grey) => [grey, grey, grey, 255]));
  const image = Object.assign(new PNG({ width: side, height: side }), { data });
  const file = PNG.sync.write(image, { colorType: 0 });
  expect(file.length).toBeLessThan(200_000);
  expect(await reencodePng(file)).toBe('too-complex');
});

test('nothing of memory stands in for pixels that a file does not have', async () => {
  // Zeros are a valid filter and valid pixels: what the decoder might take for pixels looks like them.
  const files = Array.from({ length: 200 }, (_, missing) =>
    png(header(small), pixels(410 - missing)),
  );
  const taken = await Promise.all(files.map(reencodePng));
  expect(taken.map((clean) => typeof clean === 'object')).toEqual(
    files.map((_, missing) => missing === 0),
  );
});

test('bombs cost little memory', async () => {
  const bombs = [small, INTERLACED].map((size) => png(header(size), pixels(190_000_000)));
  const before = process.resourceUsage().maxRSS;
  for (const bomb of bombs) await reencodePng(bomb);
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(20_000);
});

test('an interlaced image is taken', async () => {
  // Rows and columns of the seven passes of 10 x 10 pixels; each row has a byte for its filter.
  const rows = [2, 2, 1, 3, 2, 5, 5];
  const widths = [2, 1, 3, 2, 5, 5, 10];
  const bytes = rows.reduce((sum, row, pass) => sum + row * (1 + 4 * (widths[pass] ?? 0)), 0);
  const clean = await reencodePng(png(header(INTERLACED), pixels(bytes)));
  expect(typeof clean === 'string' ? clean : readPngParts(clean)).toMatchObject(small);
});
