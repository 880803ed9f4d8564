import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLIENT_VERSION } from '../../src/client/index.ts';

const read = (path: string) =>
  readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { version } = JSON.parse(await read('package.json')) as { version: string };

/** The versions that a text names where a pattern finds them. */
async function versionsIn(path: string, pattern: RegExp): Promise<string[]> {
  return [...(await read(path)).matchAll(pattern)].map(([, found = '']) => found);
}

test('command, SDKs and guides have one version', async () => {
  const lock = JSON.parse(await read('package-lock.json'));
  expect([CLIENT_VERSION, lock.version, lock.packages[''].version]).toEqual(Array(3).fill(version));
  for (const [path, pattern] of [
    ['python/src/esign/_version.py', /^__version__ = "(.*)"$/gm],
    ['docs/guides/sdk.md', /esign-sdk-(\d[\w.-]*)\.tgz/g],
    ['python/README.md', /esign_sdk-(\d[\w.]*)-py3-none-any\.whl/g],
  ] as const)
    expect(await versionsIn(path, pattern), path).toEqual([version]);
});

const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

test('the changelog has the form of Keep a Changelog, and tells of this version', async () => {
  const text = await read('docs/changelog.md');
  const entries = [...text.matchAll(/^## (.*)$/gm)].map(([, entry = '']) => entry);
  expect(entries[0]).toBe('[Unreleased]');
  for (const entry of entries.slice(1))
    expect(entry).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  for (const [, section] of text.matchAll(/^### (.*)$/gm)) expect(SECTIONS).toContain(section);
  const isReleased = entries.some((entry) => entry.startsWith(`[${version}]`));
  expect(isReleased || text.includes(`What will be ${version}`)).toBe(true);
});
