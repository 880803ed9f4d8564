import { expect, test } from 'vitest';
import { holdsPassword } from '../../../src/cli/sandbox/start-sandbox.ts';

test.each([
  ['smtp://127.0.0.1:1025', false],
  ['smtps://asha@mail.example.in', false],
  ['smtps://asha:s3cret@mail.example.in', true],
  ['mail.example.in:25', false],
])('%s holds a password: %s', (url, expected) => {
  expect(holdsPassword(url)).toBe(expected);
});
