import { expect, test } from 'vitest';
import { readBounce } from '../../../../src/service/adapters/mail/read-bounce.ts';
import { writeMessage } from '../../../../src/service/adapters/mail/smtp-mailer.ts';
import { anExchangeBounce, aPostfixBounce } from '../../../support/service/a-bounce.ts';
import { aMail } from '../../ports/verify-mailer.ts';

const to = 'bounce+0b9f.0b9f@bounces.example.in';

test.each([
  ['Postfix', aPostfixBounce({ to }), '5.1.1', to],
  ['Exchange', anExchangeBounce({ to }), '5.4.14', `<${to}>`],
])(
  'a bounce of %s says to whom it went, and that the mail failed',
  async (_, message, status, sent) => {
    expect(await readBounce(message)).toEqual({ sentTo: [sent], action: 'failed', status });
  },
);

test('the addresses that a mail server noted are read, too, and those of the returned mail are not', async () => {
  const headers = `X-Original-To: ${to}\nDelivered-To: bounces@mx.example.in\n`;
  const { sentTo } = await readBounce(aPostfixBounce({ to: 'undisclosed', headers }));
  expect(sentTo).toEqual([to, 'bounces@mx.example.in', 'undisclosed']);
});

test.each([
  ['delayed', '4.4.1', 'delayed', '4.4.1'],
  ['Failed', '5.7.1 (refused)', 'failed', '5.7.1'],
  ['delivered', '2.0.0', 'delivered', '2.0.0'],
  ['failed', 'see https://example.com', 'failed', null],
])('the action %j with the status %j is %j with %j', async (action, status, read, code) => {
  const bounce = await readBounce(aPostfixBounce({ to, action, status }));
  expect(bounce).toMatchObject({ action: read, status: code });
});

const text = (change: (bounce: string) => string) =>
  Buffer.from(change(aPostfixBounce({ to }).toString()));

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['an ordinary mail', () => writeMessage({ ...aMail(), id: 'x' }, to), 'no report on a delivery'],
  ['nothing', () => Buffer.alloc(0), 'no report on a delivery'],
  ['random bytes', () => Buffer.alloc(5000, 0xff), 'no report on a delivery'],
  [
    'a report of another kind',
    () =>
      text((bounce) =>
        bounce.replace('message/delivery-status', 'message/disposition-notification'),
      ),
    'no report on a delivery',
  ],
  [
    'a report in a mail that is none',
    () => text((bounce) => bounce.replace('multipart/report', 'multipart/mixed')),
    'no report on a delivery',
  ],
  ['an unknown action', () => aPostfixBounce({ to, action: 'eaten' }), 'does not say what became'],
  ['more than 512 KiB', () => Buffer.alloc(512 * 1024 + 1), 'more than 512 KiB'],
])('%s is no bounce', async (_, message, why) => {
  const reading = readBounce(await message());
  await expect(reading).rejects.toMatchObject({ name: 'BounceRefused', reason: 'not_a_bounce' });
  await expect(reading).rejects.toThrow(why);
});

test('parts in parts without end are refused, and not followed', async () => {
  const head = (level: number) =>
    `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`;
  const nested = Array.from({ length: 2000 }, (_, level) => head(level)).join('');
  const message = Buffer.from(`MIME-Version: 1.0\n${nested}`);
  await expect(readBounce(message)).rejects.toMatchObject({ reason: 'not_a_bounce' });
});
