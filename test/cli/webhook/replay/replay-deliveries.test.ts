import { expect, test } from 'vitest';
import { replayDeliveries } from '../../../../src/cli/webhook/replay/replay-deliveries.ts';
import { savedDelivery } from '../../../../src/cli/webhook/replay/saved-delivery.ts';
import { signWebhook, verifyWebhook } from '../../../../src/client/index.ts';
import { newWebhookSecret } from '../../../../src/contract/webhooks/webhook-signature.ts';
import { aCapture } from '../../../support/outbox/a-capture.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { EVENT_BODY, WEBHOOK_SECRET } from '../../../support/outbox/open-receiver.ts';

const saved = (...given: Parameters<typeof aCapture>) =>
  savedDelivery(Buffer.from(JSON.stringify(aCapture(...given))), 'x.json');
const bare = savedDelivery(EVENT_BODY, 'x.body');

const replay = (
  url: string,
  deliveries: Parameters<typeof replayDeliveries>[0],
  given: { secret?: string; event?: string } = {},
) =>
  replayDeliveries(deliveries, {
    target: new URL(url),
    secret: given.secret,
    event: given.event,
    signal: new AbortController().signal,
    onAttempt: () => undefined,
  });

test('a saved delivery is sent with the same bytes and headers, without those of its connection', async () => {
  const { url, received } = await startLocalReceiver();
  const rawHeaders = [
    ...['Host', 'old.example.in', 'X-Service-Signature', 'sha256=abc', 'keep-alive', 'timeout=5'],
    ...['X-Odd-CASE', 'a', 'X-Odd-CASE', 'b', 'Content-Length', String(EVENT_BODY.length)],
  ];
  expect((await replay(url, [saved({ rawHeaders })])).verdict).toBe('good');
  const [one] = received;
  expect(one?.body).toEqual(EVENT_BODY);
  expect(one?.rawHeaders).toEqual([
    ...['Host', new URL(url).host, 'X-Service-Signature', 'sha256=abc'],
    ...['X-Odd-CASE', 'a', 'X-Odd-CASE', 'b', 'Content-Length', String(EVENT_BODY.length)],
    ...['Connection', 'close'],
  ]);
});

test('after --resign only the signature differs', async () => {
  const { url, received } = await startLocalReceiver();
  await replay(url, [saved()], { secret: 'whsec_new' });
  await replay(url, [saved()]);
  const [anew, as] = received;
  expect(anew?.headers['x-service-signature']).toBe(signWebhook(EVENT_BODY, 'whsec_new'));
  expect(as?.headers['x-service-signature']).toBe(signWebhook(EVENT_BODY, WEBHOOK_SECRET));
  const rest = (headers: object | undefined) => ({ ...headers, 'x-service-signature': '' });
  expect(rest(anew?.headers)).toEqual(rest(as?.headers));
});

test('--resign also renews the headers of Standard Webhooks, or drops them', async () => {
  const { url, received } = await startLocalReceiver();
  const stale = ['Webhook-Id', 'x', 'Webhook-Timestamp', '1', 'Webhook-Signature', 'v1,x'];
  const [secret, formless] = [newWebhookSecret(), 'of another form'];
  const old = saved({ rawHeaders: ['Accept', '*/*', ...stale] });
  await replay(url, [old], { secret });
  await replay(url, [old], { secret: formless });
  const [anew, without] = received.map(({ body, headers }) => ({ body, headers }));
  expect(verifyWebhook(anew!.body, anew!.headers, secret, { requireTimestamp: true })).toBeTruthy();
  expect(verifyWebhook(without!.body, without!.headers, formless)).toBeTruthy();
});

test('a missing signature is added, and several become one', async () => {
  const { url, received } = await startLocalReceiver();
  const [name, wanted] = ['X-Service-Signature', signWebhook(EVENT_BODY, 'whsec_new')];
  const none = saved({ rawHeaders: ['Accept', '*/*'] });
  const twice = saved({ rawHeaders: [name, 'a', 'Accept', '*/*', name.toLowerCase(), 'b'] });
  await replay(url, [none, twice], { secret: 'whsec_new' });
  expect(received.map(({ headers }) => headers['x-service-signature'])).toEqual([wanted, wanted]);
});

test('a bare body is sent with the event and a signature', async () => {
  const { url, received } = await startLocalReceiver();
  await replay(url, [bare], { secret: WEBHOOK_SECRET, event: 'signer.signed' });
  expect(received[0]?.headers).toMatchObject({
    'x-service-event': 'signer.signed',
    'x-service-signature': signWebhook(EVENT_BODY, WEBHOOK_SECRET),
    'x-service-attempt': '1',
  });
});

test('deliveries are sent one after the other, in their order, and each response counts', async () => {
  let open = 0;
  const { url, received } = await startLocalReceiver((response, { headers }) => {
    open += 1;
    expect(open).toBe(1);
    setTimeout(() => {
      open -= 1;
      response.writeHead(headers['x-number'] === '2' ? 500 : 204).end();
    }, 5);
  });
  const numbered = ['1', '2', '3'].map((number) => saved({ rawHeaders: ['X-Number', number] }));
  const { verdict, deliveries, failed } = await replay(url, numbered);
  expect(received.map(({ headers }) => headers['x-number'])).toEqual(['1', '2', '3']);
  expect(verdict).toBe('failed');
  expect(deliveries.map(({ answers }) => answers)).toEqual([[204], [500], [204]]);
  expect(failed).toMatchObject([{ number: 2, status: 500, file: 'x.json' }]);
});
