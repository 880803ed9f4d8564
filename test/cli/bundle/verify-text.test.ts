import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyText } from '../../../src/cli/bundle/verify-text.ts';

const DOCUMENT = { documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', name: 'Lease\u202egnp' };
const guide = readFileSync(new URL('../../../docs/verification.md', import.meta.url), 'utf8');
const [, commands = ''] = /```bash\n([\s\S]*?)```/.exec(guide) ?? [];

test('it has every command of the guide, in its order', () => {
  const wanted = commands.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const lines = verifyText(DOCUMENT, false).split('\n');
  const own = lines.filter((line) => line.startsWith('    ')).map((line) => line.slice(4));
  expect(wanted.length).toBeGreaterThan(20);
  expect(own.filter((line) => wanted.includes(line))).toEqual(wanted);
});

test('it says where the root comes from, whether the files hold one or not', () => {
  expect(verifyText(DOCUMENT, false)).toContain('It is not in this folder');
  const held = verifyText(DOCUMENT, true);
  expect(held).toMatch(/^ {2}root\.pem /m);
  expect(held).toMatch(/There is a root\.pem in this folder already.*\nproves nothing/);
});

test('it begins with what somebody can do without tools, and no command stands in it', () => {
  const [first = ''] = verifyText(DOCUMENT, false).split('With free tools');
  for (const words of [
    'Windows:',
    'certutil -hashfile',
    'Mac:',
    'Phone:',
    'page 1 of certificate.pdf',
  ])
    expect(first).toContain(words);
  expect(first).not.toMatch(/^ {4}/m);
  expect(verifyText(DOCUMENT, false)).toContain('"ETSI.RFC3161"');
});

test.each([true, false])(
  'it is plain text of whole lines, and nothing is left open: %s',
  (hasRoot) => {
    const text = verifyText(DOCUMENT, hasRoot);
    expect(text).toContain('Document: Lease\\u{202e}gnp\n');
    expect(text).not.toMatch(/[{](root|trail)[}]|undefined/);
    const prose = text.split('\n').filter((line) => !line.startsWith('    '));
    expect(prose.filter((line) => line.length > 82)).toEqual([]);
  },
);
