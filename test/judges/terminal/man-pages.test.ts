import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAN = fileURLToPath(new URL('../../../dist/man/', import.meta.url));
const pages = readdirSync(MAN);

test('every command and guide has a man page', () => {
  expect(pages).toContain('esign-docs-list.1');
  expect(pages).toContain('esign-exit-codes.7');
  expect(pages.length).toBeGreaterThan(50);
});

test('mandoc finds nothing wrong with the man pages', () => {
  const files = pages.map((page) => `${MAN}${page}`);
  const found = execFileSync('mandoc', ['-T', 'lint', '-W', 'warning', ...files]);
  expect(found.toString()).toBe('');
});

test('groff shows the same words that the help does', () => {
  const shown = execFileSync('groff', [
    '-k',
    '-man',
    '-Tutf8',
    '-P-cbou',
    `${MAN}esign-docs-list.1`,
  ]);
  const text = shown.toString().replace(/\s+/g, ' ');
  expect(text).toContain('--columns=COLUMN,…');
  expect(text).toContain('list documents, most recent first');
});
