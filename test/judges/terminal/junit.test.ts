import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { junitText } from '../../../src/cli/rows/junit.ts';

/** Every code unit alone, in rows: among them all that XML forbids. */
const UNITS = Array.from({ length: 256 }, (_, row) =>
  String.fromCharCode(...Array.from({ length: 256 }, (__, at) => row * 256 + at)),
);

test('xmllint reads a report whatever the names and messages hold', () => {
  const texts = [...UNITS, ']]>', '<!--', '&amp;', '"\'', '😀\u0000'];
  const cases = texts.map((text) => ({
    name: text,
    problem: { kind: 'failure', code: text, message: text } as const,
  }));
  const report = junitText({ name: 'esign status', seconds: 1, cases });
  const count = execFileSync('xmllint', ['--nonet', '--xpath', 'count(//testcase/failure)', '-'], {
    input: report,
  });
  expect(Number(count)).toBe(texts.length);
});
