import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bundleVictim } from '../../support/kills/bundle-victim.ts';
import {
  accountForSales,
  openSales,
  startSettling,
  VICTIM,
} from '../../support/kills/settlement-trial.ts';
import { SETTLEMENT_STEPS } from '../../support/payments/settlement-steps.ts';
import { createDatabase, openStoreOn } from '../../support/store/postgres.ts';

const ORDERS = 300;
const ROUNDS = 10;
const TOGETHER = 3;
/** A process settles some orders in this time, and not all. */
const LONGEST_LIFE_MS = 150;

/** Orders of a database of their own, and what starts processes that settle them. */
async function openTrial(orders: number) {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const store = await openStoreOn(url);
  onTestFinished(() => store.close());
  const sales = await openSales(store, orders);
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const start = (dieAt?: number) => startSettling(victim.path, sales, { url, dieAt });
  return { start, account: () => accountForSales(store, sales) };
}

test('kill -9 at any step of a settlement leaves each payment to be granted and invoiced once, without a gap', async () => {
  const { start, account } = await openTrial(SETTLEMENT_STEPS.length + 3);
  // Each life settles one order, and dies in the next.
  for (let step = 1; step <= SETTLEMENT_STEPS.length; step += 1) {
    const steps = ['store.listUnsettled', ...SETTLEMENT_STEPS, ...SETTLEMENT_STEPS.slice(0, step)];
    const { ended } = start(steps.length);
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL', steps });
  }
  expect(await start().ended).toMatchObject({ code: 0, signal: null });
  await account();
});

test('processes that settle the same payments and are killed at any moment leave one grant and one invoice of each, without a gap', async () => {
  const { start, account } = await openTrial(ORDERS);
  const liveAndDie = async () => {
    const { begun, child, ended } = start();
    await begun;
    await pause(Math.random() * LONGEST_LIFE_MS);
    child.kill('SIGKILL');
    return (await ended).signal;
  };
  let midway = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const signals = await Promise.all(Array.from({ length: TOGETHER }, liveAndDie));
    midway += signals.filter((signal) => signal === 'SIGKILL').length;
  }
  expect(midway, 'killed before they were done').toBeGreaterThan(ROUNDS);
  const rest = await Promise.all([start().ended, start().ended]);
  expect(rest.map(({ code }) => code)).toEqual([0, 0]);
  await account();
});
