import { expect, test } from 'vitest';
import type { EventsWish } from '../../../../src/cli/webhook/trigger/document-life.ts';
import { composeEvents } from '../../../../src/cli/webhook/trigger/document-life.ts';
import { eventProblem } from '../../../../src/contract/webhooks/webhook-event.ts';

const composed = (what: EventsWish['what'], signers: number, signed = signers) =>
  composeEvents({
    what,
    documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
    signers,
    signed,
    count: 1,
    now: new Date('2026-11-20T13:02:44.871Z'),
    baseUrl: 'https://esign.example.com/',
  });

test.each([1, 2, 3, 4, 5, 6])(
  'the life of a document with %i signers is as from the service',
  (count) => {
    const events = composed('scenario', count);
    expect(events.map(({ event }) => event)).toEqual([
      ...Array.from({ length: count }, () => 'signer.signed'),
      'document.completed',
    ]);
    for (const event of events) expect(eventProblem(event.event, event)).toBeUndefined();
    const signed = events.map(({ signers }) => signers.filter(({ hasSigned }) => hasSigned).length);
    expect(signed).toEqual([...Array.from({ length: count }, (_, at) => at + 1), count]);
    expect(events.map(({ status }) => status)).toEqual([
      ...Array.from({ length: count - 1 }, () => 'SENT'),
      'COMPLETED',
      'COMPLETED',
    ]);
    const times = events.map(({ occurredAt }) => occurredAt);
    expect(times).toEqual([...times].sort());
  },
);

test('every signer keeps name, id and time of signature through all events', () => {
  const events = composed('scenario', 3);
  const last = events.at(-1)?.signers;
  for (const { signers } of events) {
    for (const [at, signer] of signers.entries()) {
      expect(last?.[at]).toMatchObject({ signerId: signer.signerId, name: signer.name });
      if (signer.hasSigned) expect(signer).toEqual(last?.[at]);
      else expect(signer.signedAt).toBeNull();
    }
  }
});

test('the signer of an event is the one who signed then', () => {
  const [event] = composed('signer.signed', 3, 2);
  expect(event).toMatchObject({
    event: 'signer.signed',
    status: 'SENT',
    signer: { signingOrder: 2 },
  });
  expect(event?.occurredAt).toBe('2026-11-20T13:02:44.871Z');
  expect(event?.event === 'signer.signed' && event.signer?.signedAt).toBe(event?.occurredAt);
});

test('a completion comes with the last signature and names the certificate', () => {
  expect(composed('document.completed', 2)[0]).toMatchObject({
    completedAt: '2026-11-20T13:02:44.871Z',
    certificateUrl:
      'https://esign.example.com/api/v1/documents/5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11/certificate',
  });
});
