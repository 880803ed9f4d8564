import { expect, onTestFinished } from 'vitest';
import {
  openEmbeddedPool,
  openEmbeddedStore,
} from '../../src/service/adapters/postgres/embedded/open-embedded.ts';
import { outboxSignal } from '../../src/service/adapters/postgres/outbox/outbox-signal.ts';
import { createStore } from '../../src/service/adapters/postgres/store.ts';
import { secretSeal } from '../../src/service/adapters/postgres/webhooks/secret-seal.ts';
import { bundleVictim } from './bundle-victim.ts';
import { embeddedOptions, SEAL_KEY, temporaryFolder } from './database.ts';
import { account, deliverRest, killRounds, openTrial, VICTIM } from './delivery-trial.ts';

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

/** Kills embedded services side by side, each as often as told; answers the deliveries that took over from a dead one. */
export async function killDeliveries(rounds: readonly number[]): Promise<number> {
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const all = await Promise.all(rounds.map((kills) => trial(victim.path, kills)));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const kills = sum(all.map((one) => one.kills));
  expect(kills).toBe(sum(rounds));
  expect(sum(all.map(({ deliveries }) => deliveries))).toBeGreaterThan(0);
  return sum(all.map(({ recoveries }) => recoveries));
}
