import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccount } from '../../src/service/core/accounts/create-account.ts';
import { withdrawDocument } from '../../src/service/core/documents/withdraw-document.ts';
import { SYSTEM } from '../../src/service/core/evidence/audit.rules.ts';
import { signingToken, signUrl } from '../../src/service/core/links/links.rules.ts';
import { resendLink } from '../../src/service/core/links/resend-link.ts';
import { findVisit, viewFor } from '../../src/service/core/links/signing-view.ts';
import { declineDocument } from '../../src/service/core/signing/decline-document.ts';
import { addMember } from '../../src/service/members/change-members.ts';
import { addEndpoint } from '../../src/service/webhooks/manage-endpoints.ts';
import type { WebhookEndpoint } from '../../src/service/webhooks/webhook-endpoint.rules.ts';
import { writeMail } from '../../src/service/write-mail.ts';
import { QueuedItems } from '../support/service/document-facts.ts';
import { makeSigningWorld } from '../support/service/make-signing-world.ts';
import { aSentDocument, signAs } from '../support/service/signing-world.ts';
import { asOwner } from '../support/sign-in/callers.ts';

const world = await makeSigningWorld();

async function queuedMails(documentId: string) {
  const items = await new QueuedItems(world.deps.store, documentId).read();
  return items.filter((item) => item.kind === 'mail');
}

test('the outbox holds no link and no address: a mail is written when it is sent', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 2);
  const mails = await queuedMails(documentId);
  expect(JSON.stringify(mails)).not.toMatch(/https?:|@|Asha/);
  const written = await Promise.all(mails.map((item) => writeMail(world.deps, item)));
  expect(written.map((mail) => mail && `${mail.kind} ${mail.to}`)).toEqual([
    'signing-link signer1@example.in',
    'signing-link signer2@example.in',
    ...Array(3).fill('reminder signer1@example.in'),
  ]);
  expect(written[1]?.text).toContain(
    signUrl(world.deps.links, { signerId: signerIds[1] ?? '', linkGeneration: 0 }),
  );
  expect(written[0]?.text).toContain('Northwind Homes');
});

test('a mail names the authority that is offered when it is written', async () => {
  const { documentId } = await aSentDocument(world, 1);
  const [asked] = await queuedMails(documentId);
  const [first] = world.deps.gateways;
  const names = { authority: 'TEST Other Authority', identity: 'TEST identity' };
  const other = { ...first, id: 'other', names: { en: names, hi: names } };
  const deps = { ...world.deps, gateways: [first, other] as const };
  expect((await writeMail(deps, asked!))?.text).toContain(first.names.en.authority);
  const openUntil = new Date(world.clock.now().getTime() + 60_000);
  await deps.store.changeBreaker(first.id, (before) => ({ ...before, openUntil }));
  expect((await writeMail(deps, asked!))?.text).toContain(names.authority);
  await deps.store.changeBreaker(first.id, (before) => ({ ...before, openUntil: null }));
});

test('a signer who has signed is not asked again, and all are told of the end', async () => {
  const { documentId, signerIds } = await aSentDocument(world, 1);
  const [link] = await queuedMails(documentId);
  expect(await signAs(world, signerIds[0] ?? '')).toBeNull();
  expect(await writeMail(world.deps, link!)).toBeUndefined();
  const [completed] = await queuedMails(documentId);
  expect(await writeMail(world.deps, completed!)).toMatchObject({ kind: 'completed' });
});

/** The kinds and addresses of those of a document's mails that are still written. */
async function writtenMails(documentId: string) {
  const written = await Promise.all(
    (await queuedMails(documentId)).map((item) => writeMail(world.deps, item)),
  );
  return written.flatMap((mail) => (mail ? [`${mail.kind} ${mail.to}`] : []));
}

test('once a document is withdrawn its signers are told so, and asked nothing any more', async () => {
  const { documentId, caller } = await aSentDocument(world, 2);
  const order = { documentId, reason: 'Sent twice', origin: SYSTEM };
  await withdrawDocument(world.deps, asOwner(caller.account.accountId), order);
  expect(await writtenMails(documentId)).toEqual([
    'withdrawn signer1@example.in',
    'withdrawn signer2@example.in',
  ]);
});

test('once a signer has declined, only the sender gets a mail, where its address is known', async () => {
  const { documentId, signerIds, caller } = await aSentDocument(world, 2);
  const token = signingToken(world.deps.links.secret, {
    signerId: signerIds[0] ?? '',
    linkGeneration: 0,
  });
  await declineDocument(world.deps, { token, reason: '', origin: SYSTEM });
  const items = await queuedMails(documentId);
  const written = async () =>
    (await Promise.all(items.map((item) => writeMail(world.deps, item)))).filter(Boolean);
  expect(await written()).toEqual([]);
  const change = { contactEmail: 'office@example.test' };
  await world.deps.store.transaction((tx) => tx.changeAccount(caller.account.accountId, change));
  expect(await written()).toMatchObject([{ kind: 'declined', to: 'office@example.test' }]);
});

test('a decline is told to the owners of an account that has no address', async () => {
  const { documentId, signerIds, caller } = await aSentDocument(world, 1);
  const { accountId } = caller.account;
  const email = `${randomUUID()}@example.test`;
  await addMember(world.deps, asOwner(accountId), { email, role: 'owner' });
  const token = signingToken(world.deps.links.secret, {
    signerId: signerIds[0] ?? '',
    linkGeneration: 0,
  });
  await declineDocument(world.deps, { token, reason: '', origin: SYSTEM });
  expect(await writtenMails(documentId)).toEqual([`declined ${email}`]);
  const visit = await findVisit(world.deps, token);
  expect((await viewFor(world.deps, visit!)).isSenderMailed).toBe(true);
});

test('a link is mailed again to the signer whose turn it is, and not once it has expired', async () => {
  const { documentId, caller } = await aSentDocument(world, 2);
  await queuedMails(documentId);
  const sender = asOwner(caller.account.accountId);
  await resendLink(world.deps, sender, { documentId, origin: SYSTEM });
  const mails = (await queuedMails(documentId)).slice(-1);
  const write = () => writeMail(world.deps, mails[0]!);
  expect(await write()).toMatchObject({ kind: 'signing-link', to: 'signer1@example.in' });
  world.clock.advance(31 * 24 * 3600_000);
  expect(await write()).toBeUndefined();
});

test('a mail that grew stale is not sent', async () => {
  const { documentId } = await aSentDocument(world, 1);
  const [item] = await queuedMails(documentId);
  const staleIn = (ms: number) => {
    const staleAt = new Date(world.clock.now().getTime() + ms).toISOString();
    return writeMail(world.deps, { ...item!, mail: { kind: 'signing-link', staleAt } });
  };
  expect(await staleIn(0)).toBeUndefined();
  expect(await staleIn(60_000)).toMatchObject({ kind: 'signing-link' });
});

test('a mail about a document or a signer that is not there is not sent', async () => {
  const { documentId } = await aSentDocument(world, 1);
  const [item] = await queuedMails(documentId);
  expect(await writeMail(world.deps, { ...item!, signerId: null })).toBeUndefined();
  expect(await writeMail(world.deps, { ...item!, documentId: 'none' })).toBeUndefined();
});

test('an account is told of an endpoint that is off, where its address is known, and of no other', async () => {
  const { store, clock } = world.deps;
  const account = { name: 'Northwind Homes', credits: 0, subscription: 'active' } as const;
  const [known, unknown] = await Promise.all([
    createAccount(world.deps, { ...account, contactEmail: 'accounts@example.test' }),
    createAccount(world.deps, account),
  ]).then((accounts) =>
    Promise.all(
      accounts.map(({ accountId }) =>
        addEndpoint({ store, clock }, asOwner(accountId), { url: 'https://hooks.example.com/' }),
      ),
    ),
  );
  const mailOf = (
    { endpointId }: WebhookEndpoint,
    about: { readonly failingSince?: string } = {},
  ) =>
    writeMail(world.deps, {
      id: randomUUID(),
      documentId: null,
      signerId: null,
      createdAt: clock.now(),
      attempt: 1,
      step: 0,
      trigger: 'auto',
      resume: null,
      seq: 1,
      kind: 'mail',
      mail: { kind: 'endpoint-disabled', ...about, endpointId },
    });
  expect(await mailOf(known!)).toBeUndefined();
  const failingSince = clock.now();
  const warning = { failingSince: failingSince.toISOString() };
  expect(await mailOf(known!, warning)).toBeUndefined();
  const health = { noSuccessSince: failingSince, failures: 12, failingSince };
  await store.transaction((tx) => tx.changeEndpoint(known!.endpointId, { health }));
  expect(await mailOf(known!, warning)).toMatchObject({ kind: 'endpoint-failing' });
  const older = { ...warning, failingSince: new Date(0).toISOString() };
  expect(await mailOf(known!, older)).toBeUndefined();
  const off = { enabled: false, disabledReason: 'gone', disabledAt: clock.now() } as const;
  for (const { endpointId } of [known!, unknown!])
    await store.transaction((tx) => tx.changeEndpoint(endpointId, off));
  expect(await mailOf(known!)).toMatchObject({
    kind: 'endpoint-disabled',
    to: 'accounts@example.test',
    toName: 'Northwind Homes',
  });
  expect(await mailOf(unknown!)).toBeUndefined();
});
