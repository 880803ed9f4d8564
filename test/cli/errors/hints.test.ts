import { expect, test } from 'vitest';
import type { ErrorReport } from '../../../src/cli/errors/describe-error.ts';
import { describeError } from '../../../src/cli/errors/describe-error.ts';
import { usageError } from '../../../src/cli/errors/usage-error.ts';
import { errorText } from '../../../src/cli/failed.ts';
import { paintOf } from '../../../src/cli/terminal/paint.ts';
import { shellWord } from '../../../src/cli/terminal/shell-word.ts';
import { ApiError } from '../../../src/client/index.ts';

const REPORT: ErrorReport = {
  code: 'usage',
  message: 'DOCUMENT is missing',
  why: undefined,
  hint: 'esign docs list',
  status: undefined,
  exitCode: 2,
  requestId: undefined,
  documentId: undefined,
};

test('"next:" introduces a command, "try:" advice', () => {
  expect(errorText(REPORT, paintOf(false))).toBe(
    'error: DOCUMENT is missing\n  next: esign docs list',
  );
  expect(errorText({ ...REPORT, hint: 'pass --yes' }, paintOf(false))).toContain(
    '\n  try: pass --yes',
  );
});

test.each([
  ['archive/2026', 'archive/2026'],
  ['my files/', "'my files/'"],
  ["Asha's", "'Asha'\\''s'"],
  ['$(reboot)', "'$(reboot)'"],
])('%s is one word of a shell as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('the help of the command, or of the whole, is named', () => {
  expect(usageError(['x'], 'docs:list').next).toBe('esign docs list --help');
  expect(usageError(['x'], '').next).toBe('esign --help');
});

const REFUSALS = [
  [401, 'ESIGN_API_KEY', 'the key comes from ESIGN_API_KEY'],
  [401, 'profile "main"', 'the key comes from profile "main"'],
  [401, undefined, undefined],
  [403, 'ESIGN_API_KEY', undefined],
] as const;

test.each(REFUSALS)('an answer of %i with a key from %s says "%s"', (status, keyOrigin, why) => {
  const details = { status, code: 'unauthorized', requestId: undefined, headers: {}, rawBody: '' };
  const about = { method: 'GET', path: '/api/v1/documents', retryAfterMs: undefined };
  const error = new ApiError('No.', { ...details, ...about, operation: 'listDocuments' });
  expect(describeError(error, { baseUrl: undefined, keyOrigin }).why).toBe(why);
});

test.each([
  [407, undefined, 'a proxy asks for a user name and password', /HTTPS_PROXY: http:/],
  [429, 2_000, undefined, /wait a moment/],
  [429, 86_400_000, expect.stringMatching(/^it asks to wait until \d\d \w+ \d{4}, /), /again then/],
] as const)(
  'an answer of %i with a wait of %j says what to do',
  (status, retryAfterMs, why, hint) => {
    const details = { status, code: undefined, requestId: undefined, headers: {}, rawBody: '' };
    const about = { method: 'GET', path: '/api/v1/documents', retryAfterMs };
    const error = new ApiError('No.', { ...details, ...about, operation: 'listDocuments' });
    const described = describeError(error, { baseUrl: undefined });
    expect(described.why).toEqual(why);
    expect(described.hint).toMatch(hint);
  },
);
