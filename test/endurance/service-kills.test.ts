import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { seededRandom } from '../../src/cli/webhook/trigger/plan-attempts.ts';
import type { SandboxControl, SandboxDeliveryDetail } from '../../src/sandbox/index.ts';
import { openControl } from '../../src/sandbox/index.ts';
import type { SandboxLine, Workplace } from '../support/cli/built-esign.ts';
import { openWorkplace } from '../support/cli/built-esign.ts';
import type { Acknowledged, StreamPlace } from '../support/kills/document-stream.ts';
import { countedClient, streamDocuments } from '../support/kills/document-stream.ts';
import { accountForDocument } from '../support/kills/event-account.ts';
import { KillableSandbox } from '../support/kills/killable-sandbox.ts';
import { chooseInstant, ServicePulse } from '../support/kills/service-pulse.ts';
import type { MoodyReceiver } from '../support/outbox/moody-receiver.ts';
import { startMoodyReceiver } from '../support/outbox/moody-receiver.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const SANDBOXES = 3;
/** Of each sandbox: a hundred in all, unless there is less time. */
const KILLS = Number(process.env.ESIGN_TEST_KILLS ?? 34);
/** Longer than the first waits of the schedule; a calm receiver takes what is tried then. */
const REST_MS = 600_000;
const PAUSE_MS = 100;
const MOST_RESTS = 100;
/** One start in so many is killed, too. */
const DIES_STARTING = 5;
const LIST_LIMIT = 100;

/** Said when two kills hit the judging of one answer, which hardly happens twice. Its signer signs again. */
const SET_ASIDE = /The answer to the attempt \S+ could not be judged twice, and is set aside/;

/** What a trial saw. */
interface KillTally {
  /** Kills at which a request or a delivery was under way. */
  readonly midStream: number;
  /** Those of them at which a delivery was. */
  readonly midDelivery: number;
  readonly starting: number;
  readonly events: number;
  /** Tries that a receiver saw beyond the first of each delivery. */
  readonly repeats: number;
  /** Tries that took over from a sandbox that was killed. */
  readonly recoveries: number;
}

interface Trial {
  readonly sandbox: KillableSandbox;
  readonly receiver: MoodyReceiver;
  readonly control: SandboxControl;
  readonly secret: string;
  readonly stream: StreamPlace;
}

async function openTrial(place: Workplace, random: () => number): Promise<Trial> {
  const pulse = new ServicePulse();
  const receiver = await startMoodyReceiver(pulse, random);
  const sandbox = await KillableSandbox.open(place);
  const { baseUrl, apiKey, dataDir }: SandboxLine = await sandbox.start();
  const log = watch(join(dataDir, 'database', 'data', 'pg_wal'), () => pulse.committed());
  onTestFinished(() => log.close());
  const add = ['sandbox', 'webhook', 'add', receiver.url];
  const { secret } = await place.json<{ secret: string }>(...add);
  const control = await openControl(dataDir);
  const stream = { baseUrl, apiKey, dataDir, control, pulse, random, service: sandbox };
  return { sandbox, receiver, control, secret, stream };
}

type Struck = Pick<KillTally, 'midStream' | 'midDelivery' | 'starting'>;

/** Kills the sandbox at one instant after another; in the end it runs. */
async function killOn({ sandbox, stream }: Trial): Promise<Struck> {
  const { pulse, random } = stream;
  const struck = { midStream: 0, midDelivery: 0, starting: 0 };
  while (struck.midStream < KILLS) {
    const strike = () => sandbox.kill();
    const { requests, deliveries } = await pulse.strikeAt(chooseInstant(random), strike);
    await sandbox.gone();
    if (requests + deliveries > 0) struck.midStream += 1;
    if (deliveries > 0) struck.midDelivery += 1;
    if (random() * DIES_STARTING < 1) {
      await sandbox.dieStarting(random());
      struck.starting += 1;
    }
    await sandbox.start();
  }
  return struck;
}

async function killInMidStream(trial: Trial) {
  let isOver = false;
  const killing = killOn(trial).finally(() => {
    isOver = true;
  });
  return await Promise.all([killing, streamDocuments(trial.stream, () => isOver)]);
}

const isQueued = ({ state }: { readonly state: string }): boolean => state === 'queued';

/** A document's deliveries with each try, oldest first, once none of them waits any more. */
async function settledLog({ control }: Trial, documentId: string) {
  const list = () => control.listDeliveries({ documentId, limit: LIST_LIMIT });
  let listed = await list();
  for (let rest = 0; rest < MOST_RESTS && listed.some(isQueued); rest += 1) {
    await control.advanceClock({ ms: REST_MS });
    await pause(PAUSE_MS);
    listed = await list();
  }
  const log: SandboxDeliveryDetail[] = [];
  for (const { deliveryId } of listed)
    log.unshift(await control.findDelivery({ name: deliveryId }));
  return log;
}

/** Nothing was created, and nothing paid, twice. */
async function expectOnce({ stream, sandbox }: Trial, acknowledged: readonly Acknowledged[]) {
  const client = countedClient(stream);
  const listed = await client.documents.list().toArray();
  const names = acknowledged.map(({ name }) => name).sort();
  expect(listed.map(({ name }) => name).sort()).toEqual(names);
  const { documentId } = await client.documents.create(aPdf(), { name: 'Last' });
  const signer = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
  await client.documents.addSigners(documentId, [signer]);
  const { creditsRemaining } = await client.documents.send(documentId);
  const signers = acknowledged.flatMap((one) => one.signers).length + 1;
  expect(creditsRemaining).toBe(sandbox.credits - signers);
  client.close();
}

async function account(trial: Trial, acknowledged: readonly Acknowledged[]) {
  const { receiver, secret, stream } = trial;
  const client = countedClient(stream);
  const logs: SandboxDeliveryDetail[] = [];
  for (const one of acknowledged) {
    const log = await settledLog(trial, one.documentId);
    const document = await client.documents.retrieve(one.documentId);
    const ids = new Set(log.map(({ deliveryId }) => deliveryId));
    const tries = receiver.tries.filter(({ deliveryId }) => ids.has(deliveryId));
    accountForDocument({ acknowledged: one, document, log, tries, secret });
    logs.push(...log);
  }
  client.close();
  const known = new Set(logs.map(({ deliveryId }) => deliveryId));
  expect(receiver.tries.filter(({ deliveryId }) => !known.has(deliveryId))).toEqual([]);
  const attempts = logs.flatMap((log) => log.attempts);
  return {
    events: logs.length,
    repeats: receiver.tries.length - logs.length,
    recoveries: attempts.filter(({ trigger }) => trigger === 'recovery').length,
  };
}

/**
 * Kills a sandbox of the built command at chance instants of a stream of documents, starts it again each time, and in
 * the end accounts for each event.
 */
async function trySandbox(seed: number): Promise<KillTally> {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  const trial = await openTrial(place, seededRandom(seed));
  const [struck, acknowledged] = await killInMidStream(trial);
  trial.receiver.calm();
  const counted = await account(trial, acknowledged);
  await expectOnce(trial, acknowledged);
  const lines = trial.sandbox.said().split('\n').filter(Boolean);
  expect(lines.filter((line) => !SET_ASIDE.test(line))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(1);
  return { ...struck, ...counted };
}

const LARGEST_SEED = 2 ** 32;

function chooseSeed(): number {
  const seed = Number(process.env.ESIGN_TEST_SEED ?? Math.floor(Math.random() * LARGEST_SEED));
  onTestFailed(() => {
    process.stdout.write(`ESIGN_TEST_SEED=${seed}\n`);
  });
  return seed;
}

test('kill -9 of the service at many instants of its events loses none of them, invents none and changes no byte', async () => {
  const seed = chooseSeed();
  const seeds = Array.from({ length: SANDBOXES }, (_, at) => seed + at);
  const told = await Promise.all(seeds.map(trySandbox));
  const sum = (one: keyof KillTally) => told.reduce((all, tally) => all + tally[one], 0);
  expect(sum('midStream')).toBeGreaterThanOrEqual(SANDBOXES * KILLS);
  expect(sum('events')).toBeGreaterThan(sum('midStream'));
  for (const met of ['midDelivery', 'starting', 'repeats', 'recoveries'] as const) {
    expect(sum(met), met).toBeGreaterThan(0);
  }
}, 1_800_000);
