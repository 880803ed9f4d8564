import { expect, onTestFinished, test } from 'vitest';
import { requestSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import { rememberMember } from '../../../../src/service/members/sign-in/session.rules.ts';
import { SIGN_IN_MAILS } from '../../../../src/service/members/sign-in/sign-in.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service, user } = await openApi({ credits: 10 });
const { deps } = service;
const { accountId } = user.account;

/** A part of the store that notes what is called, and with which fields. */
function noting<Part extends object>(part: Part, calls: string[], prefix = ''): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const fields = args.map((one) =>
          Object(one) === one ? Object.keys(Object(one)) : typeof one,
        );
        calls.push(`${prefix}${String(name)} ${JSON.stringify(fields)}`);
        const [work] = args;
        if (name !== 'transaction' || typeof work !== 'function') return value.apply(target, args);
        return value.call(target, (tx: object) => work(noting(tx, calls, 'tx.')));
      };
    },
  });
}

/** What is asked of the store until somebody who typed an address is answered. */
async function stepsFor(email: string, known = ''): Promise<string[]> {
  const calls: string[] = [];
  const request = { email, known, network: '192.0.2.1' };
  await requestSignIn({ ...deps, store: noting(deps.store, calls) }, request);
  return calls;
}

test('until the reply, the service does the same for every address: nobody can tell a member by the time', async () => {
  await aMember(service, { accountId, role: 'owner' });
  const email = (await deps.store.listMembers(accountId))[0]?.email ?? '';
  const known = await stepsFor(email);
  expect(known.map((call) => call.split(' ', 1)[0])).toEqual([
    'transaction',
    'tx.insertSignIn',
    'tx.queueMail',
  ]);
  expect(await stepsFor('nobody@example.in')).toEqual(known);
  expect(await stepsFor('')).toEqual(known);
  expect(await stepsFor(`\0${'x'.repeat(1000)}@example.in`)).toEqual(known);
  const browser = rememberMember(deps.links, '', { email, random: 'TEST' });
  expect(await stepsFor(email, browser)).toEqual(known);
  expect(await stepsFor('nobody@example.in', browser)).toEqual(known);
  for (let asked = 0; asked < SIGN_IN_MAILS.address; asked += 1) await stepsFor(email);
  const recipients = (await mailsOf(deps)).map(({ to }) => to);
  expect(recipients).toEqual(Array(SIGN_IN_MAILS.address + 1).fill(email));
  expect(await stepsFor(email)).toEqual(known);
  const only = { id: 'x', name: 'Example Company', domains: ['example.in'], isOnly: true };
  Object.assign(deps, { identityProviders: [only] });
  onTestFinished(() => void Object.assign(deps, { identityProviders: [] }));
  expect(await stepsFor(email)).toEqual(known);
  expect(await mailsOf(deps)).toEqual([]);
});

test('a mail that is written twice goes to the same member, and the address that was typed is forgotten', async () => {
  await aMember(service, { accountId, role: 'support' });
  const email = (await deps.store.listMembers(accountId)).at(-1)?.email ?? '';
  const signInId = await requestSignIn(deps, { email: email.toUpperCase(), network: '192.0.2.2' });
  expect(await deps.store.findSignIn(signInId)).toMatchObject({ userId: null });
  const mailTo = async () => (await mailsOf(deps)).find(({ to }) => to === email);
  const first = await mailTo();
  const found = await deps.store.findSignIn(signInId);
  expect(found).toMatchObject({ userId: expect.any(String), email: null });
  service.advance(5 * 60_000);
  onTestFinished(() => service.advance(-5 * 60_000));
  const again = await mailTo();
  expect(first?.text).toMatch(/code \d{6}/);
  expect(again?.text).toBe(first?.text);
});

test('requests and their mails are forgotten after a day', async () => {
  const signInId = await requestSignIn(deps, { email: 'nobody@example.in', network: '192.0.2.2' });
  const day = 24 * 3_600_000;
  const later = new Date(deps.sessionClock.now().getTime() + day);
  await deps.store.forgetSignIns(later);
  expect(await deps.store.findSignIn(signInId)).toBeUndefined();
  expect(await mailsOf(deps)).toEqual([]);
});
