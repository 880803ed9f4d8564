import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { markdownLinks } from '../support/package/markdown-links.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { linksOf, faultOf } = markdownLinks(ROOT);

/** The Markdown files of the repository, new ones included. */
const PAGES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

test('every relative link of every page leads to a file and, if it names one, a heading', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => [page, link] as const));
  expect(links.length).toBeGreaterThan(20);
  expect(links.flatMap(([page, link]) => faultOf(page, link) ?? [])).toEqual([]);
});

test('every guide can be reached from the README', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  const guides = PAGES.filter((page) => page.startsWith('docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  expect(guides.filter((page) => !linked.includes(page))).toEqual([]);
});
