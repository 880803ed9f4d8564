import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/service/core/accounts/account.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { addAccount, addDocument, aSigner, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Adds an API key; returns its hash. */
export async function addKey(
  store: DocumentStore,
  accountId: string,
  keyId = `key_${randomUUID()}`,
): Promise<Buffer> {
  const hash = hashOf(randomUUID());
  const aKey = { keyId, name: 'CRM', createdBy: 'operator', prefix: 'sk_test_ab' };
  await store.transaction((tx) => tx.insertApiKey({ ...aKey, accountId, hash, createdAt: at() }));
  return hash;
}

export function verifyAccounts(given: Given): void {
  test('an account is found as it was added', async () => {
    const store = given();
    const account = {
      accountId: `acc_${randomUUID()}`,
      name: 'Rao & Kumar',
      subscription: 'trial' as const,
      contactEmail: 'accounts@example.test',
      trialStartedAt: at(512),
      paidUntil: at(1024),
      renewal: 'mandate' as const,
      holdReason: null,
      logoHash: null,
      pendingReplyTo: null,
      replyAskedAt: null,
      erasedAt: null,
      ...DEFAULT_SETTINGS,
    };
    await store.transaction((tx) => tx.insertAccount({ ...account, createdAt: at() }));
    expect(await store.findAccount(account.accountId)).toEqual(account);
    expect(await store.findAccount('acc_unknown')).toBeUndefined();
    await store.transaction((tx) => tx.changeAccount(account.accountId, { names: 'strict' }));
    expect(await store.findAccount(account.accountId)).toEqual({ ...account, names: 'strict' });
  });

  test('a logo is found by its hash for as long as some account has it', async () => {
    const store = given();
    const [one, other] = [await addAccount(store), await addAccount(store)];
    const logo = (text: string) => ({ hash: hashOf(text).toString('hex'), png: Buffer.from(text) });
    const [first, second] = [logo(`a ${one}`), logo(`b ${one}`)];
    const set = (accountId: string, given: typeof first | null) =>
      store.transaction((tx) => tx.setLogo(accountId, given));
    const has = async ({ hash }: typeof first) => (await store.findLogo(hash))?.toString();
    await set(one, first);
    await set(other, first);
    expect((await store.findAccount(one))?.logoHash).toBe(first.hash);
    await set(one, second);
    expect((await store.findAccount(one))?.logoHash).toBe(second.hash);
    expect([await has(first), await has(second)]).toEqual([`a ${one}`, `b ${one}`]);
    await set(other, null);
    expect((await store.findAccount(other))?.logoHash).toBeNull();
    expect([await has(first), await has(second)]).toEqual([undefined, `b ${one}`]);
    await expect(set('acc_unknown', first)).rejects.toThrow('acc_unknown');
  });

  test('a key is found by its hash, with its account and a document of that, until it is revoked', async () => {
    const store = given();
    const accountId = await addAccount(store);
    const keyId = `key_${randomUUID()}`;
    const hash = await addKey(store, accountId, keyId);
    const found = await store.findKey({ hash });
    const signers = [aSigner(2), aSigner(1)];
    const document = await addDocument(store, accountId, { signers });
    const another = await addDocument(store, await addAccount(store));
    const withIt = await store.findKey({ hash, documentId: document.documentId });
    const { documentId, name, status, updatedAt } = document;
    expect(withIt).toMatchObject({ ...found, document: { documentId, name, status, updatedAt } });
    const shown = withIt?.document?.signers.map((signer, index) => ({
      ...[signers[1], signers[0]][index],
      ...signer,
    }));
    expect(shown).toEqual([signers[1], signers[0]]);
    for (const id of [another.documentId, randomUUID(), 'lease'])
      expect(await store.findKey({ hash, documentId: id })).toEqual(found);
    expect(found).toEqual({
      account: {
        accountId,
        name: 'Example Traders',
        subscription: 'active',
        trialStartedAt: null,
        paidUntil: null,
        renewal: null,
        linkDays: DEFAULT_SETTINGS.linkDays,
        keepDraftDays: DEFAULT_SETTINGS.keepDraftDays,
      },
      hash,
      keyId,
      prefix: 'sk_test_ab',
      expiresAt: null,
    });
    expect(await store.findKey({ hash: hashOf('another key') })).toBeUndefined();
    await store.transaction((tx) => tx.revokeApiKey({ keyId, at: at() }));
    expect(await store.findKey({ hash, documentId })).toBeUndefined();
  });
}
