import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { sealXml } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { readSigned } from '../../../../src/service/adapters/gateway/read-signed.ts';
import { signXml } from '../../../../src/service/adapters/gateway/sign-request.ts';
import { GatewayAnswerRefused } from '../../../../src/service/ports/signing-gateway.ts';
import { twoPkis } from '../../../support/trust/two-pkis.ts';

const NOW = new Date();
const CMS = 'QUJDREVG'.repeat(20);
const PLAIN = `<EsignResp errCode="NA" status="1" txn="ESIGN-1"><Signatures><DocSignature error="" id="1">${CMS}</DocSignature></Signatures></EsignResp>`;
const EVIL = PLAIN.replace('ESIGN-1', 'ESIGN-EVIL');
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

const pkis = await twoPkis(NOW);

const signed = (xml = PLAIN) => sealXml(xml, pkis.own.answer);
const signatureOf = (xml: string) => /<Signature .*<\/Signature>/s.exec(xml)?.[0] ?? '';
const read = (xml: string, now = NOW) =>
  readSigned(xml, { root: 'EsignResp', pinned: [pkis.own.answer.certificate], now });

function reasonOf(xml: string, now = NOW): string {
  try {
    read(xml, now);
  } catch (error) {
    if (error instanceof GatewayAnswerRefused) return error.reason;
    throw error;
  }
  return 'taken';
}

/** Signed with the authority's key, but in another profile. */
function signedOtherwise({
  method = RSA_SHA256,
  digest = SHA256,
  transforms = [ENVELOPED],
  c14n = C14N,
  uri = '',
  xml = PLAIN,
  prefix = '',
}): string {
  const signer = new SignedXml({
    privateKey: pkis.own.answer.privateKey,
    signatureAlgorithm: method,
    canonicalizationAlgorithm: c14n,
  });
  signer.addReference({
    xpath: '/*',
    transforms,
    digestAlgorithm: digest,
    uri,
    isEmptyUri: uri === '',
  });
  signer.computeSignature(xml, { prefix });
  return signer.getSignedXml();
}

test('the signed tree is read without its signature', () => {
  const root = read(signed());
  expect(root.getAttribute('txn')).toBe('ESIGN-1');
  expect(root.textContent).toBe(CMS);
  expect(root.getElementsByTagName('Signature')).toHaveLength(0);
});

test('each side reads the other’s signatures: one profile', () => {
  expect(reasonOf(signedOtherwise({}))).toBe('taken');
});

test.each([
  ['a namespace that the root declares', PLAIN.replace('<EsignResp', '<EsignResp xmlns:x="urn:x"')],
  [
    'namespaces and attributes in any order',
    PLAIN.replace('<EsignResp', '<EsignResp xmlns:z="urn:z" xmlns:a="urn:a" z:c="1" a:b="2"'),
  ],
  ['a namespace within', PLAIN.replace('<Signatures', '<Signatures xmlns="urn:x"')],
])('%s is signed as the library signs it, with any prefix', (_what, xml) => {
  expect(reasonOf(signed(xml))).toBe('taken');
  expect(reasonOf(signedOtherwise({ xml, prefix: 'ds' }))).toBe('taken');
});

test('the signature is verified before what it covers is looked at', () => {
  const messageOf = (xml: string) => {
    try {
      return read(xml);
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const changed = signed().replace('ESIGN-1', 'ESIGN-2');
  expect(messageOf(changed)).toBe('The message is not what the authority signed.');
  const forged = changed.replace(/<SignatureValue>[^<]*/, '<SignatureValue>AAAA');
  expect(messageOf(forged)).toBe('The message is not signed by the authority.');
});

test.each([
  ['an XML declaration', (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`],
  ['blanks around it', (xml: string) => `\n${xml}\n`],
  ['a comment in a value', (xml: string) => xml.replace('QUJDREVG', 'QUJD<!-- x -->REVG')],
])('%s changes nothing', (_what, change) => {
  const root = read(change(signed()));
  expect(root.getAttribute('txn')).toBe('ESIGN-1');
  expect(root.textContent).toBe(CMS);
});

test('CRLF line ends from a browser change nothing', () => {
  const xml = signed(PLAIN.replace('<Signatures>', '\n<Signatures>\n').replace(CMS, `${CMS}\n`));
  expect(xml).toContain('\n');
  expect(read(xml.replaceAll('\n', '\r\n')).textContent?.trim()).toBe(CMS);
});

test.each([
  ['nothing', () => ''],
  ['no XML', () => 'answer'],
  ['another root', () => signed('<Esign/>')],
  [
    'a root with a namespace',
    () => signed(PLAIN.replace('<EsignResp', '<EsignResp xmlns="urn:x"')),
  ],
  ['a root with a prefix', () => signed('<a:EsignResp xmlns:a="urn:x"/>')],
  ['a document type', () => `<!DOCTYPE EsignResp>${signed()}`],
  ['an entity', () => `<!DOCTYPE EsignResp [<!ENTITY a "b">]>${signed()}`],
  [
    'entities that grow',
    () =>
      `<!DOCTYPE EsignResp [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${signed().replace(CMS, '&b;')}`,
  ],
  ['a document type after a declaration', () => `<?xml version="1.0"?><!DOCTYPE a>${signed()}`],
  ['character data', () => signed().replace(CMS, `<![CDATA[${CMS}]]>`)],
  ['an instruction', () => signed().replace('<Signatures>', '<?a b?><Signatures>')],
  ['an entity that is not declared', () => signed().replace(CMS, '&b;')],
  ['two roots', () => signed() + signed()],
  ['text after the root', () => `${signed()}x`],
  ['the message cut', () => signed().slice(0, -20)],
  ['an attribute twice', () => signed().replace('status="1"', 'status="1" status="0"')],
  ['257 KB', () => signed().replace('<Signatures>', `${' '.repeat(257 * 1024)}<Signatures>`)],
  ['bytes that are not UTF-8', () => signed().replace('QUJD', '\ufffd')],
  ['half a character', () => signed().replace('QUJD', '\ud800')],
  ['another encoding', () => `<?xml version="1.0" encoding="UTF-16"?>${signed()}`],
])('%s is malformed', (_what, make) => {
  expect(reasonOf(make())).toBe('malformed');
});

test.each([
  ['no signature', () => PLAIN],
  ['a changed text', () => signed().replace(CMS, CMS.replace('QUJD', 'QUJE'))],
  ['a changed attribute', () => signed().replace('ESIGN-1', 'ESIGN-2')],
  ['an attribute more', () => signed().replace('status="1"', 'status="1" id="1"')],
  ['an element more', () => signed().replace('<Signatures>', '<Signatures><DocSignature/>')],
  ['the signed root under another', () => EVIL.replace('</EsignResp>', `${signed()}</EsignResp>`)],
  [
    'the signed root moved into its signature',
    () => {
      const inner = signed();
      const own = signatureOf(inner);
      const around = own.replace('</Signature>', `<Object>${PLAIN}</Object></Signature>`);
      return EVIL.replace('</EsignResp>', `${around}</EsignResp>`);
    },
  ],
  [
    'the signature moved to another root',
    () => EVIL.replace('</EsignResp>', `${signatureOf(signed())}</EsignResp>`),
  ],
  [
    'the signature moved inwards',
    () => {
      const own = signatureOf(signed());
      return signed().replace(own, '').replace('</Signatures>', `${own}</Signatures>`);
    },
  ],
  [
    'two signatures',
    () => signed().replace('</EsignResp>', `${signatureOf(signed())}</EsignResp>`),
  ],
  ['two signatures, each good', () => sealXml(signed(), pkis.own.answer)],
  [
    'a signature without namespace beside it',
    () => signed(PLAIN.replace('<Signatures>', '<Signature/><Signatures>')),
  ],
  ['two references', () => signed().replace(/(<Reference .*<\/Reference>)/, '$1$1')],
  ['two SignedInfos', () => signed().replace(/(<SignedInfo>.*<\/SignedInfo>)/, '$1$1')],
  ['a comment in the digest', () => signed().replace('<DigestValue>', '<DigestValue>AAAA<!-- -->')],
  [
    'a signature value of zeros',
    () => signed().replace(/<SignatureValue>[^<]*/, '<SignatureValue>AAAA'),
  ],
  ['SHA-1', () => signedOtherwise({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  [
    'RSA with SHA-1',
    () => signedOtherwise({ method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  ],
  [
    'RSA with SHA-512',
    () => signedOtherwise({ method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }),
  ],
  [
    'exclusive canonicalisation',
    () => signedOtherwise({ c14n: 'http://www.w3.org/2001/10/xml-exc-c14n#' }),
  ],
  ['comments that count', () => signedOtherwise({ c14n: `${C14N}#WithComments` })],
  ['a transform more', () => signedOtherwise({ transforms: [ENVELOPED, C14N] })],
  ['no transform', () => signedOtherwise({ transforms: [C14N] })],
  [
    'a part as reference',
    () => signedOtherwise({ uri: '#a', xml: PLAIN.replace('<EsignResp', '<EsignResp Id="a"') }),
  ],
  ['another certificate', () => sealXml(PLAIN, pkis.other.answer)],
  [
    "the service's own certificate",
    () => {
      const { certificate, privateKey } = pkis.own.asp;
      return signXml(PLAIN, { certificate, privateKey: createPrivateKey(privateKey) });
    },
  ],
])('%s: not the authority’s', (_what, make) => {
  expect(reasonOf(make())).toBe('bad_gateway_signature');
});

test('an HMAC made with the public certificate as its secret is refused', () => {
  const method = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  const xml = signed().replace(RSA_SHA256, method);
  expect(xml).toContain(method);
  expect(reasonOf(xml)).toBe('bad_gateway_signature');
});

test('the pinned certificate must be valid now', () => {
  expect(reasonOf(signed(), new Date('2070-01-01'))).toBe('bad_gateway_signature');
  expect(reasonOf(signed(), new Date('2020-01-01'))).toBe('bad_gateway_signature');
});
