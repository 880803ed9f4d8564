import { expect, test } from 'vitest';
import { sealXml } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { readSigned } from '../../../../src/service/adapters/gateway/read-signed.ts';
import { scanXml } from '../../../../src/service/adapters/gateway/scan-xml.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import type { HostileAnswer } from '../../../support/service/hostile-answers.ts';
import { hostileAnswers } from '../../../support/service/hostile-answers.ts';
import { twoPkis } from '../../../support/trust/two-pkis.ts';

const NOW = new Date();
const { own } = await twoPkis(NOW);
const HOSTILE = 320;

/** Why each kind is refused: what bounds it, or that the authority did not sign it. */
const REFUSALS: Readonly<Record<HostileAnswer['kind'], RegExp>> = {
  wide: /more than 64 elements\.$/,
  deep: /more than 16 elements within each other/,
  attributes: /more than 24 attributes of one element/,
  namespaces: /more than 16 namespaces/,
  entities: /more than 4096 references|not well-formed/,
  'document type': /markup other than elements/,
  comments: /more than 16 comments/,
  instructions: /markup other than elements/,
  'character data': /markup other than elements/,
  'long text': /more than 16384 characters in one text/,
  'long name': /more than 128 characters in one name/,
  'long value': /more than 4096 characters in one attribute value/,
  signatures: /more than 64 elements|exactly one signature|certificates and signatures/,
  references: /more than 4096 references/,
  'within bounds': /not signed by the authority/,
  'escaped signature': /not signed by the authority|more than 4096 references/,
};

const read = (xml: string) =>
  readSigned(xml, { root: 'EsignResp', pinned: [own.answer.certificate], now: NOW });

function refusalOf(xml: string): unknown {
  try {
    return read(xml);
  } catch (error) {
    return error;
  }
}

test('every hostile answer is refused, and says what for', () => {
  const seed = Number(process.env.ESIGN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  for (const { kind, xml } of hostileAnswers(HOSTILE, seed)) {
    const refusal = refusalOf(xml);
    const what = `${kind}, ESIGN_TEST_SEED=${seed}`;
    expect(refusal, what).toBeInstanceOf(GatewayAnswerRefused);
    expect(refusal, what).toMatchObject({
      reason: expect.stringMatching(/^(?:malformed|bad_gateway_signature)$/),
      message: expect.stringMatching(REFUSALS[kind]),
    });
  }
});

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const each = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

test.each<[what: string, most: number, make: (count: number) => string]>([
  ['elements', 64, (count) => `<r>${'<a/>'.repeat(count - 1)}</r>`],
  ['certificates and signatures', 16, (count) => `<r>${'<a:X509Certificate/>'.repeat(count)}</r>`],
  ['elements within each other', 16, nested],
  [
    'attributes',
    128,
    (count) => {
      const elements = each(count >> 4, () => `<a${each(16, (index) => ` a${index}=""`)}/>`);
      return `<r>${elements}<b${each(count % 16, (index) => ` a${index}=""`)}/></r>`;
    },
  ],
  ['attributes of one element', 24, (count) => `<r${each(count, (index) => ` a${index}=""`)}/>`],
  ['namespaces', 16, (count) => `<r${each(count, (index) => ` xmlns:a${index}="u"`)}/>`],
  ['comments', 16, (count) => `<r>${'<!-- -->'.repeat(count)}</r>`],
  ['references', 4096, (count) => `<Signature>${'&#13;'.repeat(count)}</Signature>`],
  ['characters in one name', 128, (count) => `<${'a'.repeat(count)}/>`],
  ['characters in one attribute value', 4096, (count) => `<r a="${'a'.repeat(count)}"/>`],
  ['characters in one text', 16_384, (count) => `<r>${'a'.repeat(count)}</r>`],
  ['characters in one comment', 1024, (count) => `<r><!--${'a'.repeat(count)}--></r>`],
])('%s: at most %i', (what, most, make) => {
  expect(() => scanXml(make(most))).not.toThrow();
  expect(() => scanXml(make(most + 1))).toThrow(`The message has more than ${most} ${what}.`);
});

test('a certificate, a list and a signature may be as long as the message', () => {
  const text = 'QUJD\r\n'.repeat(30_000);
  for (const name of ['DocSignature', 'UserX509Certificate', 'ds:X509Certificate', 'X509CRL']) {
    expect(() => scanXml(`<r><${name}>${text}</${name}></r>`)).not.toThrow();
  }
});

test('a genuine answer with ten certificates, a revocation list and line ends is read', () => {
  const base64 = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJz\n'.repeat(200);
  const certificates = '<X509Certificate>QUJD</X509Certificate>'.repeat(10);
  const xml = `<EsignResp txn="ESIGN-1"><Chain>${certificates}</Chain><Signatures><DocSignature id="1">${base64}</DocSignature></Signatures></EsignResp>`;
  const sent = sealXml(xml, own.answer).replaceAll('\n', '\r\n');
  expect(read(sent).getAttribute('txn')).toBe('ESIGN-1');
});
