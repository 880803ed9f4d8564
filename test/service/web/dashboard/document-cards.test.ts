import { expect, test } from 'vitest';
import type { DocumentHistory } from '../../../../src/service/core/finding/read-history.ts';
import { outboxCards } from '../../../../src/service/web/dashboard/outbox-cards.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

type Mail = DocumentHistory['mails'][number];
type Delivery = DocumentHistory['deliveries'][number];

const signer = aSigner(1, { name: 'Asha Rao' });
const document = aDocument('acc_test', { signers: [signer] });

const wordsOf = (parts: Partial<DocumentHistory>): string =>
  outboxCards({ document, trail: [], mails: [], deliveries: [], ...parts })
    .text.replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

const NOON = '20 Nov 2026, 5:30 pm IST';
const QUEUED: Mail = {
  kind: 'signing-link',
  signerId: signer.signerId,
  state: 'queued',
  createdAt: at(),
  tries: 0,
  nextTryAt: at(),
  endedAt: null,
  error: null,
  bouncedAt: null,
};
const DONE = { state: 'done', tries: 1, nextTryAt: null, endedAt: at() } as const;

test.each<[Partial<Mail>, string]>([
  [{}, `due ${NOON}`],
  [{ tries: 1, error: 'smtp_451' }, `not accepted yet (smtp_451), next attempt ${NOON}`],
  [
    { tries: 1, error: 'smtp_451', nextTryAt: null },
    'not accepted yet (smtp_451), an attempt is in progress',
  ],
  [{ ...DONE }, `accepted by the mail server ${NOON}`],
  [{ ...DONE, error: 'not_needed' }, 'no longer needed'],
  [{ ...DONE, bouncedAt: at() }, `came back ${NOON}`],
  [{ ...DONE, state: 'failed', error: 'smtp_550' }, 'given up (smtp_550)'],
])('a mail %j is told as %s', (given, words) => {
  expect(wordsOf({ mails: [{ ...QUEUED, ...given }] })).toContain(
    `Signing link, to Asha Rao: ${words} `,
  );
});

test('a mail about a declined document goes to the account', () => {
  const mail = { ...QUEUED, kind: 'declined', signerId: null } as const;
  expect(wordsOf({ mails: [mail] })).toContain('A signer declined, to the account: due');
});

test('a reminder is told while it may still be sent', () => {
  const reminder = { ...QUEUED, kind: 'reminder' } as const;
  const sent = { ...document, status: 'SENT', sentAt: at() } as const;
  const told = (given: typeof document) => wordsOf({ document: given, mails: [reminder] });
  expect(told(sent)).toContain(`Reminder, to Asha Rao: planned for ${NOON} `);
  const signed = { ...sent, signers: [{ ...signer, signedAt: at() }, aSigner(2)] };
  expect(told(signed)).not.toContain('Reminder');
  expect(told({ ...sent, withdrawnAt: at(), withdrawalReason: 'TEST' })).not.toContain('Reminder');
});

const LAST = { startedAt: at(), ok: false, status: 503, error: 'http_503', durationMs: 9 };
const DELIVERY: Delivery = {
  deliveryId: '00000000-0000-4000-8000-000000000000',
  endpointId: 'we_test',
  url: 'https://hooks.example.com/esign?token=test',
  event: 'signer.signed',
  documentId: document.documentId,
  state: 'queued',
  createdAt: at(),
  tries: 0,
  nextTryAt: at(),
  lastTry: null,
};

test.each<[Partial<Delivery>, string]>([
  [{}, 'due'],
  [{ tries: 2, lastTry: LAST }, `not accepted yet (503), next attempt ${NOON}`],
  [{ state: 'done', tries: 1, lastTry: { ...LAST, status: 204 } }, 'accepted (204)'],
  [{ state: 'failed', tries: 1, lastTry: LAST }, 'given up after 1 attempt (503)'],
  [
    { state: 'failed', tries: 11, lastTry: { ...LAST, status: null, error: 'timeout' } },
    'given up after 11 attempts (timeout)',
  ],
  [{ state: 'skipped' }, 'skipped: its endpoint was off, or too much waited for it'],
])('a delivery %j is told as %s, and its address only by its host', (given, words) => {
  const told = wordsOf({ deliveries: [{ ...DELIVERY, ...given }] });
  expect(told).toContain(`signer.signed to hooks.example.com: ${words} `);
  expect(told).not.toContain('token=test');
});

const { service, user } = await openApi();

test('the page of a document says first which signature is by somebody else than was invited', async () => {
  const named = (order: number, certifiedName: string, signedAt: Date | null = at()) =>
    aSigner(order, { name: `Asha Rao ${order}`, certifiedName, signedAt });
  const made = aDocument(user.account.accountId, {
    status: 'SENT',
    sentAt: at(),
    signers: [
      named(1, 'Vijay <b> Kumar'),
      named(2, 'صدیقی'),
      named(3, 'ASHA RAO 3'),
      named(4, 'Meera Nair', null),
    ],
  });
  await service.deps.store.transaction(async (tx) => {
    await tx.insertDocument(made);
    await tx.insertSigners(made.documentId, made.signers);
  });
  const { accountId } = made;
  const member = await aMember(service, { accountId });
  const { body } = await member.get(`/dashboard/documents/${made.documentId}`);
  const other = 'Vijay &lt;b&gt; Kumar, invited as Asha Rao 1';
  const text = body.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  expect(text).toMatch(new RegExp(`Waiting 3 of 4.*Signed by ${other}\\..*Signers ✓ ${other} `));
  expect(text.split('Signed by')).toHaveLength(2);
  expect(text).toMatch(/✓ Asha Rao 2 .* Certificate issued to صدیقی ✓ Asha Rao 3/);
  expect(text.split('Certificate issued to')).toHaveLength(2);
  expect(text).not.toContain('Meera Nair');
});
