import { expect, test } from 'vitest';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import type { AuthoritySession } from '../../../src/sandbox/authority/session.ts';
import { anAuthority } from '../../support/service/an-authority.ts';

type World = Awaited<ReturnType<typeof anAuthority>>;

const ASHA = TEST_IDENTITIES[0]!;
const form = { identity: ASHA.number, consent: true };

/** The answer of a session, read as the service reads it. */
async function answerOf({ gateway }: World, { stage }: AuthoritySession) {
  if (stage.at !== 'done') expect.unreachable(`the session is at ${stage.at}`);
  return await gateway.complete({ msg: stage.answer });
}

const newestCode = ({ phone }: World) => phone.messages().at(-1)?.code ?? '';

const named = (name: string) => {
  const identity = TEST_IDENTITIES.find((one) => one.name === name);
  if (!identity) expect.unreachable(name);
  return identity;
};

test('failing identities fail with their code, which the service has a reason for', async () => {
  const world = await anAuthority();
  const reasons: Record<string, string> = {};
  for (const { name, number, outcome } of TEST_IDENTITIES) {
    if (outcome.kind !== 'fails') continue;
    const session = await world.open();
    await world.authority.identify(session, { identity: number, consent: true });
    const answer = await answerOf(world, session);
    if (answer.outcome !== 'failed') expect.unreachable();
    expect(session.stage).toMatchObject({
      answer: expect.stringContaining(`errCode="${outcome.failure.code}"`),
    });
    reasons[name] = answer.reason;
  }
  expect(reasons).toEqual({
    'Nila Phoneless': 'mobile_not_linked',
    'Lata Locked': 'identity_locked',
    'Suresh Suspended': 'identity_suspended',
    'Dev Downtime': 'service_down',
    'Bina Blocked': 'identity_locked',
    'Chetan Cancelled': 'identity_suspended',
    'Farah Flooded': 'wait_1min',
    'Omkar Overmuch': 'wait_30min',
    'Vani Virtual': 'virtual_id_expired',
    'Eshan Expiry': 'session_expired',
  });
});

test('the identity for wrong codes rejects every code', async () => {
  const world = await anAuthority();
  const session = await world.open();
  await world.authority.identify(session, {
    identity: named('Wasim Wrongcode').number,
    consent: true,
  });
  for (const _try of [1, 2, 3]) await world.authority.giveCode(session, newestCode(world));
  expect(await answerOf(world, session)).toMatchObject({ reason: 'otp_attempts' });
});

test('the first code of the identity for old codes has expired, the next one signs', async () => {
  const world = await anAuthority();
  const session = await world.open();
  await world.authority.identify(session, {
    identity: named('Oorja Oldcode').number,
    consent: true,
  });
  await world.authority.giveCode(session, newestCode(world));
  expect(session.problem).toBe('otp-expired');
  await world.authority.resend(session);
  await world.authority.giveCode(session, newestCode(world));
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});

test('a virtual ID of 16 digits can replace the number', async () => {
  const world = await anAuthority();
  const session = await world.open();
  await world.authority.identify(session, { identity: ASHA.virtualId, consent: true });
  expect(world.phone.messages()).toMatchObject([{ mobile: ASHA.mobile }]);
});

test('a fixed code is in every message', async () => {
  const world = await anAuthority({ otp: '123456' });
  const session = await world.open();
  await world.authority.identify(session, form);
  expect(newestCode(world)).toBe('123456');
  await world.authority.giveCode(session, '123456');
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});
