import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { run, json } = office.place;

const trustIn = (html: string) => JSON.parse(/id="trust">([^<]*)</.exec(html)?.[1] ?? '');

test('the page that verifies files is saved with the trust of the sandbox, as it serves it', async () => {
  const saved = await json<{ page: { path: string; bytes: number } }>('verify', '--page', 'v.html');
  expect(saved.page.path).toBe(office.path('v.html'));
  const own = await readFile(office.path('v.html'));
  expect(own.length).toBe(saved.page.bytes);
  const { baseUrl } = office.running.sandbox;
  const served = await (await fetch(new URL('/verify', baseUrl))).text();
  const [here, there] = [trustIn(own.toString()), trustIn(served)];
  expect(here.service).toBeNull();
  expect(there.service).toBe(baseUrl);
  expect(here.seals).toEqual(there.seals);
  for (const { sha256 } of there.roots)
    expect(here.roots.map((root: { sha256: string }) => root.sha256)).toContain(sha256);
});

test('a page is not written over a file, nor beside a verdict', async () => {
  const again = await run('verify', '--page', 'v.html');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  const both = await run('verify', 'signed.pdf', '--page', 'w.html');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('verifies nothing')]);
  const neither = await run('verify');
  expect([neither.code, neither.stderr]).toEqual([2, expect.stringContaining('no PDF was named')]);
});
