import { expect, onTestFinished, test } from 'vitest';
import { outboxSignal } from '../../src/service/core/outbox/queue-outbox.sql.ts';
import {
  openEmbeddedPool,
  openEmbeddedStore,
} from '../../src/service/store/embedded/open-embedded.ts';
import { createStore } from '../../src/service/store/store.ts';
import { secretSeal } from '../../src/service/webhooks/secret-seal.sql.ts';
import { bundleVictim } from '../support/kills/bundle-victim.ts';
import {
  account,
  deliverRest,
  killRounds,
  openTrial,
  VICTIM,
} from '../support/kills/delivery-trial.ts';
import { embeddedOptions, SEAL_KEY, temporaryFolder } from '../support/store/database.ts';

/** A service on a folder of its own, killed so many times. */
async function trial(script: string, rounds: number) {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const options = await embeddedOptions(folder);
  const first = await openEmbeddedStore(options);
  const opened = await openTrial(first);
  await first.close();
  const killed = await killRounds(opened, { folder }, { script, rounds, together: 1 });
  const { pool, close } = await openEmbeddedPool(options);
  onTestFinished(close);
  const seal = secretSeal(SEAL_KEY);
  await deliverRest(createStore({ pool, seal, signal: outboxSignal(), close }), opened, killed);
  return { ...(await account(opened, { pool, killed })), kills: killed.kills };
}

test('sixteen kills in the middle of streams of events lose none, and send none with other bytes', async () => {
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const all = await Promise.all(Array.from({ length: 4 }, () => trial(victim.path, 4)));
  const sum = (of: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  expect(sum(({ kills }) => kills)).toBe(16);
  expect(sum(({ deliveries }) => deliveries)).toBeGreaterThan(0);
  expect(sum(({ recoveries }) => recoveries)).toBeGreaterThan(0);
}, 240_000);
