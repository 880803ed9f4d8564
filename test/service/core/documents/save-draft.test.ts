import { describe, expect, test } from 'vitest';
import type { KeyCaller } from '../../../../src/service/core/accounts/authenticate.ts';
import { draftHash } from '../../../../src/service/core/documents/document.rules.ts';
import { findOwnDocument } from '../../../../src/service/core/documents/read-documents.ts';
import type { DraftOrder } from '../../../../src/service/core/documents/save-draft.ts';
import { saveDraft } from '../../../../src/service/core/documents/save-draft.ts';
import { takeChange } from '../../../../src/service/core/documents/take-change.ts';
import { SYSTEM } from '../../../../src/service/core/evidence/audit.rules.ts';
import { findDocuments } from '../../../../src/service/core/finding/find-documents.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller, aDraft, send } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const world = await makeSigningWorld();
const { deps } = world;
const caller = await aCaller(world);

const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
const RAVI = { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876543211' };

const save = async (documentId: string, order: Partial<DraftOrder>, by: KeyCaller = caller) =>
  await saveDraft(deps, by, {
    ...{ documentId, origin: SYSTEM, name: 'Lease', message: '', signers: [] },
    ...order,
  });

const read = async (documentId: string) => await findOwnDocument(deps, caller, documentId);

const trailOf = async (documentId: string) =>
  (await deps.store.readAudit(documentId)).map(({ type }) => type).slice(2);

const found = async (typed: string) =>
  (await findDocuments(deps, asOwner(caller.account.accountId), { typed })).documents.length;

describe('saving a draft', () => {
  test('puts all signers in their new order, and keeps the id of those who stay', async () => {
    const documentId = await aDraft(world, caller, 0);
    await save(documentId, { signers: [ASHA, RAVI] });
    const before = await read(documentId);
    await save(documentId, { signers: [RAVI, ASHA], message: 'Please sign today.' });
    const after = await read(documentId);
    expect(after.signers.map(({ name, signingOrder }) => [name, signingOrder])).toEqual([
      ['Ravi Kumar', 1],
      ['Asha Rao', 2],
    ]);
    const idsOf = ({ signers }: typeof before) => signers.map(({ signerId }) => signerId);
    expect(idsOf(after)).toEqual(idsOf(before).reverse());
    expect(after.message).toBe('Please sign today.');
    expect(draftHash(after)).not.toBe(draftHash(before));
  });

  test('records what changed, and nothing when nothing did', async () => {
    const documentId = await aDraft(world, caller, 0);
    const lease = { name: 'lease.pdf', signers: [ASHA] };
    await save(documentId, lease);
    await save(documentId, lease);
    await save(documentId, { name: 'Lease', signers: [RAVI] });
    expect(await trailOf(documentId)).toEqual([
      'signer.added',
      'document.renamed',
      'signer.removed',
      'signer.added',
    ]);
  });

  test('lets a search find the new name and signers, and no longer the old ones', async () => {
    const documentId = await aDraft(world, caller, 0);
    const zoya = { ...ASHA, name: 'Zoya Gill' };
    await save(documentId, { name: 'Quarry lease', signers: [zoya] });
    expect([await found('zoya'), await found('quarry')]).toEqual([1, 1]);
    await save(documentId, { name: 'Mine lease' });
    expect([await found('zoya'), await found('quarry'), await found('mine lease')]).toEqual([
      0, 0, 1,
    ]);
  });

  const far = { page: 1, x: 5000, y: 10, width: 140, height: 110 };
  const REFUSED: Readonly<Record<string, [Partial<DraftOrder>, RegExp]>> = {
    'an empty name': [{ name: '' }, /^name must not be empty/],
    'a name of two lines': [{ name: 'a\nb' }, /^name must hold no line break/],
    'a message of two lines': [{ message: 'a\nb' }, /^message must hold no line breaks/],
    'a signer without a phone': [{ signers: [{ ...ASHA, phone: '' }] }, /^signers\[0\]\.phone/],
    'seven signers': [{ signers: Array.from({ length: 7 }, () => ASHA) }, /1 to 6 signers/],
    'a place beside its page': [
      { signers: [{ ...ASHA, advanced: { signaturePlacement: { positions: [far] } } }] },
      /^Signer 1 \(Asha Rao\)/,
    ],
  };
  test.each(Object.entries(REFUSED))('refuses %s, and changes nothing', async (_, [order, why]) => {
    const documentId = await aDraft(world, caller, 1);
    const before = await read(documentId);
    await expect(save(documentId, order)).rejects.toThrow(why);
    expect(await read(documentId)).toEqual(before);
  });

  test('refuses a document that was sent, and one of another account', async () => {
    const sent = await aDraft(world, caller, 1);
    await send(deps, caller, sent);
    await expect(save(sent, { signers: [ASHA] })).rejects.toMatchObject({ code: 'invalid_state' });
    const stranger = await aCaller(world);
    const draft = await aDraft(world, caller, 1);
    await expect(save(draft, {}, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('ends after 200 changes in a day', async () => {
    const documentId = await aDraft(world, caller, 0);
    const change = { documentId, what: 'A draft', mostPerDay: 200 };
    await deps.store.transaction(async (tx) => {
      for (let time = 0; time < 199; time += 1) await takeChange(tx, change, deps.clock.now());
    });
    await save(documentId, { name: 'The 200th' });
    await expect(save(documentId, { name: 'Lease' })).rejects.toThrow(/at most 200 times a day/);
    await save(documentId, { name: 'The 200th', message: 'Nothing that the trail keeps.' });
  });
});
