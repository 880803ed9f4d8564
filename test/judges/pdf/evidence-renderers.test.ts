import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyPdf } from '../../../src/pdf/verification/verify.ts';
import { aPdfFolder } from '../../support/pdf/pdf-files.ts';

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

/** What a program draws. A file that it had to repair looks as its repair makes it: that is not compared. */
function drawn(command: string, ...args: string[]): Buffer {
  const { stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 28 });
  return stderr.includes('repair') ? Buffer.alloc(0) : stdout;
}

/** mutool draws a flag in empty signature fields, which are at the foot of these pages. */
const aboveFields = (picture: Buffer): Buffer =>
  picture.subarray(0, Math.floor(picture.length * 0.7));

const RENDERERS: readonly (readonly [string, (path: string) => Buffer])[] = [
  ['poppler', (path) => drawn('pdftoppm', '-r', '40', path)],
  [
    'mutool',
    (path) => aboveFields(drawn('mutool', 'draw', '-q', '-r', '40', '-F', 'pnm', '-o', '-', path)),
  ],
];

/** The renderers in which a file does not look as it did when it was first signed. */
function differingIn(file: Buffer): string[] {
  const [before, after] = ['before.pdf', 'after.pdf'].map((name) => join(aPdfFolder(), name));
  writeFileSync(before ?? '', file.subarray(0, firstEnd(file)));
  writeFileSync(after ?? '', file);
  return RENDERERS.flatMap(([name, draw]) =>
    draw(before ?? '').equals(draw(after ?? '')) ? [] : [name],
  );
}

test('no file that is verified looks different in other programs than when it was first signed', async () => {
  const different: string[] = [];
  for (const name of names) {
    const file = read(name);
    const differing = differingIn(file);
    if (differing.length > 0) different.push(name);
    const { verified } = await verifyPdf(file, { roots });
    expect(verified && differing.length > 0, `${name} in ${differing.join(', ')}`).toBe(false);
  }
  expect(different.length).toBeGreaterThan(3);
}, 120_000);
