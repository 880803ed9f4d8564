import { hash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SeenBodies } from '../../../src/webhook-tools/listen/seen-bodies.ts';
import { openReceiver, post } from '../../support/open-receiver.ts';

const DELIVERIES = 600;
/** What may still be under way, or in the hands of the engine, when the others are looked for. */
const FEW = 60;

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

test('a receiver keeps no body of a delivery that it has told of', async () => {
  const bodies: WeakRef<Buffer>[] = [];
  const onDelivery = ({ body }: { body: Buffer }) => void bodies.push(new WeakRef(body));
  const { url } = await openReceiver({ onDelivery });
  for (let sent = 0; sent < DELIVERIES; sent += 30) {
    await Promise.all(Array.from({ length: 30 }, () => post(url)));
  }
  await expect.poll(() => bodies.length).toBe(DELIVERIES);
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(bodies.filter((body) => body.deref() !== undefined).length).toBeLessThan(FEW);
});

test('the bodies that are remembered are bounded, and the last thousands of them are known', () => {
  const seen = new SeenBodies();
  const key = (number: number) => `sha256=${hash('sha256', String(number), 'hex')}`;
  for (let number = 1; number <= 23_000; number += 1) {
    expect(seen.add(key(number), number)).toBeNull();
    if (seen.size > 10_000) expect.unreachable(`${seen.size} bodies are remembered`);
  }
  expect(seen.add(key(18_001), 23_001)).toEqual({ number: 18_001, afterMs: 5000 });
  expect(seen.add(key(1), 23_002)).toBeNull();
  expect(seen.count).toBe(23_002);
});

test('a clock that is set back makes no repeat come before its first', () => {
  const seen = new SeenBodies();
  const key = `sha256=${'1'.repeat(64)}`;
  seen.add(key, 5000);
  expect(seen.add(key, 4000)).toEqual({ number: 1, afterMs: 0 });
});
