import type { KeyObject } from 'node:crypto';
import { constants, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { fromBER, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  RSASSAPSSParams,
  SignedAndUnsignedAttributes,
  SignedData,
} from 'pkijs';
import { expect, test } from 'vitest';
import type { DigestName } from '../../../src/pdf/cms/algorithms.ts';
import { isSignedBy } from '../../../src/pdf/cms/algorithms.ts';
import { OID } from '../../../src/pdf/cms/asn1.ts';
import { checkSoundness } from '../../../src/pdf/cms/check-cms.ts';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { testAuthority } from '../../support/trust/pdf-authority.ts';

const digestOf = (name: DigestName) => createHash(name).update('content').digest('hex');
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes).buffer });
const identity = await (await testAuthority()).issue('Asha Rao');
const made = createCms({ sha256: digestOf('sha256'), ...identity, ess: true });

/** The same CMS over another digest of the content, signed again. */
function signedWith(digest: DigestName, algorithm: AlgorithmIdentifier, key: KeyObject): Buffer {
  const info = new ContentInfo({ schema: fromBER(new Uint8Array(made)).result });
  const signedData = new SignedData({ schema: info.content });
  const signer = signedData.signerInfos[0]!;
  const attributes = signer.signedAttrs!.attributes.map((item) =>
    item.type === OID.messageDigest
      ? new Attribute({ type: item.type, values: [octets(Buffer.from(digestOf(digest), 'hex'))] })
      : item,
  );
  signer.digestAlgorithm = new AlgorithmIdentifier({ algorithmId: OID[digest] });
  signer.signatureAlgorithm = algorithm;
  signer.signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const bytes = Buffer.from(signer.signedAttrs.toSchema().toBER());
  bytes[0] = 0x31;
  signer.signature = octets(sign(digest, bytes, key));
  const content = signedData.toSchema(true);
  return Buffer.from(new ContentInfo({ contentType: OID.signedData, content }).toSchema().toBER());
}

test.each([
  ['sha256', OID.ecdsaWithSha256],
  ['sha384', OID.ecdsaWithSha384],
  ['sha512', OID.ecdsaWithSha512],
] as const)('a CMS with %s is read', (digest, algorithmId) => {
  const cms = signedWith(digest, new AlgorithmIdentifier({ algorithmId }), identity.privateKey);
  const sound = checkSoundness(readCms(cms), { digestOf, needEss: true });
  expect(sound.signer.commonName).toBe('Asha Rao');
  const other = () => '00';
  expect(() => checkSoundness(readCms(cms), { digestOf: other })).toThrow(
    expect.objectContaining({ code: 'CMS_DIGEST' }),
  );
});

function pss(hash: DigestName, mask: DigestName = hash): AlgorithmIdentifier {
  const hashAlgorithm = (name: DigestName) =>
    new AlgorithmIdentifier({ algorithmId: OID[name], algorithmParams: new Null() });
  const parameters = new RSASSAPSSParams({
    hashAlgorithm: hashAlgorithm(hash),
    maskGenAlgorithm: new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.8',
      algorithmParams: hashAlgorithm(mask).toSchema(),
    }),
    saltLength: 32,
  });
  return new AlgorithmIdentifier({
    algorithmId: OID.rsaPss,
    algorithmParams: fromBER(parameters.toSchema().toBER()).result,
  });
}

const plain = (algorithmId: string) => new AlgorithmIdentifier({ algorithmId });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed = generateKeyPairSync('ed25519');
const padded = (key: KeyObject) => ({
  key,
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: 32,
});

/** A CMS that says it was signed so, with a signature of its own. */
function contentsWith(algorithm: AlgorithmIdentifier, signature: (bytes: Buffer) => Buffer) {
  const contents = readCms(made);
  contents.signerInfo.signatureAlgorithm = algorithm;
  return { ...contents, signature: signature(contents.signedBytes) };
}

test.each([
  ['RSA, SHA-256', plain(OID.sha256WithRsa), (b: Buffer) => sign('sha256', b, rsa.privateKey), rsa],
  ['RSA, SHA-512', plain(OID.sha512WithRsa), (b: Buffer) => sign('sha512', b, rsa.privateKey), rsa],
  ['RSA by its key', plain(OID.rsa), (b: Buffer) => sign('sha256', b, rsa.privateKey), rsa],
  ['PSS, SHA-256', pss('sha256'), (b: Buffer) => sign('sha256', b, padded(rsa.privateKey)), rsa],
  ['PSS, SHA-512', pss('sha512'), (b: Buffer) => sign('sha512', b, padded(rsa.privateKey)), rsa],
  ['P-384', plain(OID.ecdsaWithSha384), (b: Buffer) => sign('sha384', b, ec.privateKey), ec],
  ['Ed25519', plain(OID.ed25519), (b: Buffer) => sign(null, b, ed.privateKey), ed],
] as const)('a signature by %s is accepted', (_, algorithm, make, { publicKey }) => {
  const contents = contentsWith(algorithm, make);
  expect(isSignedBy(contents, publicKey)).toBe(true);
  const altered = Buffer.from(contents.signature);
  altered[9] = (altered[9] ?? 0) ^ 1;
  expect(isSignedBy({ ...contents, signature: altered }, publicKey)).toBe(false);
});

test.each([
  ['SHA-1', plain('1.2.840.113549.1.1.5'), (b: Buffer) => sign('sha1', b, rsa.privateKey), rsa],
  [
    'another mask',
    pss('sha256', 'sha512'),
    (b: Buffer) => sign('sha256', b, padded(rsa.privateKey)),
    rsa,
  ],
  [
    'an algorithm of another key',
    plain(OID.sha256WithRsa),
    (b: Buffer) => sign('sha256', b, ec.privateKey),
    ec,
  ],
] as const)('a signature by %s is refused', (_, algorithm, make, { publicKey }) => {
  expect(isSignedBy(contentsWith(algorithm, make), publicKey)).toBe(false);
});
