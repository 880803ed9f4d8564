import { createHash } from 'node:crypto';
import { fromBER, Integer, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, Attribute, ContentInfo, SignedData } from 'pkijs';
import { expect, test } from 'vitest';
import { OID } from '../../../src/pdf/cms/asn1.ts';
import type { CmsRules } from '../../../src/pdf/cms/check-cms.ts';
import { checkCms, checkSigner } from '../../../src/pdf/cms/check-cms.ts';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import { CmsError } from '../../../src/pdf/pdf-errors.ts';
import { createCms } from '../../support/trust/create-cms.ts';
import { otherAuthority, testAuthority } from '../../support/trust/pdf-authority.ts';
import { timestamped } from '../../support/trust/timestamp-cms.ts';

const sha256 = createHash('sha256').update('content').digest('hex');
const otherHash = createHash('sha256').update('other').digest('hex');
const HOUR_MS = 3_600_000;

async function signed(options: { ess?: boolean; rsa?: boolean; notBefore?: Date } = {}) {
  const { ess = true, ...wishes } = options;
  const authority = await testAuthority();
  const identity = await authority.issue('अनिता शर्मा', wishes);
  const cms = createCms({ sha256, ...identity, ess });
  const rules = { sha256, roots: [authority.root], at: new Date(), needEss: ess };
  return { authority, identity, cms, rules };
}

function codeOf(cms: Uint8Array, rules: CmsRules): string {
  try {
    checkCms(cms, rules);
    return 'sound';
  } catch (error) {
    return error instanceof CmsError ? error.code : String(error);
  }
}

/** The outer three levels in BER with indefinite lengths, as some authorities write them. */
function indefinite(der: Buffer): Buffer {
  const oid = der.subarray(4, 15);
  const inner = der.subarray(19 + 4);
  const head = [Buffer.from([0x30, 0x80]), oid, Buffer.from([0xa0, 0x80, 0x30, 0x80])];
  return Buffer.concat([...head, inner, Buffer.alloc(6)]);
}

test.each([false, true])('a signature checks, RSA: %s', async (rsa) => {
  const { cms, rules, identity } = await signed({ rsa });
  const checked = checkCms(cms, rules);
  expect(checked.signer.commonName).toBe('अनिता शर्मा');
  expect(checked.signer.certificate.raw.equals(identity.certificate.raw)).toBe(true);
  expect(checked.path).toHaveLength(3);
});

test('the signing time is null unless the CMS has one', async () => {
  const { identity, cms, rules } = await signed();
  const signingTime = new Date('2026-11-21T04:30:00Z');
  const timed = createCms({ sha256, ...identity, signingTime, ess: true });
  expect(checkCms(timed, rules).signingTime).toEqual(signingTime);
  expect(checkCms(cms, rules).signingTime).toBeNull();
});

test('BER with indefinite lengths is read', async () => {
  const { cms, rules } = await signed();
  expect(codeOf(indefinite(cms), rules)).toBe('sound');
});

test('noise, a truncated CMS and a trailing byte are refused', async () => {
  const { cms, rules } = await signed();
  for (const bytes of [Buffer.alloc(0), Buffer.from('noise'), cms.subarray(0, -9)]) {
    expect(codeOf(bytes, rules)).toBe('CMS_PARSE');
  }
  expect(codeOf(Buffer.concat([cms, Buffer.from([0])]), rules)).toBe('CMS_PARSE');
});

test('a signature over other content is refused', async () => {
  const { cms, rules } = await signed();
  expect(codeOf(cms, { ...rules, sha256: otherHash })).toBe('CMS_DIGEST');
});

test('an altered signature value is refused', async () => {
  const { cms, rules } = await signed();
  const altered = Buffer.from(cms);
  altered[altered.length - 3] = (altered[altered.length - 3] ?? 0) ^ 1;
  expect(codeOf(altered, rules)).toBe('CMS_SIGNATURE');
});

test("a signature by another key than the certificate's is refused", async () => {
  const { authority, identity, rules } = await signed();
  const { privateKey } = await authority.issue('Ravi Kumar');
  expect(codeOf(createCms({ sha256, ...identity, privateKey, ess: true }), rules)).toBe(
    'CMS_SIGNATURE',
  );
});

test('a missing ESS attribute matters only if required', async () => {
  const { cms, rules } = await signed({ ess: false });
  expect(codeOf(cms, { ...rules, needEss: true })).toBe('CMS_ESS');
  expect(codeOf(cms, { ...rules, needEss: false })).toBe('sound');
});

test('a certificate that is named with SHA-1 alone binds timestamps, and signatures of no kind that is supported', async () => {
  const { cms, identity } = await signed();
  const stamped = timestamped(cms, identity, { at: new Date(), isFirstVersion: true });
  const token = readCms(readCms(stamped).tokens[0] ?? Buffer.alloc(0));
  expect(checkSigner(token, { needEss: true, isToken: true }).contents).toBe(token);
  expect(() => checkSigner(token, { needEss: true })).toThrow(
    expect.objectContaining({ code: 'CMS_DIGEST_ALG' }),
  );
});

test('an ESS attribute of another certificate is refused even if not required', async () => {
  const { cms, identity, rules } = await signed();
  const hash = createHash('sha256').update(identity.certificate.raw).digest();
  const altered = Buffer.from(cms);
  altered[altered.indexOf(hash)] = (hash[0] ?? 0) ^ 1;
  expect(codeOf(altered, { ...rules, needEss: false })).toBe('CMS_ESS');
});

test('a certificate that is not yet valid, or no longer, is refused', async () => {
  const { cms, rules } = await signed();
  expect(codeOf(cms, { ...rules, at: new Date(Date.now() - 1000 * HOUR_MS) })).toBe('CERT_TIME');
  expect(codeOf(cms, { ...rules, at: new Date(Date.now() + 90_000 * HOUR_MS) })).toBe('CERT_TIME');
});

test('another root is not trusted', async () => {
  const { cms, rules } = await signed();
  const { root } = await otherAuthority();
  expect(codeOf(cms, { ...rules, roots: [root] })).toBe('UNTRUSTED');
  expect(codeOf(cms, { ...rules, roots: [] })).toBe('NO_ROOT');
});

test('a chain without its intermediate needs the missing certificate', async () => {
  const { identity, rules } = await signed();
  const bare = createCms({ sha256, ...identity, chain: [], ess: true });
  expect(codeOf(bare, rules)).toBe('UNTRUSTED');
  expect(codeOf(bare, { ...rules, given: identity.chain })).toBe('sound');
});

test('a signer cannot vouch for another: only authorities issue certificates', async () => {
  const { authority, rules } = await signed();
  const middle = await authority.issue('Ravi Kumar');
  const other = await otherAuthority();
  const leaf = await other.issue('Asha Rao');
  const chain = [middle.certificate, ...middle.chain];
  expect(codeOf(createCms({ sha256, ...leaf, chain, ess: true }), rules)).toBe('UNTRUSTED');
});

/** The CMS, changed and encoded again. */
function rebuilt(cms: Buffer, change: (signedData: SignedData) => unknown): Buffer {
  const info = new ContentInfo({ schema: fromBER(new Uint8Array(cms)).result });
  const signedData = new SignedData({ schema: info.content });
  change(signedData);
  const content = signedData.toSchema(true);
  const { contentType } = info;
  return Buffer.from(new ContentInfo({ contentType, content }).toSchema().toBER());
}

const attributesOf = (cms: SignedData) => cms.signerInfos[0]!.signedAttrs!.attributes;
const one = () => new Integer({ value: 1 });
const sha1 = () => new AlgorithmIdentifier({ algorithmId: '1.3.14.3.2.26' });
const content = () => new OctetString({ valueHex: new Uint8Array([1]).buffer });
const named = (cms: SignedData, oid: string) =>
  attributesOf(cms).filter(({ type }) => type === oid);
const emptied = (attributes: readonly Attribute[]) => {
  for (const attribute of attributes) attribute.values = [one()];
};

const changes: [string, string, (signedData: SignedData) => unknown][] = [
  ['no signer', 'CMS_SIGNERS', (cms) => cms.signerInfos.pop()],
  ['two signers', 'CMS_SIGNERS', (cms) => cms.signerInfos.push(...cms.signerInfos)],
  ['no signed attributes', 'CMS_SIGNERS', (cms) => delete cms.signerInfos[0]!.signedAttrs],
  [
    'the content in it',
    'CMS_NOT_DETACHED',
    (cms) => Object.assign(cms.encapContentInfo, { eContent: content() }),
  ],
  [
    'content of another type',
    'CMS_NOT_DETACHED',
    (cms) => Object.assign(cms.encapContentInfo, { eContentType: '1.2.3' }),
  ],
  [
    'SHA-1',
    'CMS_DIGEST_ALG',
    (cms) => Object.assign(cms.signerInfos[0]!, { digestAlgorithm: sha1() }),
  ],
  ['two digests', 'CMS_DIGEST', (cms) => attributesOf(cms).push(...named(cms, OID.messageDigest))],
  ['a digest that is none', 'CMS_DIGEST', (cms) => emptied(attributesOf(cms))],
  [
    'an ESS attribute of another shape',
    'CMS_ESS',
    (cms) => emptied(named(cms, OID.signingCertificateV2)),
  ],
  ['no certificates', 'CMS_NO_SIGNER_CERT', (cms) => delete cms.certificates],
];

test.each(changes)('a signature with %s is refused as %s', async (_, code, change) => {
  const { cms, rules } = await signed();
  const same = rebuilt(cms, () => undefined);
  expect(codeOf(same, rules)).toBe('sound');
  expect(codeOf(rebuilt(cms, change), rules)).toBe(code);
});

test('a signature without certificates is sound if they are given', async () => {
  const { cms, rules, identity } = await signed();
  const bare = rebuilt(cms, (signedData) => delete signedData.certificates);
  const given = [identity.certificate, ...identity.chain];
  expect(codeOf(bare, { ...rules, given })).toBe('sound');
});

test('a CMS without signed attributes is told as such', async () => {
  const { cms } = await signed();
  const bare = rebuilt(cms, ({ signerInfos }) => delete signerInfos[0]!.signedAttrs);
  expect(() => readCms(bare)).toThrow('the signature has no signed attributes');
});

/** The CMS with an attribute of so many numbers, as lists of revocations among the attributes have. */
async function withNumbers(count: number): Promise<Buffer> {
  const { cms } = await signed();
  return rebuilt(cms, ({ signerInfos }) => {
    const value = Array.from({ length: count }, () => new Integer({ value: 7 }));
    const list = new Attribute({ type: '1.2.3', values: [new Sequence({ value })] });
    signerInfos[0]!.signedAttrs!.attributes.push(list);
  });
}

test('a CMS with a large list among its attributes is read, and one with too large a list is not', async () => {
  const { attributes } = readCms(await withNumbers(12_000));
  expect(attributes.some(({ type }) => type === '1.2.3')).toBe(true);
  const tooLarge = Buffer.alloc(200_002, Buffer.from([5, 0]));
  expect(() => readCms(tooLarge)).toThrow(expect.objectContaining({ code: 'CMS_SIZE' }));
});
