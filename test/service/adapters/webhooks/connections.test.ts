import { expect, onTestFinished, test, vi } from 'vitest';
import { openConnections } from '../../../../src/service/adapters/webhooks/connections.ts';
import { ExchangeNotes } from '../../../../src/service/adapters/webhooks/exchange-notes.ts';
import { postOnce } from '../../../../src/service/adapters/webhooks/post-once.ts';
import { exceptions } from '../../../../src/service/adapters/webhooks/public-address.ts';
import { targetReader } from '../../../../src/service/adapters/webhooks/target.ts';
import { UnderWay } from '../../../../src/service/adapters/webhooks/under-way.ts';
import { startLocalTcp } from '../../../support/local-tcp.ts';

async function someConnections(url: string) {
  const target = targetReader({ allow: exceptions(['127.0.0.0/8']), find: async () => [] })(url);
  const connections = await openConnections({ connectMs: 5000, trustedRoots: [] });
  onTestFinished(() => connections.close());
  const noted = { startedAt: performance.now(), headers: {}, secret: 'whsec_test' };
  const post = () =>
    postOnce(
      {
        target: target!,
        headers: {},
        body: Buffer.from('{}'),
        isOwn: false,
        notes: new ExchangeNotes(target!, noted),
        deadline: performance.now() + 5000,
      },
      { connections, underWay: new UnderWay() },
    );
  return { connections, target: target!, post };
}

test('an idle connection is taken again, the last one first, and one of a POST’s own never', async () => {
  const { connections, target } = await someConnections('http://127.0.0.1:1/');
  const [first, last] = [connections.take(target, false), connections.take(target, false)];
  expect(last).not.toBe(first);
  for (const one of [first, last]) connections.release(one);
  const own = connections.take(target, true);
  connections.release(own);
  expect([last, first]).not.toContain(own);
  expect(connections.take(target, false)).toBe(last);
  expect(connections.take(target, false)).toBe(first);
  expect([last, first, own]).not.toContain(connections.take(target, false));
});

test('an idle connection that the receiver closes is forgotten', async () => {
  const url = await startLocalTcp((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n')),
  );
  const { connections, target, post } = await someConnections(url);
  const first = connections.take(target, false);
  connections.release(first);
  await post();
  await vi.waitFor(() => {
    const one = connections.take(target, false);
    connections.release(one);
    expect(one).not.toBe(first);
  });
});
