import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const service = new URL('../../src/service/', import.meta.url).pathname;

/** Time and chance that no import shows: rules are told both. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\)|\bMath\.random\b|\brandom(UUID|Bytes|Int)\b|\bgetRandomValues\b|\bperformance\.now\b/;

test.each([
  'const now = Date.now();',
  'const now = new Date();',
  'const now = new Date( );',
  'const text = Date();',
  'const chance = Math.random();',
  "import { randomUUID } from 'node:crypto';",
  'const id = crypto.randomUUID();',
  'const bytes = randomBytes(16);',
])('%s reaches for time or chance', (line) => {
  expect(line).toMatch(IMPURE);
});

test.each([
  'const at = new Date(now);',
  'const at = new Date(0);',
  'const later = addMonths(clock.now(), 1);',
  'const chance = random();',
])('%s does not', (line) => {
  expect(line).not.toMatch(IMPURE);
});

test('rules are told the time and what chance decided', async () => {
  const names = await readdir(service, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.rules.ts'));
  expect(sources.length).toBeGreaterThan(0);
  const impure = [];
  for (const name of sources) {
    const lines = (await readFile(`${service}${name}`, 'utf8')).split('\n');
    impure.push(
      ...lines.filter((line) => IMPURE.test(line)).map((line) => `${name}: ${line.trim()}`),
    );
  }
  expect(impure).toEqual([]);
});
