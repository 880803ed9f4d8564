import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/contract/audit-chain.ts';
import { findDownload, openDownload } from '../../../../src/service/core/documents/open-files.ts';
import { saveDraft } from '../../../../src/service/core/documents/save-draft.ts';
import { setExternalId } from '../../../../src/service/core/documents/set-external-id.ts';
import { withdrawDocument } from '../../../../src/service/core/documents/withdraw-document.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import type { AuditFields } from '../../../../src/service/core/evidence/audit-fields.rules.ts';
import { AUDIT_FIELDS } from '../../../../src/service/core/evidence/audit-fields.rules.ts';
import { readEntry } from '../../../../src/service/core/evidence/audit-personal.rules.ts';
import { downloadToken, signingToken } from '../../../../src/service/core/links/links.rules.ts';
import { findSigningDocument, openLink } from '../../../../src/service/core/links/open-link.ts';
import { resendLink } from '../../../../src/service/core/links/resend-link.ts';
import { bounceAddress } from '../../../../src/service/core/mails/bounce.rules.ts';
import { recordBounce } from '../../../../src/service/core/mails/record-bounce.ts';
import { attemptItem, recordMails } from '../../../../src/service/core/outbox/attempt-item.ts';
import { removeDocument } from '../../../../src/service/core/retention/remove-document.ts';
import { runRenewals } from '../../../../src/service/core/retention/run-retention.ts';
import { declineDocument } from '../../../../src/service/core/signing/decline-document.ts';
import { MailNotTaken } from '../../../../src/service/ports/mailer.ts';
import { drawnPage, lines } from '../../../support/drawing/drawn-page.ts';
import { MAIL } from '../../../support/outbox/outbox-parts.ts';
import { aForm } from '../../../support/pdf/a-form.ts';
import { DAMAGED_PDFS } from '../../../support/pdf/odd-pdfs.ts';
import { aSignedUpload } from '../../../support/pdf/signed-upload.ts';
import { openProof } from '../../../support/service/a-proof.ts';
import { aBriefProof } from '../../../support/service/brief-proof.ts';
import { QueuedItems } from '../../../support/service/document-facts.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import {
  aCaller,
  aDraft,
  aSentDocument,
  beginOk,
  finish,
  signAs,
} from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const world = await makeSigningWorld();
const { deps } = world;
const { store, links } = deps;

const FROM = { ...SYSTEM, ip: '192.0.2.7', userAgent: 'Browser/1.0', requestId: 'req_1' };
/** Leaves no room, so that a page is added for signatures. */
const FULL = drawnPage({ content: lines({ bottom: 20 }) });

/** Encrypted, and opens without a password. */
const EMPTY_FORM = aForm({ widgets: ['/Rect [60 200 260 220]'] });
const LOCKED = readFileSync(new URL('../../../fixtures/encrypted-owner.pdf', import.meta.url));

const { 'startxref into an object': DAMAGED = () => expect.unreachable() } = DAMAGED_PDFS;

async function aDocument(file = FULL) {
  const { documentId, signerIds, caller } = await aSentDocument(world, 1, file);
  const [signerId = ''] = signerIds;
  const token = signingToken(links.secret, { signerId, linkGeneration: 0 });
  return { documentId, signerId, token, accountId: caller.account.accountId, caller };
}

/** A document that is mailed, and bounced, read, signed and downloaded. */
async function aSignedTrail(): Promise<AuditEntry[]> {
  const { documentId, signerId, token } = await aDocument();
  const [queued] = await new QueuedItems(store, documentId).read();
  for (const failure of [undefined, new MailNotTaken({ reason: 'smtp_550', status: 550 })]) {
    const send = async () => {
      if (failure) throw failure;
    };
    const parts = { mailer: { send }, sender: { deliver: async () => expect.unreachable() } };
    const outbox = { ...deps, ...parts, writeMail: async () => MAIL };
    await recordMails(outbox, [await attemptItem(outbox, queued!)]);
  }
  const to = bounceAddress(links, { mailId: queued?.id ?? '', domain: 'bounces.example.in' });
  await recordBounce(deps, links, { sentTo: [to], action: 'failed', status: '5.1.1' });
  await openLink(deps, { token, origin: FROM });
  await (await findSigningDocument(deps, token))?.recordView(FROM);
  expect(await signAs(world, signerId)).toBeNull();
  const expiresAt = new Date(deps.clock.now().getTime() + 1000);
  const found = await findDownload(
    deps,
    downloadToken(links.secret, { documentId, expiresAt, signerId }),
  );
  if (typeof found === 'string') return expect.unreachable();
  await buffer(await openDownload(deps, found, FROM));
  return await store.readAudit(documentId);
}

/** A document whose signer brings back rubbish, and then declines in the middle of an attempt. */
async function aDeclinedTrail(): Promise<AuditEntry[]> {
  const { documentId, signerId, token } = await aDocument();
  const txn = /txn="([^"]+)"/.exec(await beginOk(deps, signerId))?.[1] ?? '';
  await expect(finish(deps, 'rubbish', txn)).rejects.toThrow();
  await beginOk(deps, signerId);
  expect(await declineDocument(deps, { token, reason: 'The rent is wrong', origin: FROM })).toBe(
    true,
  );
  return await store.readAudit(documentId);
}

/** A document whose link is sent again, and which is withdrawn in the middle of an attempt, and erased. */
async function aWithdrawnTrail(): Promise<AuditEntry[]> {
  const { documentId, accountId, signerId, caller } = await aDocument();
  const { keyPrefix: apiKey } = caller;
  const order = { documentId, origin: FROM, apiKey };
  await setExternalId(deps, caller, { ...order, body: { externalId: 'Lease of Ravi' } });
  await resendLink(deps, asOwner(accountId), order);
  await beginOk(deps, signerId);
  await withdrawDocument(deps, asOwner(accountId), {
    ...order,
    reason: 'Ravi moved',
  });
  const withdrawn = await store.readAudit(documentId);
  expect(await removeDocument(deps, documentId, 'erasure')).toBe(true);
  const removed = (await store.readAudit(documentId)).at(-1);
  return removed ? [...withdrawn, removed] : withdrawn;
}

/** A draft that gets another name, and another signer. */
async function aDraftTrail(): Promise<AuditEntry[]> {
  const caller = await aCaller(world);
  const documentId = await aDraft(world, caller, 0);
  const order = { documentId, name: 'Lease of Ravi', message: '', origin: FROM };
  for (const name of ['Asha', 'Ravi']) {
    const signer = { name, email: 'signer1@example.in', phone: '9876543210' };
    await saveDraft(deps, caller, { ...order, signers: [signer] });
  }
  return await store.readAudit(documentId);
}

/** Documents with a timestamp, and without the one that was asked for. */
async function aProvenTrail(): Promise<AuditEntry[]> {
  const { proof, takeDown, faults } = await openProof(world, 'preferred', afterAll);
  const read: AuditEntry[] = [];
  for (const isDown of [false, true]) {
    if (isDown) takeDown();
    const { documentId, signerId } = await aDocument();
    expect(await signAs({ ...world, deps: { ...deps, proof } }, signerId)).toBeNull();
    read.push(...(await store.readAudit(documentId)));
  }
  faults.clear();
  return read;
}

/** A document whose proof is renewed. */
async function aRenewedTrail(): Promise<AuditEntry[]> {
  const { world: other, proofBy, lasting, documentId } = await aBriefProof(1, afterAll);
  const proof = proofBy(lasting.timestamps.stamp);
  const onError = (error: unknown) => expect.unreachable(String(error));
  expect(await runRenewals({ ...other.deps, proof, onError })).toBe(1);
  return await other.deps.store.readAudit(documentId, { type: 'evidence.renewed' });
}

const trailOf = async (file?: Buffer) => await store.readAudit((await aDocument(file)).documentId);
const [plain, locked, damaged, emptyForm] = [
  await trailOf(),
  await trailOf(LOCKED),
  await trailOf(DAMAGED()),
  await trailOf(EMPTY_FORM),
];
const trails = [
  ...(await aRenewedTrail()),
  ...[...locked, ...damaged, ...emptyForm],
  ...(await trailOf(await aSignedUpload())),
  ...(await aSignedTrail()),
  ...(await aDeclinedTrail()),
  ...(await aWithdrawnTrail()),
  ...(await aProvenTrail()),
  ...(await aDraftTrail()),
];

test('the trail says of a file what had to be done to it, and what is empty in it', () => {
  const [of, ...others] = [plain, locked, damaged, emptyForm].map((trail) => {
    const {
      sha256: _,
      bytes: __,
      pages: ___,
      ...odd
    } = trail.find(({ type }) => type === 'file.hashed')?.data ?? {};
    return odd;
  });
  expect(of).toEqual({});
  expect(others).toEqual([{ unlocked: true }, { repaired: true }, { emptyFields: 1 }]);
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of a record's values; down to the leaves of the table, where there is one. */
function paths(record: object, table?: AuditFields, path = ''): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const fields = table?.[name];
    const isNested = isRecord(value) && (table === undefined || isRecord(fields));
    return isNested
      ? paths(value, isRecord(fields) ? fields : undefined, `${path}${name}.`)
      : [`${path}${name}`];
  });
}

const TYPES = Object.entries(AUDIT_FIELDS);

test.each(TYPES)(
  'the table knows every field that an entry %s has, and no other',
  (type, table) => {
    const own = trails.filter((entry) => entry.type === type);
    const written = own.flatMap((entry) => paths(readEntry(entry).data, table));
    expect([...new Set(written)].sort()).toEqual(paths(table).sort());
  },
);

test('every type of entry that was written is in the table', () => {
  const known = TYPES.map(([type]) => type);
  expect([...new Set(trails.map(({ type }) => type))].sort()).toEqual(known.sort());
});

test('names, addresses and words of people stand in no row of the trail itself', () => {
  const covered = JSON.stringify(trails.map((entry) => ({ ...entry, personal: undefined })));
  const read = JSON.stringify(trails.map(readEntry));
  const words = ['Asha', 'signer1@example.in', '192.0.2.7', 'Browser', 'lease', 'The rent', 'Ravi'];
  const found = (text: string) => words.filter((word) => text.includes(word));
  expect(found(read)).toEqual(words);
  expect(found(covered)).toEqual([]);
});
