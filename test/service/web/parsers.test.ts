import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ANSWER_BOUNDS } from '../../support/hostile/answer-bounds.ts';
import { requestBounds } from '../../support/hostile/request-bounds.ts';

/** What reads what strangers send. */
const PARSERS = { ...(await requestBounds()), ...ANSWER_BOUNDS };

/** The rows of the table: what is read, and the bound. */
const TABLE = (await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8'))
  .split('## What reads what strangers send')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| (?!what |--)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the documented table and these tests have the same rows', () => {
  expect(TABLE?.map(([, what]) => what)).toEqual(Object.keys(PARSERS));
});

describe.each(TABLE ?? [])('%s%s', (...cells) => {
  const [, what = '', , file = '', bound = ''] = cells;
  const [limit, above, refusal] = PARSERS[what] ?? [];

  test('has the bound that its table says, in a file that is there', async () => {
    expect(Number(/[\d,]+/.exec(bound)?.[0].replaceAll(',', ''))).toBe(limit);
    for (const [, path = ''] of file.matchAll(/`([^`]+)`/g))
      await expect(
        readFile(new URL(`../../../src/${path}`, import.meta.url)),
      ).resolves.toBeDefined();
  });

  test('refuses what is just above', async () => {
    expect(await above?.()).toMatch(refusal ?? /^$/);
  });
});
