import { expect, test } from 'vitest';
import { maskSecrets } from '../../../src/service/web/app.ts';

test.each([
  ['an API key', '"key":"sk_test_4q1m8v0d2k7x"', '"key":"sk_test_…"'],
  ['a live API key', 'sk_live_ab-cd_ef failed', 'sk_live_… failed'],
  ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8I', 'whsec_…'],
  ['a credential', 'authorization: Bearer abc.def', 'authorization: Bearer …'],
  ['a signing link', 'GET http://x.example/sign/c2du.kX-_3 404', 'GET http://x.example/sign/… 404'],
  ['a path below a signing link', '"/sign/c2du.kX3/state"', '"/sign/…/state"'],
  ['a download link', '/download/YWJj.ZGVm?x=1', '/download/…?x=1'],
])('%s is masked in a log line', (_what, line, masked) => {
  expect(maskSecrets(line)).toBe(masked);
});

test('a line without secrets is unchanged', () => {
  const line = '{"route":"/sign/:token","requestId":"req_1","documentId":"5f0c1d5e"}';
  expect(maskSecrets(line)).toBe(line);
});
