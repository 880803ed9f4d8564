import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMember } from '../../../src/service/members/change-members.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { addAccount } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');

/** Passkeys, and challenges that count once. */
export function verifyPasskeys(given: Given): void {
  async function aPerson() {
    const store = given();
    const accountId = await addAccount(store);
    const member = { email: `${randomUUID()}@example.in`, role: 'owner' } as const;
    return await addMember({ store, clock: { now: () => AT } }, asOwner(accountId), member);
  }

  const aPasskey = (userId: string, createdAt = AT) => ({
    passkeyId: randomUUID(),
    credentialId: randomBytes(16).toString('base64url'),
    userId,
    name: 'ई-Laptop (TEST)',
    publicKey: randomBytes(77),
    counter: 2 ** 32 - 1,
    createdAt,
    lastUsedAt: null,
  });

  const add = (passkey: ReturnType<typeof aPasskey>) =>
    given().transaction((tx) => tx.insertPasskey(passkey));

  test('a passkey is found by its credential, and somebody’s are listed, oldest first', async () => {
    const { userId } = await aPerson();
    const newer = aPasskey(userId, new Date(AT.getTime() + 1));
    const older = aPasskey(userId);
    for (const passkey of [newer, older]) expect(await add(passkey)).toBe(true);
    expect(await given().listPasskeys(userId)).toEqual([older, newer]);
    const found = await given().transaction((tx) => tx.lockPasskey(newer.credentialId));
    expect(found).toEqual(newer);
    expect(await given().transaction((tx) => tx.lockPasskey('none'))).toBeUndefined();
  });

  test('a credential has one owner', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const passkey = aPasskey(one.userId);
    expect(await add(passkey)).toBe(true);
    expect(await add({ ...passkey, passkeyId: randomUUID(), userId: other.userId })).toBe(false);
    expect(await given().listPasskeys(other.userId)).toEqual([]);
  });

  test('its counter and last use change, and of a passkey that was removed nothing does', async () => {
    const { userId } = await aPerson();
    const passkey = aPasskey(userId);
    const { passkeyId } = passkey;
    await add(passkey);
    const change = { counter: 7, lastUsedAt: AT };
    await given().transaction((tx) => tx.changePasskey(passkeyId, change));
    expect(await given().listPasskeys(userId)).toEqual([{ ...passkey, ...change }]);
    await given().removePasskey({ userId: randomUUID(), passkeyId });
    await given().removePasskey({ userId, passkeyId: 'no id' });
    expect(await given().listPasskeys(userId)).toHaveLength(1);
    await given().removePasskey({ userId, passkeyId });
    expect(await given().listPasskeys(userId)).toEqual([]);
    const late = given().transaction((tx) => tx.changePasskey(passkeyId, change));
    await expect(late).rejects.toThrow(passkeyId);
  });

  test('a challenge counts once, also for two at a time, until it is forgotten at its end', async () => {
    const hash = randomBytes(32);
    const spend = () => given().transaction((tx) => tx.spendChallenge(hash, AT));
    const both = await Promise.all([spend(), spend()]);
    expect(both.sort()).toEqual([false, true]);
    await given().forgetSignIns(new Date(AT.getTime() - 1));
    expect(await spend()).toBe(false);
    await given().forgetSignIns(AT);
    expect(await spend()).toBe(true);
  });

  test('who leaves their last account is forgotten with their passkeys, who has another one is not', async () => {
    const { accountId, userId, email } = await aPerson();
    await add(aPasskey(userId));
    const second = await addAccount(given());
    const clock = { now: () => AT };
    await addMember({ store: given(), clock }, asOwner(second), { email, role: 'support' });
    await given().transaction((tx) => tx.removeMember({ accountId, userId }));
    expect(await given().listPasskeys(userId)).toHaveLength(1);
    await given().transaction((tx) => tx.removeMember({ accountId: second, userId }));
    expect(await given().listPasskeys(userId)).toEqual([]);
    expect(await given().findUser(email)).toBeUndefined();
  });
}
