import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cruised } from './cruised.ts';
import rules from './rules.mjs';

const root = new URL('../../', import.meta.url).pathname;

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(`${root}${folder}`, { recursive: true });
  return entries.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
}

test('every source is looked at, and imports only what it may', async () => {
  const { modules, violations } = await cruised(root);
  const sources = await Promise.all(['src', 'commands', 'bin'].map(sourcesIn));
  expect(modules.length).toBeGreaterThan(0);
  expect(sources.flat().filter((source) => !modules.includes(source))).toEqual([]);
  const reasons = violations.map(({ rule, from, to }) => {
    const comment = rules.forbidden.find(({ name }) => name === rule)?.comment;
    return `${from} imports ${to}: ${rule}. ${comment}`;
  });
  expect(reasons).toEqual([]);
});
