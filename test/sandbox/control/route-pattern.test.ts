import { expect, test } from 'vitest';
import { parseRoute } from '../../../src/sandbox/control/api-faults.ts';

const SEND = { method: 'POST', path: '/api/v1/documents/4db7a029/send' };

test.each([
  'POST */send',
  'POST',
  '*/send',
  '*',
  '/api/v1/documents/*/send',
  '/api/v1/*',
  'POST *',
])('%s means a send', (text) => {
  expect(parseRoute(text)?.matches(SEND)).toBe(true);
});

test.each(['GET */send', 'GET', '/send', '*/sen.', '*/signers', '/api/v1/documents', '*/sen'])(
  '%s does not mean a send',
  (text) => {
    expect(parseRoute(text)?.matches(SEND)).toBe(false);
  },
);

test.each(['', ' ', 'post */send', 'POST send', 'POST */send */sign', 'send', '[/send'])(
  '"%s" is no pattern',
  (text) => {
    expect(parseRoute(text)).toBeUndefined();
  },
);
