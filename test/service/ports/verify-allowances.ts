import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import type { CausedMail } from '../../../src/service/core/mails/queue-mails.ts';
import {
  MAIL_LIMITS,
  mailAllowances,
  takeMail,
} from '../../../src/service/core/mails/queue-mails.ts';
import type { Allowance } from '../../../src/service/core/quotas.rules.ts';
import { allowanceKey } from '../../../src/service/core/quotas.rules.ts';
import type { Given } from './verify-document-store.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');
const after = (ms: number) => new Date(AT.getTime() + ms);

/** What may be done only so often. */
export function verifyAllowances(given: Given): void {
  const take = (allowances: readonly Allowance[], at = AT) =>
    given().transaction((tx) => tx.takeAllowances(allowances, at));
  const twoAnHour = (name: string = randomUUID()): Allowance => ({
    key: allowanceKey('test', name),
    limits: [{ most: 2, withinMs: HOUR_MS }],
  });
  const mail = (to: string, accountId: string = randomUUID()): CausedMail => ({
    accountId,
    to,
    purpose: 'question',
  });
  const send = (caused: CausedMail, at = AT) =>
    given().transaction((tx) => takeMail(tx, caused, at));

  test('is done as often as the limit says, and again when the first time is long enough ago', async () => {
    const allowance = twoAnHour();
    expect(await take([allowance])).toBeUndefined();
    expect(await take([allowance], after(1000))).toBeUndefined();
    const usedUp = { allowance, from: after(HOUR_MS) };
    expect(await take([allowance], after(2000))).toEqual(usedUp);
    expect(await take([allowance], after(HOUR_MS - 1))).toEqual(usedUp);
    expect(await take([allowance], after(HOUR_MS))).toBeUndefined();
    expect(await take([allowance], after(HOUR_MS))).toMatchObject({ from: after(HOUR_MS + 1000) });
  });

  test('takes of all or of none', async () => {
    const [full, other] = [twoAnHour(), twoAnHour()];
    for (let time = 0; time < 2; time += 1) await take([full]);
    for (let time = 0; time < 3; time += 1) {
      expect(await take([other, full])).toMatchObject({ allowance: full });
    }
    expect(await take([other])).toBeUndefined();
    expect(await take([other])).toBeUndefined();
    expect(await take([other])).toMatchObject({ allowance: other });
  });

  test('takes nothing in a transaction that does not commit', async () => {
    const allowance = twoAnHour();
    for (let time = 0; time < 3; time += 1) {
      const undone = given().transaction(async (tx) => {
        await tx.takeAllowances([allowance], AT);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    }
    expect(await take([allowance])).toBeUndefined();
  });

  test('of twelve that take the last two at once two get one, in whatever order they name the allowances', async () => {
    const [one, other] = [twoAnHour(), twoAnHour()];
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, index) => take(index % 2 ? [one, other] : [other, one])),
    );
    expect(taken.filter((usedUp) => usedUp === undefined)).toHaveLength(2);
  });

  test('mails to one address are counted for all accounts, by the hour and by the day', async () => {
    const to = `${randomUUID()}@example.in`;
    const sent: Date[] = [];
    for (let at = AT; sent.length < MAIL_LIMITS.day; at = new Date(at.getTime() + HOUR_MS)) {
      for (let time = 0; time < MAIL_LIMITS.hour; time += 1) {
        await send(mail(to), at);
        sent.push(at);
      }
      if (sent.length < MAIL_LIMITS.day) {
        await expect(send(mail(to), at)).rejects.toThrow('gets no more mails');
      }
    }
    await expect(send(mail(to), after(DAY_MS - 1))).rejects.toThrow('21 Nov 2026, 5:30 pm IST');
    await send(mail(to), after(DAY_MS));
  });

  test('an address is the same in capitals and with a tag; links have an allowance of their own', async () => {
    const name = randomUUID();
    for (let tag = 0; tag < MAIL_LIMITS.hour; tag += 1)
      await send(mail(`${name}+${tag}@example.in`));
    const to = `${name.toUpperCase()}@Example.in`;
    await expect(send(mail(to))).rejects.toMatchObject({ code: 'invalid_state' });
    await send({ ...mail(to), purpose: 'link' });
  });

  test('mails of one account are counted for all addresses', async () => {
    const accountId = randomUUID();
    const next = () => send(mail(`${randomUUID()}@example.in`, accountId));
    for (let sent = 0; sent < MAIL_LIMITS.account; sent += 1) await next();
    await expect(next()).rejects.toThrow(
      'Your account has sent 50 invitations, reply address confirmations and repeated links within an hour. Nothing was sent or changed. Try again after 20 Nov 2026, 6:30 pm IST.',
    );
  });

  test('is forgotten after a day, and not before', async () => {
    const forDays: Allowance = {
      key: allowanceKey('test', randomUUID()),
      limits: [{ most: 1, withinMs: 7 * DAY_MS }],
    };
    await take([forDays]);
    await given().forgetActions(after(DAY_MS - 1));
    expect(await take([forDays])).toBeDefined();
    await given().forgetActions(after(DAY_MS));
    expect(await take([forDays])).toBeUndefined();
  });

  test('keys name neither addresses nor accounts', () => {
    const [ofRecipient, ofAccount] = mailAllowances(mail('asha@example.in', 'acc_test'));
    for (const { key } of [ofRecipient, ofAccount]) {
      expect(key).toHaveLength(32);
      expect(key.toString()).not.toMatch(/asha|acc_test/);
    }
  });
}
