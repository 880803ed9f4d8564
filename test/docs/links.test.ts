import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { markdownLinks } from '../support/package/markdown-links.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { linksOf, faultOf } = markdownLinks(ROOT);

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trimEnd().split('\n');

/** The Markdown files of the repository, new ones included. */
const PAGES = git('ls-files', '--cached', '--others', '--exclude-standard', '*.md').filter((path) =>
  existsSync(join(ROOT, path)),
);

/** The decision records, by their numbers. */
const RECORDS = new Map(
  PAGES.flatMap((path) => {
    const [, digits] = /^docs\/decisions\/(\d{4})-/.exec(path) ?? [];
    return digits ? [[Number(digits), path] as const] : [];
  }),
);
const MOST_WORDS = 120;

test('every relative link of every page leads to a file and, if it names one, a heading', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => [page, link] as const));
  expect(links.length).toBeGreaterThan(20);
  expect(links.flatMap(([page, link]) => faultOf(page, link) ?? [])).toEqual([]);
});

test('every file that the architecture names is there', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const files = [...page.matchAll(/`([\w/-]+\/[\w.-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every guide can be reached from the README', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  const guides = PAGES.filter((page) => page.startsWith('docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  expect(guides.filter((page) => !linked.includes(page))).toEqual([]);
});

test('llms.txt lists every page of the documentation', () => {
  const listed = linksOf('llms.txt');
  const pages = PAGES.filter((page) => /^docs\/(guides\/)?[\w-]+\.md$/.test(page));
  expect([...pages, 'skills/esign/SKILL.md'].filter((page) => !listed.includes(page))).toEqual([]);
  expect(listed.flatMap((link) => faultOf('llms.txt', link) ?? [])).toEqual([]);
});

test('every decision record has at most 120 words, and a row in the index', () => {
  expect(RECORDS.size).toBeGreaterThan(30);
  const index = linksOf('docs/decisions/README.md');
  for (const path of RECORDS.values()) {
    const words = readFileSync(join(ROOT, path), 'utf8').match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
    expect(words.length, path).toBeLessThanOrEqual(MOST_WORDS);
    expect(index, path).toContain(path.replace('docs/decisions/', ''));
  }
});

test('every decision that a page or source names has a record', () => {
  const named = git('grep', '-noiE', '--untracked', 'decisions?[ /][0-9]+').map((hit) => ({
    hit,
    number: Number(/\d+$/.exec(hit)?.[0]),
  }));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ number }) => !RECORDS.has(number)).map(({ hit }) => hit)).toEqual([]);
});
