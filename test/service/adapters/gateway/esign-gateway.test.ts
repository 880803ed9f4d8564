import { expect, test } from 'vitest';
import { identityNamed } from '../../../../src/sandbox/authority/identities.ts';
import {
  issueSignature,
  openSigningContext,
} from '../../../../src/sandbox/authority/pki/issue-signature.ts';
import {
  answerXml,
  sealXml,
  signAnswer,
} from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import { aGateway, aGatewayRequest } from '../../../support/service/a-gateway.ts';
import { NAMES } from '../../../support/service/gateway-names.ts';
import { twoPkis } from '../../../support/trust/two-pkis.ts';

const NOW = new Date('2026-11-20T12:05:23Z');
const clock = { now: () => NOW };

const pkis = await twoPkis(NOW);
const signing = await openSigningContext(pkis.own, clock);
const identity = identityNamed('Asha Rao');
const job = { identity, inputHash: 'ab'.repeat(32), at: NOW };
const { certificate } = await issueSignature(signing, job);
const signed = {
  outcome: 'signed',
  txn: 'ESIGN-1',
  cms: Buffer.from('cms'),
  certificate,
} as const;
const content = { ...signed, resCode: '0123456789ABCDEF0123456789ABCDEF', at: NOW };
const read = { ...signed, answeredAt: NOW, responseCode: content.resCode };

const answer = () => signAnswer(content, pkis.own.answer);
const complete = async (fields: Record<string, string>) =>
  await aGateway(pkis.own, clock).complete(fields);
/** The result of a genuine answer with changed content. */
const completeChanged = async (part: string | RegExp, change: string) => {
  const plain = answerXml(content);
  const xml = plain.replace(part, change);
  expect(xml).not.toBe(plain);
  return await complete({ msg: sealXml(xml, pkis.own.answer) });
};

async function refusalOf(fields: Record<string, string>): Promise<string> {
  const refused = await complete(fields).catch((error: unknown) => error);
  return refused instanceof GatewayAnswerRefused ? refused.reason : 'taken';
}

test('a request contains only what is needed, in Indian time', async () => {
  const request = aGatewayRequest({ txn: 'ESIGN-1', inputHash: 'ab'.repeat(32) });
  const form = await aGateway(pkis.own, clock).begin(request);
  expect(form).toMatchObject({
    action: 'http://127.0.0.1:4012/sign',
    method: 'POST',
    encoding: 'multipart/form-data',
  });
  expect(Object.keys(form.fields)).toEqual(['msg']);
  expect(form.fields.msg?.replace(/<Signature .*<\/Signature>/, '')).toBe(
    `<Esign ver="2.1" sc="Y" ts="2026-11-20T17:35:23" txn="ESIGN-1" ekycId="" ekycIdType="A" aspId="TESTASP-0001" AuthMode="1" responseSigType="pkcs7complete" responseUrl="http://127.0.0.1:4010/gateway/return"><Docs><InputHash id="1" hashAlgorithm="SHA256" docInfo="Lease agreement">${request.inputHash}</InputHash></Docs></Esign>`,
  );
});

test('values are escaped, and characters that XML forbids are replaced', async () => {
  const documentName = '"/><Esign a=\'&\n\r\t\u0000\ud800\uffff';
  const { fields } = await aGateway(pkis.own, clock).begin(aGatewayRequest({ documentName }));
  expect(fields.msg).toContain(
    'docInfo="&quot;/&gt;&lt;Esign a=\'&amp;&#10;&#13;&#9;\ufffd\ufffd\ufffd"',
  );
});

test("C-DAC's fields carry the message, its transaction and its type", async () => {
  const gateway = aGateway(pkis.own, clock, { transport: 'cdac' });
  const { encoding, fields } = await gateway.begin(aGatewayRequest({ txn: 'ESIGN-1' }));
  expect(encoding).toBe('application/x-www-form-urlencoded');
  expect(fields).toEqual({
    eSignRequest: expect.stringMatching(/^<Esign /),
    aspTxnID: 'ESIGN-1',
    'Content-Type': 'application/xml',
  });
});

test.each(['msg', 'eSignResponse', 'esignResp', 'XML'])(
  'a signature is read from the field %s, among others',
  async (field) => {
    expect(await complete({ [field]: answer(), espTxnID: 'x' })).toEqual(read);
  },
);

test('an answer that was url-encoded twice is read', async () => {
  expect(await complete({ msg: encodeURIComponent(answer()) })).toEqual(read);
});

test.each([
  ['no field', {}],
  ['an empty field', { msg: '' }],
  ['another field', { answer: 'x' }],
  ['two messages', { msg: 'x', eSignResponse: 'x' }],
  ['broken url-encoding', { msg: '%3C%' }],
  ['257 KB', { msg: 'a'.repeat(257 * 1024) }],
])('%s is malformed', async (_what, fields) => {
  expect(await refusalOf({ ...fields } as Record<string, string>)).toBe('malformed');
});

test('during a rollover, answers by either certificate are accepted, others are not', async () => {
  const { own, other } = pkis;
  const espCertificates = [own.answer.certificate, other.answer.certificate];
  const gateway = aGateway(own, clock, { espCertificates });
  for (const key of [own.answer, other.answer]) {
    expect(await gateway.complete({ msg: signAnswer(content, key) })).toEqual(read);
  }
  expect(await refusalOf({ msg: signAnswer(content, other.answer) })).toBe('bad_gateway_signature');
});

test.each([
  ['no errCode', / errCode="NA" errMsg="NA"/, ''],
  ['names of version 3', ' errCode="NA" errMsg="NA"', ' errorCode="NA" errorMessage="NA"'],
  ['milliseconds and an offset', '2026-11-20T17:35:23', '2026-11-20T17:35:23.000+05:30'],
  ['a time in UTC that says so', '2026-11-20T17:35:23', '2026-11-20T12:05:23Z'],
  ['lines in base64', '>Y21z<', '>\nY2\n1z\r<'],
  ['an unknown attribute', ' status=', ' ver="2.1" status='],
])('an answer with %s is read', async (_what, part, change) => {
  expect(await completeChanged(part, change)).toEqual(read);
});

test.each([
  ['no transaction', 'txn="ESIGN-1"', ''],
  ['an empty transaction', 'ESIGN-1', ''],
  ['a transaction of 65 characters', 'ESIGN-1', 'a'.repeat(65)],
  ['no time', / ts="[^"]*"/, ''],
  ['a time that is none', '2026-11-20T17:35:23', '2026-13-20T17:35:23'],
  ['a day without a time', '2026-11-20T17:35:23', '2026-11-20'],
])('%s is malformed, though the authority signed it', async (_what, part, change) => {
  const completing = completeChanged(part, change);
  await expect(completing).rejects.toMatchObject({ reason: 'malformed' });
});

test('a pending authority does not fail the transaction', async () => {
  const completing = completeChanged('status="1"', 'status="2"');
  await expect(completing).rejects.toMatchObject({ reason: 'pending' });
});

const SIGNATURE = /<DocSignature.*<\/DocSignature>/;

test.each([
  ['status 7', 'status="1"', 'status="7"', 'malformed'],
  ['an empty status', 'status="1"', 'status=""', 'malformed'],
  ['no status', 'status="1"', '', 'malformed'],
  ['success with an error', 'errCode="NA"', 'errCode="ESP-999"', 'malformed'],
  ['no signature', SIGNATURE, '', 'wrong_documents'],
  ['no signatures', /<Signatures>.*<\/Signatures>/, '', 'wrong_documents'],
  ['two lists', /(<Signatures>.*<\/Signatures>)/, '$1$1', 'wrong_documents'],
  ['the signature twice', /(<DocSignature.*<\/DocSignature>)/, '$1$1', 'wrong_documents'],
  ['a signature elsewhere', /(<DocSignature.*<\/DocSignature>)/, '<a>$1</a>', 'wrong_documents'],
  ['another id', ' id="1"', ' id="2"', 'wrong_documents'],
  ['no id', ' id="1"', '', 'wrong_documents'],
  ['an error in it', 'error=""', 'error="ESP-999"', 'wrong_documents'],
  ['an error of version 3', 'error=""', 'errorMessage="It broke"', 'wrong_documents'],
  ['another hash algorithm', 'SHA256', 'SHA1', 'wrong_documents'],
  ['a CMS that is no base64', '>Y21z<', '>Y2*z<', 'malformed'],
  ['a CMS cut off', '>Y21z<', '>Y21<', 'malformed'],
  ['an empty CMS', '>Y21z<', '><', 'malformed'],
  ['no certificate', /<UserX509.*<\/UserX509Certificate>/, '', 'malformed'],
  ['two certificates', /(<UserX509.*<\/UserX509Certificate>)/, '$1$1', 'malformed'],
])('%s is a failure of the transaction', async (_what, part, change, reason) => {
  expect(await completeChanged(part, change)).toEqual({
    outcome: 'failed',
    txn: 'ESIGN-1',
    answeredAt: NOW,
    reason,
  });
});

test('a failure has our reason, not the authority’s', async () => {
  const { txn, resCode, at } = content;
  const failed = { outcome: 'failed', txn, resCode, at, code: 'ESP-944', message: 'X' } as const;
  expect(await complete({ msg: signAnswer(failed, pkis.own.answer) })).toEqual({
    outcome: 'failed',
    txn,
    answeredAt: NOW,
    reason: 'signer_declined',
  });
});

test('a failure of the authority’s service is told from one of the signer', async () => {
  const { txn, resCode, at } = content;
  const failed = { outcome: 'failed', txn, resCode, at, code: 'ESP-999', message: 'X' } as const;
  expect(await complete({ msg: signAnswer(failed, pkis.own.answer) })).toMatchObject({
    reason: 'service_down',
    isOutage: true,
  });
});

test('a signature by a certificate that is not a person’s is refused', async () => {
  const { answer: authority, asp, seal, subCa } = pkis.own;
  const garbage = { certificate: Buffer.from('certificate') };
  for (const { certificate } of [authority, asp, seal, subCa, garbage]) {
    const msg = signAnswer({ ...content, certificate }, authority);
    expect(await complete({ msg })).toEqual({
      outcome: 'failed',
      txn: 'ESIGN-1',
      answeredAt: NOW,
      reason: 'untrusted_certificate',
    });
  }
});

test.each([
  ['pkcs7', 'adbe.pkcs7.detached'],
  ['pkcs7complete', 'ETSI.CAdES.detached'],
  ['pkcs7pdf', 'ETSI.CAdES.detached'],
] as const)('signatures asked for as %s go into the file as %s', async (form, subFilter) => {
  const gateway = aGateway(pkis.own, clock, { responseSigType: form });
  expect(gateway.subFilter).toBe(subFilter);
  const { fields } = await gateway.begin(aGatewayRequest());
  expect(fields.msg).toContain(` responseSigType="${form}" `);
});

test('an authority may need another kind of signature, and more room for it', () => {
  const wishes = { subFilter: 'adbe.pkcs7.detached', reserve: 40_000 } as const;
  expect(aGateway(pkis.own, clock, wishes)).toMatchObject(wishes);
});

test('signers read the authority’s name and Aadhaar, unless other names are set', () => {
  expect(aGateway(pkis.own, clock, { name: 'First CA' }).names).toEqual({
    en: { authority: 'First CA', identity: 'Aadhaar' },
    hi: { authority: 'First CA', identity: 'आधार' },
  });
  expect(aGateway(pkis.own, clock, { names: NAMES }).names).toBe(NAMES);
});
