import { startOutbox } from '../../../src/service/core/outbox/run-outbox.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded/open-embedded.ts';
import { openWebhookSender } from '../../../src/service/webhooks/http-sender.adapter.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import { makeAccount, makeEvent } from '../outbox/outbox-parts.ts';
import { asOwner } from '../sign-in/callers.ts';
import { embeddedOptions } from '../store/database.ts';

/**
 * A process to be killed: queues events for the endpoint given, works on the outbox, and prints the bytes of the events
 * once they are committed. Arguments: the database's folder, the endpoint's URL.
 */
async function run([folder = '', url = '']: readonly string[]): Promise<void> {
  const store = await openEmbeddedStore(await embeddedOptions(folder));
  const clock = { now: () => new Date() };
  const { accountId, documentId } = await makeAccount(store);
  await addEndpoint({ store, clock }, asOwner(accountId), { url });
  const events = [
    makeEvent(documentId, 'signer.signed'),
    makeEvent(documentId, 'document.completed'),
  ];
  await store.transaction(async (tx) => {
    for (const event of events) await tx.emitEvent({ accountId, documentId, event }, clock.now());
  });
  process.stdout.write(`${JSON.stringify(events.map((event) => JSON.stringify(event)))}\n`);
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/test' });
  const mailer = { send: async () => undefined };
  startOutbox({ store, sender, clock, mailer, writeMail: async () => undefined });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
});
