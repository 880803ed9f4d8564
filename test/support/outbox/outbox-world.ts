import { onTestFinished } from 'vitest';
import type { WebhookEvent } from '../../../src/contract/webhooks/webhook-event.ts';
import type { MailNotice } from '../../../src/service/core/mails/mail-notice.rules.ts';
import type { DeliveryAttempt } from '../../../src/service/core/outbox/outbox.rules.ts';
import type { OutboxDeps } from '../../../src/service/core/outbox/run-outbox.ts';
import { startOutbox } from '../../../src/service/core/outbox/run-outbox.ts';
import type { RegularRun } from '../../../src/service/core/run-regularly.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { openWebhookSender } from '../../../src/service/webhooks/http-sender.adapter.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import type { WebhookEndpoint } from '../../../src/service/webhooks/webhook-endpoint.rules.ts';
import { asOwner } from '../sign-in/callers.ts';
import { MAIL, MovableClock, makeAccount, NOTICE, signerOf } from './outbox-parts.ts';

/** An account with a document, of which events and mails can be queued. */
export class OutboxWorld {
  readonly store: DocumentStore;
  readonly accountId: string;
  readonly documentId: string;

  constructor(store: DocumentStore, ids: { accountId: string; documentId: string }) {
    this.store = store;
    this.accountId = ids.accountId;
    this.documentId = ids.documentId;
  }

  /** An endpoint that is off once the test ends, so that what is left of its deliveries stays with its test. */
  async endpoint(url: string): Promise<WebhookEndpoint> {
    const { store, accountId } = this;
    const clock = { now: () => new Date() };
    const endpoint = await addEndpoint({ store, clock }, asOwner(accountId), { url });
    onTestFinished(async () => {
      const { endpointId } = endpoint;
      await store.transaction((tx) => tx.changeEndpoint(endpointId, { enabled: false }));
    });
    return endpoint;
  }

  /** Queues events in one transaction; answers their bytes. */
  async emit(...events: readonly WebhookEvent[]): Promise<Buffer[]> {
    const { store, accountId } = this;
    await store.transaction(async (tx) => {
      for (const event of events) {
        const { documentId } = event;
        await tx.emitEvent({ accountId, documentId, event }, new Date());
      }
    });
    return events.map((event) => Buffer.from(JSON.stringify(event)));
  }

  /** Queues a mail, or a number of them in one transaction. */
  async queueMail(notice: MailNotice = NOTICE, count = 1): Promise<void> {
    const { store, documentId } = this;
    const to = { documentId, signerId: signerOf(documentId), at: new Date() };
    const mails = Array.from({ length: count }, () => ({ notice, ...to }));
    await store.transaction((tx) => tx.queueMails(mails));
  }
}

/** A fresh account with a document in a store. */
export async function makeWorld(store: DocumentStore): Promise<OutboxWorld> {
  return new OutboxWorld(store, await makeAccount(store));
}

/** An outbox that the test closes when it ends, with what it tried. */
export function runOutbox(
  store: DocumentStore,
  deps: Partial<OutboxDeps> = {},
): { outbox: RegularRun; tried: DeliveryAttempt[]; errors: unknown[]; clock: MovableClock } {
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/test' });
  const clock = new MovableClock();
  const tried: DeliveryAttempt[] = [];
  const errors: unknown[] = [];
  const outbox = startOutbox({
    store,
    sender,
    mailer: { send: async () => undefined },
    writeMail: async () => MAIL,
    clock,
    random: () => 1 / 3,
    onAttempt: (one) => tried.push(one),
    onError: (error) => errors.push(error),
    ...deps,
  });
  onTestFinished(async () => {
    await sender.close();
    await outbox.close();
  });
  return { outbox, tried, errors, clock };
}
