import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The Markdown files of the repository, new ones included. */
const PAGES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');

const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** Without what is shown as code, where brackets are no links. */
const prose = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** The address of a heading, as GitHub makes it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = (page: string) =>
  new Set(
    [...withoutBlocks(textOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      slug(heading),
    ),
  );

function linksOf(page: string): string[] {
  const found = prose(textOf(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g);
  return [...found].map(([, link, source]) => link ?? source ?? '');
}

/** What is wrong with a link of a page; undefined if it leads somewhere, or outside. */
function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${page}: ${link} is not there`;
  if (anchor === undefined || anchors(target).has(anchor)) return undefined;
  return `${page}: ${link} has no such heading`;
}

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
