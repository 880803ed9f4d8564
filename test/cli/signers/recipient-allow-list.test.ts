import { expect, test } from 'vitest';
import { readPattern, recipientProblem } from '../../../src/cli/signers/recipient-allow-list.ts';

const list = (...patterns: string[]) => ({
  profile: 'staging',
  patterns: patterns.map(readPattern),
});
const person = (email: string | null, phone = '9876543210') => ({ name: 'Asha Rao', email, phone });

const ALLOWED = [
  [['*@example.in'], person('asha@example.in')],
  [['*@example.in'], person('ASHA@Example.IN')],
  [['*@Example.in', '*@example.test'], person('asha@example.test')],
  [['asha+*@example.in'], person('asha+7@example.in')],
  [['asha@*'], person('asha@example.test')],
  [['98765*'], person('anybody@example.test')],
  [['+91 98765*'], person('asha@example.in', '919876543210')],
  [['*@example.in', '98765*'], person('asha@example.in')],
] as const;

test.each(ALLOWED)('%j allows %j', (patterns, recipient) => {
  expect(recipientProblem(recipient, list(...patterns))).toBeUndefined();
});

const REFUSED = [
  [['*@example.in'], person('asha@example.com')],
  [['*@example.in'], person('asha@sub.example.in')],
  [['*@example.in'], person('asha@example.in.example.test')],
  [['*@example.in'], person('asha@exampleXin')],
  [['*@example.in'], person('"x@y"@example.in')],
  [['asha*@example.in'], person('asha@example.com@example.in')],
  [['*@example.in'], person(null)],
  [['98765*'], person('asha@example.in', '9123456789')],
  [['98765*'], person('asha@example.in', '919876543210')],
  [['*@example.in', '98765*'], person('asha@example.com')],
  [['*@example.in', '98765*'], person('asha@example.in', '9123456789')],
  [[], person('asha@example.in')],
] as const;

test.each(REFUSED)('%j refuses %j', (patterns, recipient) => {
  expect(recipientProblem(recipient, list(...patterns))).toContain('profile "staging" allows');
});

test.each(['', '*', '*@*', 'example.in', '@example.in', 'asha@', 'a b@example.in', '+', 'asha'])(
  '"%s" is no pattern',
  (pattern) => {
    expect(() => readPattern(pattern)).toThrow('is not a recipient pattern');
  },
);
