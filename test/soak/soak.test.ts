import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EsignClient } from '../../src/client/index.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import {
  accountForCredits,
  accountForEvents,
  accountForMails,
  inspect,
  spread,
  verifyAll,
  waitUntilQuiet,
} from './accounts.ts';
import type { Carried } from './carry-documents.ts';
import { carryDocuments } from './carry-documents.ts';
import type { Cluster } from './cluster.ts';
import { openCluster } from './cluster.ts';
import { faultsOf, playFaults } from './faults.ts';
import { watchRun } from './watch-run.ts';

/** Documents to complete at least, and rounds of all faults to stand. */
const DOCUMENTS = Number(process.env.ESIGN_SOAK_DOCUMENTS ?? 20);
const ROUNDS = 1;
/** A run ends early once this file exists. */
const END = process.env.ESIGN_SOAK_END ?? '';
const LANES = 6;
const PAUSE_MS = 3000;
const CREDITS = 100_000;
const SECRET = 'whsec_soak_test';
const AN_HOUR_MS = 3_600_000;

async function addEndpoint({ onStore }: Cluster, accountId: string) {
  const receiver = await startLocalReceiver();
  const endpoint = {
    endpointId: 'whe_soak',
    accountId,
    url: receiver.url,
    secret: SECRET,
    nextSecret: null,
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    extraEvents: [],
    expiredSince: null,
    health: { noSuccessSince: new Date(), failures: 0, failingSince: null },
    createdAt: new Date(),
  };
  await onStore((store) => store.transaction((tx) => tx.insertEndpoint(endpoint)));
  return receiver.received;
}

/** Carries documents through while faults are played, until there were enough of both. */
async function carryThroughFaults(cluster: Cluster, apiKey: string) {
  const carried: Carried = { documents: [], refusals: new Map() };
  const progress = { completed: 0, rounds: 0, refusals: carried.refusals };
  const isOver = () =>
    progress.rounds >= ROUNDS && (progress.completed >= DOCUMENTS || existsSync(END));
  const watch = watchRun(cluster, progress);
  const [, faults] = await Promise.all([
    carryDocuments(cluster, {
      ...{ apiKey, lanes: LANES, carried, isOver },
      onCompleted: async (completed) => {
        progress.completed = completed;
        await watch.note();
      },
    }),
    playFaults(faultsOf(cluster), {
      pauseMs: PAUSE_MS,
      isOver: (rounds) => {
        progress.rounds = rounds;
        return isOver();
      },
    }),
  ]);
  return { ...carried, faults, memory: watch.end() };
}

test('documents are carried from upload to certificate while things fail, and everything is accounted for', {
  timeout: AN_HOUR_MS,
}, async () => {
  const cluster = await openCluster();
  expect(await cluster.admin('migrate')).toMatchObject({ code: 0 });
  expect(await cluster.admin('init')).toMatchObject({ code: 0 });
  const { accountId, apiKey } = await cluster.addAccount(CREDITS);
  const received = await addEndpoint(cluster, accountId);
  await Promise.all(cluster.places.map((place) => place.start()));

  const startedAt = performance.now();
  const { documents, refusals, faults, memory } = await carryThroughFaults(cluster, apiKey);
  const minutes = (performance.now() - startedAt) / 60_000;
  await waitUntilQuiet(cluster);

  const found = await inspect(cluster);
  const client = new EsignClient({ baseUrl: cluster.publicUrl, apiKey });
  const repeats = {
    deliveries: accountForEvents(documents, received, SECRET),
    mails: await accountForMails(cluster),
  };
  await accountForCredits(client, documents, CREDITS);
  const verified = spread(documents);
  await verifyAll(cluster, client, verified);
  const said = [
    `${documents.length} documents completed in ${minutes.toFixed(1)} minutes, ${verified.length} of them verified`,
    `faults: ${[...faults].map(([name, count]) => `${name} ${count} x`).join(', ')}`,
    `pages that refused a signer: ${[...refusals].map(([what, count]) => `${count} x ${what}`).join(' | ') || 'none'}`,
    `sent again: ${repeats.deliveries} of ${received.length} deliveries, ${repeats.mails} of ${cluster.smtp.taken.length} mails`,
    memory,
    `esign admin check: ${found}`,
  ];
  process.stdout.write(`\n${said.join('\n')}\n`);
});
