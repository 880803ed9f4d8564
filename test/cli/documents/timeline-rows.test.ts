import { expect, test } from 'vitest';
import { timelineRows } from '../../../src/cli/documents/show-document.ts';

const at = '2026-11-20T12:10:00.000Z';
const entry = { at, kind: 'gateway.failed', signer: null, text: 'Attempt failed: Asha Rao' };

test('below an attempt that failed stands what to tell the signer, and who can mend it', () => {
  const cause = { reason: 'otp_expired', say: 'Start again.', mender: 'the signer' };
  expect(timelineRows([{ ...entry, cause }]).map(([, text]) => text)).toEqual([
    'Attempt failed: Asha Rao',
    'tell them: "Start again." To be mended by the signer.',
  ]);
});

test('a service that gives no cause gets a row for each entry', () => {
  expect(timelineRows([entry, { ...entry, cause: null }])).toHaveLength(2);
});
