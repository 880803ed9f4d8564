import { expect, onTestFinished, test } from 'vitest';
import { bundleVictim } from '../../support/kills/bundle-victim.ts';
import {
  account,
  deliverRest,
  killRounds,
  openTrial,
  VICTIM,
} from '../../support/kills/delivery-trial.ts';
import { createDatabase, onConnection, openStoreOn } from '../../support/store/postgres.ts';

test('a hundred kills lose no event, and send none with other bytes', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const store = await openStoreOn(url);
  onTestFinished(() => store.close());
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const trial = await openTrial(store);
  const life = { script: victim.path, rounds: 34, together: 3 };
  const killed = await killRounds(trial, url, life);
  expect(killed.kills).toBeGreaterThanOrEqual(100);
  await deliverRest(store, trial, killed);
  const told = await onConnection(url, (pool) => account(trial, { pool, killed }));
  expect(told.deliveries).toBeGreaterThan(3 * killed.kills);
  expect(told.recoveries).toBeGreaterThan(0);
});
