import { expect, test } from 'vitest';
import { commandPage, guidePage } from '../../../src/cli/reference/man-page.ts';
import { referenceText } from '../../../src/cli/reference/markdown.ts';
import type { Declared } from '../../../src/cli/reference/page.ts';
import { pageOf } from '../../../src/cli/reference/page.ts';

const COMMAND: Declared = {
  id: 'docs:sort',
  summary: 'sort documents',
  description: '.Not a request, and <no tag>.',
  args: { document: { name: 'document', description: 'ids', required: true, multiple: true } },
  flags: {
    size: { name: 'size', type: 'option', multiple: false, description: 'how many', default: 20 },
    to: {
      name: 'to',
      type: 'option',
      multiple: false,
      char: 'o',
      helpValue: 'URL',
      required: true,
    },
    kind: { name: 'kind', type: 'option', multiple: false, options: ['a', 'b'] },
    tail: {
      ...{ name: 'tail', type: 'boolean', allowNo: true, description: 'the tail' },
      default: false,
    },
    secret: { name: 'secret', type: 'boolean', hidden: true, allowNo: false },
    json: { name: 'json', type: 'boolean', helpGroup: 'GLOBAL', allowNo: false },
  },
  examples: ['<%= config.bin %> docs sort A -o "x\\n"'],
};

const PAGE = pageOf(COMMAND);

test('a page has what is declared, and nothing hidden', () => {
  expect(PAGE).toMatchObject({
    name: 'esign docs sort',
    usage: 'esign docs sort DOCUMENT... -o, --to=URL [flags]',
    args: [{ label: 'DOCUMENT', text: 'ids' }],
    globalFlags: [{ label: '--json' }],
    examples: ['esign docs sort A -o "x\\n"'],
  });
  expect(PAGE.flags.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    '--kind=a|b: ',
    '--size=VALUE: how many (default: 20)',
    '--[no-]tail: the tail',
    '-o, --to=URL:  (required)',
  ]);
});

test('a man page keeps hyphens and backslashes, and no text becomes a request', () => {
  const text = commandPage(PAGE, { version: '0.1.0', date: '2026-11-20' });
  expect(text).toContain('.TH "ESIGN\\-DOCS\\-SORT" 1 "2026-11-20" "esign 0.1.0"\n');
  expect(text).toContain('\n\\&.Not a request, and <no tag>.\n');
  expect(text).toContain('\nesign docs sort A \\-o "x\\en"\n');
  expect(text).toContain('.B "\\-\\-size=VALUE"\n');
});

test('the lines of a guide stay as they are', () => {
  const text = guidePage('output', "a\n'b\n  --c", { version: '0.1.0', date: '2026-11-20' });
  expect(text).toContain("\n.nf\na\n\\&'b\n  \\-\\-c\n.fi\n");
});

test('the reference shows angle brackets as text', () => {
  const text = referenceText([PAGE]);
  expect(text).toContain('## esign docs sort\n');
  expect(text).toContain('and &lt;no tag>.');
  expect(text).toContain('- `--size=VALUE`: how many (default: 20)\n');
});
