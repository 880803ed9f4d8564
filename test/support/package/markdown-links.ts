import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** Without what is shown as code, where brackets are no links. */
const prose = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** The address of a heading, as GitHub makes it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The links of Markdown pages below a folder, by the paths of the pages. */
export function markdownLinks(root: string) {
  const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

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

  /** What is wrong with a link of a page; undefined if it leads somewhere below the root, or to another site. */
  function faultOf(page: string, link: string): string | undefined {
    if (/^[a-z]+:/.test(link)) return undefined;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(root, join(root, dirname(page), path));
    if (target.startsWith('..') || !existsSync(join(root, target)))
      return `${page}: ${link} is not there`;
    if (anchor === undefined || anchors(target).has(anchor)) return undefined;
    return `${page}: ${link} has no such heading`;
  }

  return { linksOf, faultOf };
}
