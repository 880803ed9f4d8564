import { setTimeout as pause } from 'node:timers/promises';
import { startOutbox } from '../../../src/service/core/outbox/run-outbox.ts';
import { openWebhookSender } from '../../../src/service/webhooks/http-sender.adapter.ts';
import { insertDocument, makeEvent } from '../outbox/outbox-parts.ts';
import type { VictimStore } from './victim-store.ts';
import { openVictimStore } from './victim-store.ts';

/** What a process that delivers, and is killed, is told. */
export interface DeliveryVictim extends VictimStore {
  readonly accountId: string;
  /** How far its clock is ahead, in milliseconds. */
  readonly aheadMs: number;
  readonly webhookDelaysMs: readonly number[];
  /** Between documents, in milliseconds. */
  readonly pauseMs: number;
}

const EVENTS = ['signer.signed', 'signer.signed', 'document.completed'] as const;

/**
 * Delivers what is due, and commits events of one document after another, for as long as the process lives. Says
 * `ready`, then each document once its last event is committed. Argument: a `DeliveryVictim`, JSON.
 */
async function run(told: DeliveryVictim): Promise<never> {
  const store = await openVictimStore(told);
  const { accountId, webhookDelaysMs } = told;
  const clock = { now: () => new Date(Date.now() + told.aheadMs) };
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/test' });
  const mailer = { send: async () => undefined };
  const writeMail = async () => undefined;
  startOutbox({ store, sender, clock, mailer, writeMail, webhookDelaysMs });
  process.stdout.write('ready\n');
  for (;;) {
    const documentId = await insertDocument(store, accountId);
    for (const type of EVENTS) {
      const event = makeEvent(documentId, type);
      await store.transaction((tx) => tx.emitEvent({ accountId, documentId, event }, clock.now()));
    }
    process.stdout.write(`${documentId}\n`);
    await pause(told.pauseMs);
  }
}

run(JSON.parse(process.argv[2] ?? '')).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
