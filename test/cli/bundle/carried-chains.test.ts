import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  carriedChains,
  pemOf,
  rootsText,
  signersRoots,
} from '../../../src/cli/bundle/carried-chains.ts';
import type { CarriedCertificates } from '../../../src/pdf/verification/carried-certificates.ts';
import { otherAuthority, testAuthority } from '../../support/trust/pdf-authority.ts';

const [own, other] = [await testAuthority(), await otherAuthority()];
const asha = await own.issue('Asha Rao');
const seal = await other.issue('Seal of Example');
const raw = (certificates: readonly X509Certificate[]) => certificates.map((one) => one.raw);

type Kind = CarriedCertificates['signatures'][number]['kind'];

const signature = (
  { certificate, chain }: typeof asha,
  { kind = 'signature', more = [] }: { kind?: Kind; more?: readonly X509Certificate[] } = {},
) => ({
  kind,
  field: kind === 'seal' ? 'esign_seal' : 'esign_01',
  signer: certificate.raw,
  certificates: raw([certificate, ...chain, ...more]),
});

const sealed: CarriedCertificates = { signatures: [signature(seal, { kind: 'seal' })], stored: [] };
const signed = (
  more: readonly X509Certificate[] = [],
  stored: readonly X509Certificate[] = [],
) => ({
  signatures: [signature(asha, { more })],
  stored: raw(stored),
});

const names = (certificates: readonly X509Certificate[]) =>
  certificates.map(({ subject }) => subject.split('CN=')[1]);

test('a chain goes up as far as the files have it, whatever the order', () => {
  const { chains } = carriedChains([signed(), sealed]);
  expect(chains.map(({ kind, certificates }) => [kind, ...names(certificates)])).toEqual([
    ['signature', 'Asha Rao', 'TEST Root Sub-CA'],
    ['seal', 'Seal of Example', 'TEST Other Root Sub-CA'],
  ]);
  const [whole] = carriedChains([signed([own.root, other.root].reverse())]).chains;
  expect(names(whole!.certificates)).toEqual(['Asha Rao', 'TEST Root Sub-CA', 'TEST Root']);
});

test('a certificate of the security store completes a chain, and each is listed once', () => {
  const { all, chains } = carriedChains([signed([own.root], [own.root]), signed()]);
  expect(names(all)).toEqual(['Asha Rao', 'TEST Root Sub-CA', 'TEST Root']);
  expect(chains.map(({ certificates }) => certificates.length)).toEqual([3, 3]);
});

test('roots of signers are those in the files that lead to signers; the seal has its own', () => {
  expect(signersRoots(carriedChains([signed(), sealed]))).toEqual([]);
  const both = carriedChains([signed([own.root]), { ...sealed, stored: raw([other.root]) }]);
  expect(names(signersRoots(both))).toEqual(['TEST Root']);
});

test('a certificate that only has the name of the issuer is not its issuer', async () => {
  const namesake = await other.issue('TEST Root Sub-CA');
  const [chain] = carriedChains([
    { signatures: [{ ...signature(asha), certificates: [] }], stored: [namesake.certificate.raw] },
  ]).chains;
  expect(names(chain!.certificates)).toEqual(['Asha Rao']);
});

test('PEM has each certificate below its subject, and reads back', () => {
  const text = pemOf([asha.certificate, own.root]);
  expect(text.match(/^#.*$/gm)).toEqual(['# C=IN, CN=Asha Rao', '# C=IN, CN=TEST Root']);
  const blocks = text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  expect(blocks.map((pem) => new X509Certificate(pem).fingerprint256)).toEqual([
    asha.certificate.fingerprint256,
    own.root.fingerprint256,
  ]);
});

test('roots.txt tells what the files claim, what they lack, and whom each root leads to', () => {
  const text = rootsText(carriedChains([signed([own.root]), sealed]), true);
  expect(text).toContain(
    `  Subject   C=IN, CN=TEST Root\n  SHA-256   ${own.root.fingerprint256}\n`,
  );
  expect(text).toContain('  Leads to  Asha Rao: signature in the field esign_01\n');
  expect(text).toContain('  Subject   C=IN, CN=TEST Other Root\n  SHA-256   not in these files');
  expect(text).toContain(
    `  Subject   C=IN, CN=Seal of Example\n  SHA-256   ${seal.certificate.fingerprint256}\n`,
  );
  expect(rootsText(carriedChains([signed()]), true)).toContain('certificate.pdf has no seal.');
});
