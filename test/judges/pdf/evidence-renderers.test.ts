import { createHash, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { RENDERERS } from '../../support/drawing/other-renderers.ts';
import { aPdfFile } from '../../support/pdf/pdf-files.ts';

const FOLDER = new URL('../../fixtures/evidence/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER));
const roots = ['root.pem', 'sandbox-root.pem', 'tsa.pem'].map(
  (name) => new X509Certificate(read(name)),
);
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'));

/** The end of the first signed state. */
function firstEnd(file: Buffer): number {
  const ranges = [
    ...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*0\s+\d+\s+(\d+)\s+(\d+)/g),
  ];
  return Math.min(...ranges.map(([, from, length]) => Number(from) + Number(length)));
}

const drawAll = (path: string) => Promise.all(RENDERERS.map(([, draw]) => draw(path)));
const pictures = new Map<string, Promise<Buffer[]>>();

/** What every renderer draws of a state. Many files have the same first one. */
function picturesOf(state: Buffer): Promise<Buffer[]> {
  const key = createHash('sha256').update(state).digest('hex');
  const drawn = pictures.get(key) ?? drawAll(aPdfFile(state));
  pictures.set(key, drawn);
  return drawn;
}

/** The renderers in which a file does not look as it did when it was first signed. */
async function differingIn(file: Buffer): Promise<string[]> {
  const end = firstEnd(file);
  if (end === file.length) return [];
  const before = await picturesOf(file.subarray(0, end));
  const after = await picturesOf(file);
  return RENDERERS.flatMap(([name], at) =>
    after[at] && before[at]?.equals(after[at]) ? [] : [name],
  );
}

test('no file that is verified looks different in other programs than when it was first signed', async () => {
  const different = new Map(RENDERERS.map(([name]) => [name, 0]));
  for (const name of names) {
    const file = read(name);
    const differing = await differingIn(file);
    for (const one of differing) different.set(one, (different.get(one) ?? 0) + 1);
    const { verified } = await verifyPdf(file, { roots });
    expect(verified && differing.length > 0, `${name} in ${differing.join(', ')}`).toBe(false);
  }
  // Every renderer sees some of the forgeries.
  for (const [name, count] of different) expect(count, name).toBeGreaterThan(3);
}, 240_000);
