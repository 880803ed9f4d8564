import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/cli/sandbox/show-deliveries.ts';
import { printWebhooks } from '../../../src/cli/sandbox/show-webhooks.ts';
import { Printer } from '../../../src/cli/terminal/printer.ts';

const ENDPOINT = {
  endpointId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
  url: 'http://127.0.0.1:4020/',
  secret: 'sha256:0011',
  nextSecret: null,
  enabled: false,
  disabledAt: '2026-11-20T12:04:31.512Z',
  extraEvents: [],
  failures: 20,
  createdAt: '2026-11-01T09:00:00.000Z',
};

test.each([
  ['by_hand', 'disabled by hand'],
  ['gone', 'it answered 410 (gone)'],
  ['failing', 'no delivery succeeded for five days, and 20 or more attempts failed'],
])('why an endpoint is disabled: %s', async (disabledReason, words) => {
  const printer = new Printer({ isJson: false, color: false });
  const notes: string[] = [];
  printer.result = () => undefined;
  printer.note = (text) => void notes.push(text);
  await printWebhooks(printer, [{ ...ENDPOINT, disabledReason }]);
  expect(notes).toEqual([
    expect.stringMatching(new RegExp(`: ${words.replace(/[()]/g, '.')}\\.$`)),
  ]);
});

test('an enabled endpoint, or one with a reason of a later version, has no remark', async () => {
  const printer = new Printer({ isJson: false, color: false });
  const notes: string[] = [];
  printer.result = () => undefined;
  printer.note = (text) => void notes.push(text);
  const on = { ...ENDPOINT, enabled: true, disabledReason: null, disabledAt: null };
  await printWebhooks(printer, [on, { ...ENDPOINT, disabledReason: 'new' }]);
  expect(notes).toEqual([]);
});

const failed = { ok: false, status: null, error: null, durationMs: 12 };

test.each([
  [{ ...failed, ok: true, status: 204 }, 'answered 204'],
  [{ ...failed, status: 500, error: 'http_500' }, 'answered 500'],
  [{ ...failed, status: 302, error: 'redirect' }, 'answered 302: redirects are not followed'],
  [{ ...failed, error: 'connection_refused' }, 'connection refused'],
  [{ ...failed, error: 'timeout_ack' }, 'no response within 10 s'],
  [{ ...failed, error: 'a_new_kind' }, 'a new kind'],
  [null, ''],
])('%j is shown as "%s"', (told, words) => {
  expect(outcomeOf(told)).toBe(words);
});
