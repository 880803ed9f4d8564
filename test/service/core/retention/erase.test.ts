import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { EVENT_EXAMPLES } from '../../../../src/contract/examples.ts';
import { setBillingProfile } from '../../../../src/service/billing/invoices/set-billing-profile.ts';
import { addApiKey } from '../../../../src/service/core/accounts/api-keys.ts';
import { changeAccount } from '../../../../src/service/core/accounts/create-account.ts';
import { askReplyAddress } from '../../../../src/service/core/accounts/reply-address.ts';
import { setLogo } from '../../../../src/service/core/branding/set-logo.ts';
import { findDownload, openDownload } from '../../../../src/service/core/documents/open-files.ts';
import { withdrawDocument } from '../../../../src/service/core/documents/withdraw-document.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { issueCertificate } from '../../../../src/service/core/evidence/issue-certificate.ts';
import { downloadToken, signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { keepReturn, openLink } from '../../../../src/service/core/links/open-link.ts';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { eraseAccount, eraseDocument } from '../../../../src/service/core/retention/erase.ts';
import { setHold } from '../../../../src/service/core/retention/legal-holds.ts';
import { runRetention } from '../../../../src/service/core/retention/run-retention.ts';
import { declineDocument } from '../../../../src/service/core/signing/decline-document.ts';
import { aLogo } from '../../../support/pdf/a-logo.ts';
import { allText } from '../../../support/service/all-text.ts';
import { aCaller, aDraft, begin } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import {
  aCompletedDocument,
  aRequest,
  aSent,
  aSignedInMember,
  claimAll,
  filesBelow,
  findingsOf,
  openRetentionWorld,
  settle,
  wordsInFiles,
} from './retention-world.ts';

const { world, deps, query } = await openRetentionWorld();
const { store, links, clock } = deps;

/** What the account below leaves in database and files, and nothing else here does. */
const PERSONAL = [
  ...[
    'Northwind',
    'contact-test@',
    'member-test@',
    'passkey-test',
    'credential-test',
    'profile-test',
    'reply-test@',
    'message-test',
  ],
  ...['help-test', 'origin-test', 'return-test', 'hooks.example'],
  // The last one is in the bytes of each logo.
  ...['pending-test@', '#0e5c58', 'IHDR'],
  ...['Asha', 'signer1@', '9876543210', 'lease', '192.0.2.77', 'Browser-test'],
  ...['reason-test', 'receiver-test', 'header-test', 'key-test', '/route-test'],
];
const FROM = { ...SYSTEM, ip: '192.0.2.77', userAgent: 'Browser-test/1.0' };
const KEEP = { confirm: null, mayWithdraw: false };

const tokenOf = (signerId: string) => signingToken(links.secret, { signerId, linkGeneration: 0 });

/** An account with a document in each state, and traces of people wherever there can be some. */
async function aFullAccount() {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  await changeAccount(deps, asOwner(accountId), {
    contactEmail: 'contact-test@example.in',
    replyTo: 'reply-test@example.in',
    message: 'message-test',
    helpUrl: 'https://help-test.example.in',
    returnOrigins: 'https://origin-test.example.in',
    colour: '#0e5c58',
  });
  await setLogo(deps, asOwner(accountId), aLogo());
  await askReplyAddress(deps, asOwner(accountId), 'pending-test@example.in');
  const completed = await aCompletedDocument(world, caller);
  await openLink(deps, { token: tokenOf(completed.signerId), origin: FROM });
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const token = downloadToken(links.secret, { ...completed, expiresAt });
  const found = await findDownload(deps, token);
  if (typeof found === 'string') throw new Error(found);
  (await openDownload(deps, found, FROM)).resume();
  const [declined, withdrawn, open] = [
    await aSent(world, caller),
    await aSent(world, caller),
    await aSent(world, caller),
  ];
  const reason = 'reason-test';
  await declineDocument(deps, { token: tokenOf(declined.signerId), reason, origin: FROM });
  const address = 'https://origin-test.example.in/return-test';
  await keepReturn(deps, { token: tokenOf(open.signerId), address });
  const { documentId } = withdrawn;
  const owner = asOwner(accountId);
  await withdrawDocument(deps, owner, { documentId, reason, origin: FROM });
  await openLink(deps, { token: tokenOf(open.signerId), origin: FROM });
  expect(await begin(deps, open.signerId)).toMatchObject({ state: 'at_gateway' });
  await aDraft(world, caller, 1);
  await aSignedInMember(world, accountId, FROM);
  const legalName = 'profile-test';
  const typed = {
    legalName,
    address: legalName,
    state: '29',
    gstin: '',
    email: 'papers-test@example.in',
  };
  await setBillingProfile(deps, owner, typed);
  const [endpoint] = await store.listEndpoints(accountId);
  const event = EVENT_EXAMPLES['signer.signed'];
  const test = { accountId, endpointId: endpoint?.endpointId ?? '', event };
  await store.transaction((tx) => tx.queueTest(test, clock.now()));
  for (const item of await claimAll(world)) await settle(world, item);
  await addApiKey(deps, owner, { kind: 'test', name: 'key-test', createdBy: 'operator' });
  await store.logRequests([aRequest(caller, clock.now())]);
  return { caller, accountId, completed, open, download: token };
}

async function expectNothingLeft(): Promise<void> {
  for (const [table, text] of await allText(query)) {
    expect([table, PERSONAL.filter((word) => text.includes(word))]).toEqual([table, []]);
  }
  expect(await wordsInFiles(world, PERSONAL)).toEqual([]);
}

test('an erased account leaves tombstones and the ledger, and no personal value in any table or file but the trash', async () => {
  const { caller, accountId, completed, open, download } = await aFullAccount();
  const operator = asOperator(accountId);
  const { documentId } = completed;
  const certificate = await issueCertificate(deps, caller, documentId);
  const tables = [...(await allText(query)).values()].join('\n');
  expect(PERSONAL.filter((word) => !tables.includes(word))).toEqual([]);
  const late = await claimAll(world);
  expect(late.length).toBeGreaterThan(5);
  const wrong = eraseAccount(deps, operator, { ...KEEP, confirm: 'Northwind' });
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(eraseAccount(deps, operator, KEEP)).rejects.toThrow('wait for signatures: 1.');
  await setHold(deps, operator, { documentId, reason: 'Case 1 (TEST)' });
  const held = eraseAccount(deps, operator, { ...KEEP, mayWithdraw: true });
  await expect(held).rejects.toThrow('are on legal hold: 1.');
  await setHold(deps, operator, { documentId, reason: null });

  const wishes = { confirm: caller.account.name, mayWithdraw: true };
  const erased = await eraseAccount(deps, operator, wishes);
  expect(erased).toMatchObject({ accountId, documentId: null, entriesKept: 0 });
  expect(erased.finishedAt).toEqual(expect.any(Date));
  for (const item of late) await settle(world, item);
  await expectNothingLeft();
  expect(await findingsOf(world)).toEqual([]);
  expect(await eraseAccount(deps, operator, KEEP)).toEqual(erased);

  const { rows } = await query('SELECT * FROM documents WHERE removed_at IS NOT NULL');
  expect(rows).toHaveLength(5);
  expect(await filesBelow(world, 'documents')).toEqual([]);
  expect((await filesBelow(world, 'trash')).length).toBeGreaterThanOrEqual(5);
  expect((await query('SELECT sum(credits)::int AS left FROM credit_ledger')).rows).toEqual([
    { left: 6 },
  ]);
  expect(await store.findAccount(accountId)).toBeUndefined();
  expect(await store.listApiKeys(accountId)).toEqual([]);
  await store.logRequests([aRequest(caller, clock.now())]);
  expect(await store.listRequests({ accountId, limit: 5 })).toEqual([]);
  expect(await openLink(deps, { token: tokenOf(open.signerId), origin: FROM })).toBeUndefined();
  expect(await findDownload(deps, download)).toBe('removed');

  const loaded = await PDF.load(certificate.bytes);
  const lines = Buffer.from(loaded.getAttachment('audit.jsonl') ?? [])
    .toString()
    .trim()
    .split('\n');
  const certified: string[] = lines.map((line) => JSON.parse(line).hash);
  const trail = (await store.readAudit(documentId)).map(({ hash }) => hash);
  expect(trail.slice(0, certified.length)).toEqual(certified);
});

/** An erasure whose process ended after the first of three documents. */
async function aCutErasure(): Promise<string> {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  for (let made = 0; made < 3; made += 1) await aDraft(world, caller, 1);
  let discarded = 0;
  const discard = async (key: string) => {
    discarded += 1;
    if (discarded > 1) throw new Error('The process ends here.');
    await deps.files.discard(key);
  };
  const cut = { ...deps, files: { ...deps.files, discard } };
  await expect(eraseAccount(cut, asOperator(accountId), KEEP)).rejects.toThrow('ends here');
  expect(await store.listErasures({ isOpen: true })).toMatchObject([{ accountId }]);
  expect(await store.listKept({ accountId, limit: 9 })).toHaveLength(2);
  return accountId;
}

test('an erasure that was cut off is finished by the next run', async () => {
  await aCutErasure();
  await runRetention(deps);
  expect(await store.listErasures({ isOpen: true })).toEqual([]);
  await expectNothingLeft();
});

test('an erasure that was cut off is finished by asking again', async () => {
  const accountId = await aCutErasure();
  expect(await eraseAccount(deps, asOperator(accountId), KEEP)).toMatchObject({
    finishedAt: expect.any(Date),
  });
  await expectNothingLeft();
});

test('one document is erased by itself, and its account stays as it is', async () => {
  const caller = await aCaller(world);
  const { accountId } = caller.account;
  const [{ documentId }, other] = [
    await aCompletedDocument(world, caller),
    await aDraft(world, caller, 1),
  ];
  const wrong = eraseDocument(deps, documentId, { ...KEEP, confirm: 'lease' });
  await expect(wrong).rejects.toThrow('The name to confirm is "lease.pdf".');
  const reason = 'Case 2 (TEST)';
  await setHold(deps, asOperator(accountId), { documentId: null, reason });
  await expect(eraseDocument(deps, documentId, KEEP)).rejects.toThrow('account is on legal hold');
  await setHold(deps, asOperator(accountId), { documentId: null, reason: null });
  const erased = await eraseDocument(deps, documentId, { ...KEEP, confirm: 'lease.pdf' });
  expect(erased).toMatchObject({ accountId, documentId, finishedAt: expect.any(Date) });
  expect(await eraseDocument(deps, documentId, KEEP)).toEqual(erased);
  expect((await store.readAudit(documentId)).at(-1)).toMatchObject({
    type: 'document.removed',
    data: { cause: 'erasure' },
  });
  expect(await store.findDocument(documentId)).toBeUndefined();
  expect(await store.findDocument(other)).toBeDefined();
  expect(await findingsOf(world)).toEqual([]);
  await eraseAccount(deps, asOperator(accountId), KEEP);
  await expectNothingLeft();
});

test('values of the oldest trails cannot be erased, and the report counts their entries', async () => {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0);
  await query(
    `INSERT INTO audit_entries (document_id, seq, at, type, actor, ip, data, previous_hash, hash)
      VALUES ($1, 3, now(), 'link.opened', 'system', '192.0.2.77', '{}', '0', '1')`,
    [documentId],
  );
  expect(await eraseDocument(deps, documentId, KEEP)).toMatchObject({ entriesKept: 1 });
});
