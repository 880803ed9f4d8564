import { expect } from 'vitest';
import type { Document, WebhookEvent, WebhookSigner } from '../../../src/client/index.ts';
import { verifyWebhook } from '../../../src/client/index.ts';
import type { SandboxDeliveryDetail } from '../../../src/sandbox/index.ts';
import type { ReceivedTry } from '../outbox/moody-receiver.ts';
import type { Acknowledged } from './document-stream.ts';

/** What is known of one document's events, from every side. */
export interface Evidence {
  readonly acknowledged: Acknowledged;
  readonly document: Document;
  /** The service's own log of the document's deliveries, oldest first. */
  readonly log: readonly SandboxDeliveryDetail[];
  readonly tries: readonly ReceivedTry[];
  readonly secret: string;
}

/** A document's events, as its signatures imply them (specification, sections 3 and 6). */
function impliedEvents({ documentId, completedAt, certificateUrl, signers }: Document) {
  const upTo = (last: number) =>
    signers.map(({ signerId, name, email, signingOrder, signedAt }, at): WebhookSigner => {
      const hasSigned = at <= last;
      return {
        signerId,
        name,
        email,
        signingOrder,
        signedAt: hasSigned ? signedAt : null,
        hasSigned,
      };
    });
  const events: WebhookEvent[] = signers.map(({ signedAt }, at) => ({
    event: 'signer.signed',
    documentId,
    status: at === signers.length - 1 ? 'COMPLETED' : 'SENT',
    occurredAt: signedAt ?? '',
    signer: upTo(at)[at] ?? null,
    signers: upTo(at),
  }));
  events.push({
    event: 'document.completed',
    documentId,
    status: 'COMPLETED',
    occurredAt: completedAt ?? '',
    completedAt,
    certificateUrl: certificateUrl ?? '',
    signers: upTo(signers.length),
  });
  return events;
}

/** What was acknowledged stands. */
function expectStanding({ acknowledged, document }: Evidence): void {
  const { name, signers, signed } = acknowledged;
  const names = signers.map((signer) => signer.name);
  expect(document).toMatchObject({ name, status: 'COMPLETED' });
  expect(document.signers.map((signer) => signer.name)).toEqual(names);
  for (const { signerId, signedAt } of signed) {
    const stands = document.signers.find((signer) => signer.signerId === signerId);
    expect(stands?.signedAt, `acknowledged signature of ${name}`).toBe(signedAt);
  }
}

/** The tries of one delivery carry one body, its signature, and rising numbers, as the log has them. */
function expectSame(logged: SandboxDeliveryDetail, tries: readonly ReceivedTry[], secret: string) {
  const { deliveryId, body, attempts } = logged;
  expect(logged.state, `state of ${deliveryId}`).toBe('done');
  let before = 0;
  for (const { attempt, received } of tries) {
    expect(received.body.equals(Buffer.from(body)), `bytes of ${deliveryId}`).toBe(true);
    verifyWebhook(received.body, received.headers, secret);
    expect(attempt, `attempts of ${deliveryId}`).toBeGreaterThan(before);
    before = attempt;
  }
  expect(before, `last attempt of ${deliveryId}`).toBeLessThanOrEqual(logged.tries);
  const answered = attempts.filter(({ status }) => status !== null);
  for (const { number, status } of answered) {
    const seen = tries.find(({ attempt }) => attempt === number);
    expect(seen?.status, `answer to ${deliveryId}, attempt ${number}`).toBe(status);
  }
  expect(attempts.some(({ ok, status }) => ok && status === 204)).toBe(true);
}

/** Holds what a document became, what was delivered and what the service logged against each other. */
export function accountForDocument(evidence: Evidence): void {
  expectStanding(evidence);
  const { document, log, tries, secret } = evidence;
  const told = log.map(({ body }) => JSON.parse(body));
  expect(told, `events of ${document.name}`).toEqual(impliedEvents(document));
  const firsts = [...new Set(tries.map(({ deliveryId }) => deliveryId))];
  expect(firsts, 'first tries, in order').toEqual(log.map(({ deliveryId }) => deliveryId));
  for (const logged of log) {
    const own = tries.filter(({ deliveryId }) => deliveryId === logged.deliveryId);
    expectSame(logged, own, secret);
  }
}
