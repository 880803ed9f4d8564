import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { guide } from '../../src/cli/help/guides.ts';
import { WEBHOOK_DELAYS_MS } from '../../src/service/core/outbox/retry-schedule.rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOUR_MS = 3_600_000;

const hours = Math.round(WEBHOOK_DELAYS_MS.reduce((sum, ms) => sum + ms, 0) / HOUR_MS);
const ATTEMPTS = WEBHOOK_DELAYS_MS.length + 1;
/** The end of the schedule, and the bound that it keeps whatever a receiver asks for (`retry-schedule.test.ts`). */
const HORIZONS = [`${hours} hours`, '7 days', 'seven days'];

const shownDelay = (ms: number): string => {
  if (ms >= HOUR_MS) return `${ms / HOUR_MS} h`;
  return ms >= 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`;
};

/** Pages, help, messages, comments, and the API's description; decisions are records. */
const PAGES = [
  ':!docs/decisions',
  '*.md',
  'src',
  'commands',
  'python/src',
  'python/examples',
  'openapi.json',
];

async function textOf(path: string): Promise<string> {
  const text = await readFile(join(ROOT, path), 'utf8');
  return text.replace(/\s*\n\s*(?:\*|\/\/|#|'|"|-)?\s*/g, ' ');
}

const DURATION =
  /\b(?:\d+|an?|one|two|three|four|five|six|seven|ten)[ -](?:hours?|days?|weeks?)\b/gi;

/** The hours, days and weeks named in sentences about retries, with the file that names them. */
async function namedHorizons(): Promise<{ path: string; horizon: string }[]> {
  const tracked = ['ls-files', '--cached', '--others', '--exclude-standard', ...PAGES];
  const paths = execFileSync('git', tracked, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const found = paths.map(async (path) => {
    const sentences = (await textOf(path)).split(/(?<=[.;|])\s/);
    const about = sentences.filter((one) => /\bretr(?:y|ies|ied)\b/i.test(one));
    return about.flatMap((one) =>
      (one.match(DURATION) ?? []).map((horizon) => ({ path, horizon })),
    );
  });
  return (await Promise.all(found)).flat();
}

test('the page on webhooks has the schedule of the service', async () => {
  const page = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
  const delays = WEBHOOK_DELAYS_MS.map(shownDelay);
  const listed = `${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}`;
  expect(page).toContain(
    `| ${ATTEMPTS}, in about ${hours} hours: the retries come ${listed} after the attempt before `,
  );
});

test('the help on webhooks has the attempts of the service', () => {
  const text = guide('webhooks')?.replace(/\s+/g, ' ');
  expect(text).toContain(
    `A failed delivery is retried: ${ATTEMPTS} attempts in about ${hours} hours.`,
  );
});

test('wherever a text says how long the service retries, it names that schedule or its bound', async () => {
  const named = await namedHorizons();
  expect(named.filter(({ horizon }) => !HORIZONS.includes(horizon.toLowerCase()))).toEqual([]);
  expect([...new Set(named.map(({ path }) => path))]).toEqual(
    expect.arrayContaining(['src/cli/help/guides.ts', 'src/client/webhooks/receive-options.ts']),
  );
});
