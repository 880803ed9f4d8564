import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCms } from '../../../src/pdf/cms/check-cms.ts';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import type { AuthoritySession } from '../../../src/sandbox/authority/session.ts';
import { aFolder, anAuthority } from '../../support/service/an-authority.ts';

type World = Awaited<ReturnType<typeof anAuthority>>;

const ASHA = TEST_IDENTITIES[0]!;
const MINUTE_MS = 60_000;
const form = { identity: ASHA.number, consent: true };

/** The answer of a session, read as the service reads it. */
async function answerOf({ gateway }: World, { stage }: AuthoritySession) {
  if (stage.at !== 'done') expect.unreachable(`the session is at ${stage.at}`);
  return await gateway.complete({ msg: stage.answer });
}

/** A session of which the identity is known. */
async function atCode(identity = ASHA.number, wishes: Parameters<typeof anAuthority>[0] = {}) {
  const world = await anAuthority(wishes);
  const session = await world.open();
  await world.authority.identify(session, { identity, consent: true });
  return { world, session };
}

const newestCode = ({ phone }: World) => phone.messages().at(-1)?.code ?? '';
const wrongCode = (world: World) => (newestCode(world) === '000000' ? '000001' : '000000');

test('identity, consent and the right code lead to a signature of the hash', async () => {
  const { world, session } = await atCode();
  await world.authority.giveCode(session, newestCode(world));
  const answer = await answerOf(world, session);
  if (answer.outcome !== 'signed') expect.unreachable();
  expect(answer.txn).toBe(session.request.txn);
  expect(answer.responseCode).toBe(session.resCode);
  const checked = checkCms(answer.cms, {
    sha256: session.request.inputHash,
    roots: [new X509Certificate(world.pki.root)],
    at: world.clock.now(),
    needEss: true,
  });
  expect(checked.signer.certificate.raw).toEqual(answer.certificate);
  const agoMs = world.clock.now().getTime() - answer.answeredAt.getTime();
  expect(agoMs >= 0 && agoMs < MINUTE_MS).toBe(true);
});

test.each(['', '12345', 'abcdef', '1234567'])("'%s' is no code and costs no try", async (code) => {
  const { world, session } = await atCode();
  for (const _try of [1, 2, 3]) await world.authority.giveCode(session, code);
  expect(session.problem).toBe('otp-malformed');
  await world.authority.giveCode(session, newestCode(world));
  expect(session.stage.at).toBe('done');
});

test('spaces in a code are ignored', async () => {
  const { world, session } = await atCode();
  const code = newestCode(world);
  await world.authority.giveCode(session, ` ${code.slice(0, 3)} ${code.slice(3)}\u00a0`);
  expect((await answerOf(world, session)).outcome).toBe('signed');
});

test('three wrong codes end in a failure, and the right one comes too late', async () => {
  const { world, session } = await atCode();
  for (const _try of [1, 2, 3]) await world.authority.giveCode(session, wrongCode(world));
  await world.authority.giveCode(session, newestCode(world));
  expect(await answerOf(world, session)).toMatchObject({ reason: 'otp_attempts' });
});

test('a signer can cancel before and after the code, each with its own error code', async () => {
  const world = await anAuthority();
  const early = await world.open();
  await world.authority.cancel(early);
  const late = await world.open();
  await world.authority.identify(late, form);
  await world.authority.cancel(late);
  for (const [session, code] of [
    [early, 'ESP-944'],
    [late, 'ESP-945'],
  ] as const) {
    expect(session.stage).toMatchObject({
      answer: expect.stringContaining(`errCode="${code}"`),
    });
    expect(await answerOf(world, session)).toMatchObject({ reason: 'signer_declined' });
  }
});

test('cancelling after the signature changes nothing', async () => {
  const { world, session } = await atCode();
  await world.authority.giveCode(session, newestCode(world));
  await world.authority.cancel(session);
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});

test('entering the right code twice at once makes one signature', async () => {
  const { world, session } = await atCode();
  const code = newestCode(world);
  await Promise.all([
    world.authority.giveCode(session, code),
    world.authority.giveCode(session, code),
  ]);
  const log = await readFile(join(world.dataDir, 'authority.jsonl'), 'utf8');
  expect(log.match(/"signed"/g)).toHaveLength(1);
});

test('a page left open for 15 minutes ends in a failure', async () => {
  const world = await anAuthority();
  const session = await world.open();
  await world.clock.advance(15 * MINUTE_MS);
  const found = await world.authority.find(session.id);
  if (!found) expect.unreachable();
  expect(await answerOf(world, found)).toMatchObject({ reason: 'session_expired' });
});

test('a repeated request resumes its session, and fails once that is done', async () => {
  const world = await anAuthority();
  const request = { txn: 'ESIGN-1', inputHash: 'ab'.repeat(32) };
  const session = await world.open(request);
  await world.authority.identify(session, form);
  expect(await world.open(request)).toBe(session);
  await world.authority.giveCode(session, newestCode(world));
  const again = await answerOf(world, await world.open(request));
  expect(again).toMatchObject({ txn: 'ESIGN-1', reason: 'duplicate_txn' });
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});

test('a repeated request fails after its page expired', async () => {
  const world = await anAuthority();
  await world.open({ txn: 'ESIGN-1' });
  await world.clock.advance(15 * MINUTE_MS);
  const again = await answerOf(world, await world.open({ txn: 'ESIGN-1' }));
  expect(again).toMatchObject({ reason: 'duplicate_txn' });
});

test('another hash under a known transaction fails, and the first continues', async () => {
  const world = await anAuthority();
  const first = await world.open({ txn: 'ESIGN-1' });
  const second = await world.open({ txn: 'ESIGN-1' });
  expect(second.id).not.toBe(first.id);
  expect(await answerOf(world, second)).toMatchObject({ reason: 'duplicate_txn' });
  expect(first.stage.at).toBe('identity');
  expect(await world.authority.find(second.id)).toBe(second);
});

test('a request with a wrong time fails, and its transaction can be used again', async () => {
  const world = await anAuthority();
  const fields = await world.request({ txn: 'ESIGN-1' });
  await world.clock.advance(31 * MINUTE_MS);
  expect(await answerOf(world, await world.authority.open(fields))).toMatchObject({
    reason: 'clock',
  });
  expect((await world.open({ txn: 'ESIGN-1' })).stage.at).toBe('identity');
});

test('a request from an unregistered service opens nothing', async () => {
  const [world, other] = [await anAuthority(), await anAuthority({ ownKeys: true })];
  const opening = world.authority.open(await other.request());
  await expect(opening).rejects.toMatchObject({ failure: { code: 'ESP-922' }, answerTo: null });
});

test('a request finished before a restart fails', async () => {
  const folder = await aFolder();
  const first = await anAuthority({ folder });
  await first.authority.cancel(await first.open({ txn: 'ESIGN-1' }));
  const second = await anAuthority({ folder });
  const session = await second.open({ txn: 'ESIGN-1' });
  expect(await answerOf(second, session)).toMatchObject({ reason: 'duplicate_txn' });
});

test('a request begun before a restart starts over', async () => {
  const folder = await aFolder();
  const first = await anAuthority({ folder });
  const begun = await first.open({ txn: 'ESIGN-1' });
  await first.authority.identify(begun, form);
  const second = await anAuthority({ folder });
  expect((await second.open({ txn: 'ESIGN-1' })).stage.at).toBe('identity');
});

test('neither identity number, mobile nor code is ever on disk', async () => {
  const { world, session } = await atCode();
  const code = newestCode(world);
  await world.authority.giveCode(session, code);
  expect(session.stage.at).toBe('done');
  for (const name of await readdir(world.dataDir)) {
    const content = await readFile(join(world.dataDir, name), 'utf8');
    expect(content, name).not.toContain(ASHA.number);
    expect(content, name).not.toContain(ASHA.mobile);
    expect(content.includes(`"${code}"`), name).toBe(false);
  }
});

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
  const { world, session } = await atCode(named('Wasim Wrongcode').number);
  for (const _try of [1, 2, 3]) await world.authority.giveCode(session, newestCode(world));
  expect(await answerOf(world, session)).toMatchObject({ reason: 'otp_attempts' });
});

test('the first code of the identity for old codes has expired, the next one signs', async () => {
  const { world, session } = await atCode(named('Oorja Oldcode').number);
  await world.authority.giveCode(session, newestCode(world));
  expect(session.problem).toBe('otp-expired');
  await world.authority.resend(session);
  await world.authority.giveCode(session, newestCode(world));
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});

test('a fixed code is in every message', async () => {
  const { world, session } = await atCode(ASHA.number, { otp: '123456' });
  expect(newestCode(world)).toBe('123456');
  await world.authority.giveCode(session, '123456');
  expect(await answerOf(world, session)).toMatchObject({ outcome: 'signed' });
});
