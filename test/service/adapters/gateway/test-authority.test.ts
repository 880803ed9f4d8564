import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { signAnswer } from '../../../../src/sandbox/authority/answers.ts';
import type { Pki } from '../../../../src/sandbox/authority/pki.ts';
import { openPki } from '../../../../src/sandbox/authority/pki.ts';
import { testAuthorityGateway } from '../../../../src/service/adapters/gateway/test-authority.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import { aFolder } from '../../../support/an-authority.ts';

const REQUEST = {
  txn: 'ESIGN-1',
  inputHash: 'ab'.repeat(32),
  documentName: 'किराया अनुबंध',
  signerName: 'Asha Rao',
  returnUrl: 'http://127.0.0.1:4010/gateway/return',
};
const NOW = new Date();
const { privateKey: requestKey, publicKey } = generateKeyPairSync('ed25519');

const gatewayOf = (pki: Pki, now = NOW) =>
  testAuthorityGateway({
    action: 'http://127.0.0.1:4012/sign',
    requestKey,
    answerCertificates: [pki.answer.certificate],
    roots: [pki.root],
    clock: { now: () => now },
  });

const aPki = async () => openPki(await aFolder(), NOW);

const signed = {
  outcome: 'signed',
  txn: 'ESIGN-1',
  cms: Buffer.from('cms'),
  certificate: Buffer.from('certificate'),
  otpSentAt: new Date('2026-11-20T12:00:00Z'),
  otpVerifiedAt: new Date('2026-11-20T12:01:00Z'),
} as const;

/** Text with the authority's true signature. */
function sealed(text: string, { answer }: Pki): string {
  const key = { key: answer.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const body = Buffer.from(text, 'latin1');
  return `${body.toString('base64url')}.${sign('sha256', body, key).toString('base64url')}`;
}

async function reasonOf(answer: string | undefined, pki: Pki, now = NOW): Promise<string> {
  try {
    await gatewayOf(pki, now).complete(answer === undefined ? {} : { answer });
    return 'taken';
  } catch (error) {
    if (error instanceof GatewayAnswerRefused) return error.reason;
    throw error;
  }
}

test('a request is signed, and says what is needed and no more', async () => {
  const form = await gatewayOf(await aPki()).begin(REQUEST);
  expect(form).toMatchObject({ action: 'http://127.0.0.1:4012/sign', method: 'POST' });
  const [body = '', mark = ''] = (form.fields.request ?? '').split('.');
  const bytes = Buffer.from(body, 'base64url');
  expect(verify(null, bytes, publicKey, Buffer.from(mark, 'base64url'))).toBe(true);
  expect(JSON.parse(bytes.toString())).toEqual({
    type: 'signature-request',
    ...REQUEST,
    time: NOW.toISOString(),
  });
});

test('a signature is read with its times', async () => {
  const pki = await aPki();
  const answer = signAnswer(signed, pki.answer);
  expect(await gatewayOf(pki).complete({ answer, other: 'field' })).toEqual(signed);
});

test('a failure is read with its reason and words', async () => {
  const pki = await aPki();
  const failed = {
    outcome: 'failed',
    txn: 'ESIGN-1',
    reason: 'signer_declined',
    message: 'You stopped.',
  } as const;
  expect(await gatewayOf(pki).complete({ answer: signAnswer(failed, pki.answer) })).toEqual(failed);
});

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['one part', 'abc'],
  ['three parts', 'a.b.c'],
  ['other characters', 'a b.c'],
  ['257 KB', `${'a'.repeat(257 * 1024)}.b`],
])('%s is malformed', async (_what, answer) => {
  expect(await reasonOf(answer, await aPki())).toBe('malformed');
});

test('an answer that was changed is refused', async () => {
  const pki = await aPki();
  const [, mark] = signAnswer(signed, pki.answer).split('.');
  const [body] = signAnswer({ ...signed, txn: 'ESIGN-2' }, pki.answer).split('.');
  expect(await reasonOf(`${body}.${mark}`, pki)).toBe('bad_gateway_signature');
});

test('an answer of another authority, and one that is not signed, are refused', async () => {
  const [pki, other] = [await aPki(), await aPki()];
  const answer = signAnswer(signed, other.answer);
  expect(await reasonOf(answer, pki)).toBe('bad_gateway_signature');
  expect(await reasonOf(`${answer.split('.')[0]}.AAAA`, pki)).toBe('bad_gateway_signature');
});

test('the pinned certificate must be valid now', async () => {
  const pki = await aPki();
  const answer = signAnswer(signed, pki.answer);
  expect(await reasonOf(answer, pki, new Date('2070-01-01'))).toBe('bad_gateway_signature');
  expect(await reasonOf(answer, pki, new Date('2020-01-01'))).toBe('bad_gateway_signature');
});

test('while certificates roll over, answers by either are taken', async () => {
  const [old, next] = [await aPki(), await aPki()];
  const gateway = testAuthorityGateway({
    action: 'http://127.0.0.1:4012/sign',
    requestKey,
    answerCertificates: [old.answer.certificate, next.answer.certificate],
    roots: [old.root],
    clock: { now: () => NOW },
  });
  for (const { answer } of [old, next]) {
    const read = await gateway.complete({ answer: signAnswer(signed, answer) });
    expect(read.outcome).toBe('signed');
  }
});

const content = {
  type: 'signature-answer',
  outcome: 'signed',
  txn: 'ESIGN-1',
  cms: 'AAAA',
  certificate: 'AAAA',
  otpSentAt: null,
  otpVerifiedAt: null,
};

test.each([
  ['no JSON', 'no JSON'],
  ['text that is not UTF-8', '{"txn":"\xff"}'],
  ['a list', '[]'],
  ['another type', JSON.stringify({ ...content, type: 'signature-request' })],
  ['another outcome', JSON.stringify({ ...content, outcome: 'pending' })],
  ['no transaction', JSON.stringify({ ...content, txn: '' })],
  ['a CMS that is no base64', JSON.stringify({ ...content, cms: 'A A' })],
  ['an empty CMS', JSON.stringify({ ...content, cms: '' })],
  ['a wrong time', JSON.stringify({ ...content, otpSentAt: 'soon' })],
  [
    'a reason that is a sentence',
    JSON.stringify({ ...content, outcome: 'failed', reason: 'It broke.', message: 'It broke.' }),
  ],
])('%s is malformed, though the authority signed it', async (_what, text) => {
  const pki = await aPki();
  expect(await reasonOf(sealed(text, pki), pki)).toBe('malformed');
});

test('a well-formed answer that tells no times is taken', async () => {
  const pki = await aPki();
  expect(await reasonOf(sealed(JSON.stringify(content), pki), pki)).toBe('taken');
});
