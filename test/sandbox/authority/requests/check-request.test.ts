import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkRequest,
  RequestRefused,
  sandboxAsp,
} from '../../../../src/sandbox/authority/requests/check-request.ts';
import { parseRequest } from '../../../../src/sandbox/authority/requests/verify-request.ts';
import { signXml } from '../../../../src/service/adapters/gateway/sign-request.ts';
import { aGateway, aGatewayRequest } from '../../../support/service/a-gateway.ts';
import { twoPkis } from '../../../support/trust/two-pkis.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HASH = 'ab'.repeat(32);
const URL_BACK = 'http://127.0.0.1:4010/gateway/return';
const PLAIN = `<Esign ver="2.1" sc="Y" ts="2026-11-20T17:30:00" txn="ESIGN-1" ekycId="" ekycIdType="A" aspId="TESTASP-0001" AuthMode="1" responseSigType="pkcs7complete" responseUrl="${URL_BACK}"><Docs><InputHash id="1" hashAlgorithm="SHA256" docInfo="Lease agreement">${HASH}</InputHash></Docs></Esign>`;

const pkis = await twoPkis(NOW);

function signed(xml: string, { asp } = pkis.own): string {
  const { certificate, privateKey } = asp;
  return signXml(xml, { certificate, privateKey: createPrivateKey(privateKey) });
}

function check(
  fields: Record<string, string>,
  { isFinished = false }: { isFinished?: boolean } = {},
) {
  const registry = [sandboxAsp(pkis.own.asp.certificate, () => [URL_BACK])];
  return checkRequest(fields, { registry, now: NOW, isFinished: () => isFinished });
}

/** The refusal's code, marked when it returns to the service as an answer. */
function codeOf(...given: Parameters<typeof check>): string {
  try {
    check(...given);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    return error.answerTo ? `${error.failure.code} answered` : error.failure.code;
  }
  return 'taken';
}

test('a valid request is accepted in the fields of either transport', async () => {
  const request = aGatewayRequest({ documentName: 'किराया <अनुबंध> & "Co"\n' });
  for (const transport of ['protean', 'cdac'] as const) {
    const gateway = aGateway(pkis.own, { now: () => NOW }, { transport });
    const { fields } = await gateway.begin(request);
    expect(check({ ...fields })).toEqual({
      txn: request.txn,
      inputHash: request.inputHash,
      documentName: request.documentName,
      returnUrl: new URL(request.returnUrl),
      transport,
      aspId: 'TESTASP-0001',
      organisation: 'TEST Electronic Signature Service',
      form: 'pkcs7complete',
    });
  }
});

test('line ends that a browser changed do not matter', () => {
  const xml = signed(PLAIN.replace('<Docs>', '\n<Docs>\n')).replaceAll('\n', '\r\n');
  expect(codeOf({ msg: xml })).toBe('taken');
});

test.each([
  ['nothing', {}, 'ESP-992'],
  ['an empty field', { msg: '' }, 'ESP-992'],
  ['the fields of both transports', { msg: PLAIN, eSignRequest: PLAIN }, 'ESP-992'],
  ['101 KB', { msg: PLAIN.replace('Lease', 'a'.repeat(101 * 1024)) }, 'ESP-992'],
  ['no XML', { msg: 'abc' }, 'ESP-992'],
  ['another root', { msg: '<EsignResp/>' }, 'ESP-992'],
  ['a namespace', { msg: PLAIN.replace('<Esign ', '<Esign xmlns="urn:x" ') }, 'ESP-992'],
  ['a document type', { msg: `<!DOCTYPE Esign [<!ENTITY a "b">]>${PLAIN}` }, 'ESP-992'],
  ['a comment', { msg: PLAIN.replace('<Docs>', '<!-- --><Docs>') }, 'ESP-992'],
  ['an instruction', { msg: PLAIN.replace('<Docs>', '<?a b?><Docs>') }, 'ESP-992'],
  ['a script to return to', { msg: PLAIN.replace(URL_BACK, 'javascript:alert(1)') }, 'ESP-000'],
  ['nowhere to return to', { msg: PLAIN.replace(URL_BACK, 'return') }, 'ESP-000'],
  ['no signature', { msg: PLAIN }, 'ESP-911'],
] as const)('a request of %s is refused by a page', (_what, fields, code) => {
  expect(codeOf({ ...fields })).toBe(code);
});

test.each([
  ['no service', 'aspId="TESTASP-0001"', 'aspId=""', 'ESP-902'],
  ['another service', 'TESTASP-0001', 'OTHER-1', 'ESP-903'],
  ['no transaction', 'txn="ESIGN-1"', 'txn=""', 'ESP-909'],
  ['markup for a transaction', 'ESIGN-1', '&lt;b&gt;', 'ESP-909'],
  ['a transaction of 50 characters', 'ESIGN-1', 'a'.repeat(50), 'ESS-114'],
  ['a transaction of 49 characters', 'ESIGN-1', 'a'.repeat(49), 'taken'],
  ['no time', '2026-11-20T17:30:00', '', 'ESP-907 answered'],
  ['a time in UTC', '2026-11-20T17:30:00', '2026-11-20T12:00:00', 'ESP-908 answered'],
  ['an offset', '2026-11-20T17:30:00', '2026-11-20T17:30:00+05:30', 'ESP-908 answered'],
  ['a time 31 minutes ago', '2026-11-20T17:30:00', '2026-11-20T16:59:00', 'ESP-908 answered'],
  ['a time 31 minutes ahead', '2026-11-20T17:30:00', '2026-11-20T18:01:00', 'ESP-908 answered'],
  ['a time 29 minutes ago', '2026-11-20T17:30:00', '2026-11-20T17:01:00', 'taken'],
  ['microseconds', '2026-11-20T17:30:00', '2026-11-20T17:30:00.123456', 'taken'],
  ['fingerprints', 'AuthMode="1"', 'AuthMode="2"', 'ESP-901 answered'],
  ['an identity number', 'ekycId=""', 'ekycId="000000000019"', 'ESP-906 answered'],
  ['another version', 'ver="2.1"', 'ver="3.0"', 'ESP-992 answered'],
  ['another kind of signature', '"pkcs7complete"', '"rawrsa"', 'ESP-992 answered'],
  ['no consent', 'sc="Y"', 'sc="N"', 'ESP-992 answered'],
  ['a short hash', HASH, 'ab', 'ESP-905 answered'],
  ['a hash in capitals', HASH, 'A'.repeat(64), 'ESP-905 answered'],
  ['another algorithm', 'SHA256', 'SHA1', 'ESP-905 answered'],
  ['no hash', /<InputHash.*InputHash>/, '', 'ESP-905 answered'],
  ['two hashes', /(<InputHash.*InputHash>)/, '$1$1', 'ESP-905 answered'],
] as const)('a signed request with %s: %s → %s, %s', (_what, part, change, code) => {
  expect(codeOf({ msg: signed(PLAIN.replace(part, change)) })).toBe(code);
});

test.each([
  ['text', (xml: string) => xml.replace(HASH, 'cd'.repeat(32))],
  ['an attribute', (xml: string) => xml.replace('ESIGN-1', 'ESIGN-2')],
  [
    'its method',
    (xml: string) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha512'),
  ],
  ['its digest', (xml: string) => xml.replace('xmlenc#sha256', 'xmlenc#sha512')],
  ['its reference', (xml: string) => xml.replace('URI=""', 'URI="#x"')],
  ['its certificate', (xml: string) => xml.replace(/(<X509Certificate>).{8}/, '$1AAAAAAAA')],
  ['a second signature', (xml: string) => xml.replace(/(<Signature .*<\/Signature>)/, '$1$1')],
  ['its place', (xml: string) => `<Esign responseUrl="${URL_BACK}">${xml}</Esign>`],
])('a request that was changed after signing (%s) is refused', (_what, change) => {
  expect(codeOf({ msg: change(signed(PLAIN)) })).toBe('ESP-911');
});

test('a certificate that is not the registered one is refused by a page, duplicates too', () => {
  expect(codeOf({ msg: signed(PLAIN, pkis.other) })).toBe('ESP-922');
  expect(codeOf({ msg: signed(PLAIN, pkis.other) }, { isFinished: true })).toBe('ESP-910');
});

test('a finished transaction is refused with an answer', () => {
  expect(codeOf({ msg: signed(PLAIN) }, { isFinished: true })).toBe('ESP-910 answered');
});

test("C-DAC's transaction field must say the same as the message", () => {
  const eSignRequest = signed(PLAIN);
  expect(codeOf({ eSignRequest, aspTxnID: 'ESIGN-1' })).toBe('taken');
  expect(codeOf({ eSignRequest, aspTxnID: 'ESIGN-2' })).toBe('ESP-909');
});

test.each([
  ['another path', `${URL_BACK}/elsewhere`, 'ESP-000'],
  ['another port', URL_BACK.replace('4010', '4011'), 'ESP-000'],
  ['https instead', URL_BACK.replace('http:', 'https:'), 'ESP-000'],
  ['a query of its own', `${URL_BACK}?txn=ESIGN-1`, 'taken'],
])('a return URL with %s: %s → %s', (_what, url, code) => {
  expect(codeOf({ msg: signed(PLAIN.replace(URL_BACK, url)) })).toBe(code);
});

test.each(['pkcs7', 'pkcs7complete', 'pkcs7pdf'])('a signature can be requested as %s', (form) => {
  const xml = PLAIN.replace('pkcs7complete', form);
  expect(check({ msg: signed(xml) })).toMatchObject({ form });
});

const esign = (content: string) => `<Esign>${content}</Esign>`;

test('a request is parsed only with no more than one can have', () => {
  expect(parseRequest(esign('<a/>'.repeat(63)))?.childNodes).toHaveLength(63);
  expect(parseRequest(esign('<a/>'.repeat(64)))).toBeNull();
  expect(parseRequest(esign('<a>'.repeat(20_000) + '</a>'.repeat(20_000)))).toBeNull();
});
