import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SHOTS } from '../../scripts/pictures/tour.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The words of a picture, without its styles and places. */
const wordsOf = (svg: string) =>
  svg
    .replace(/<[^>]+>/g, '')
    .replace(/[0-9a-f]{8}|\d+/g, '0')
    .split(/\s+/);

test('the pictures are drawn anew, with the words that they have', async () => {
  const out = await mkdtemp(join(tmpdir(), 'esign-pictures-test-'));
  onTestFinished(() => removeFolder(out));
  const tsx = join(ROOT, 'node_modules/.bin/tsx');
  await promisify(execFile)(tsx, ['scripts/pictures.ts', '--out', out], { cwd: ROOT });
  expect((await readdir(out)).sort()).toEqual(SHOTS.map(({ name }) => `${name}.svg`).sort());
  for (const { name } of SHOTS) {
    const [fresh, kept] = await Promise.all(
      [join(out, `${name}.svg`), join(ROOT, `docs/pictures/${name}.svg`)].map((path) =>
        readFile(path, 'utf8'),
      ),
    );
    // Most words, since folders, fingerprints and the breaks of lines differ
    const known = new Set(wordsOf(kept ?? ''));
    const words = wordsOf(fresh ?? '');
    expect(words.filter((word) => known.has(word)).length / words.length, name).toBeGreaterThan(
      0.8,
    );
  }
});
