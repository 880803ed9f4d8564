import 'reflect-metadata';
import type { Extension } from '@peculiar/x509';
import {
  CertificatePolicyExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, test } from 'vitest';
import { isSignersCertificate } from '../../../../src/service/adapters/gateway/esign-gateway.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function certificateWith(extensions: Extension[]): Promise<Buffer> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { rawData } = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Asha Rao (TEST)',
    keys,
    signingAlgorithm: ALGORITHM,
    extensions,
  });
  return Buffer.from(rawData);
}

const usage = (flags: KeyUsageFlags) => new KeyUsagesExtension(flags, true);
const policy = (...ids: string[]) => new CertificatePolicyExtension(ids);
const SIGNING = usage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation);
const BY_OTP = policy('2.16.356.100.2.4.1');

test.each([
  ['signs documents, checked by a one-time password', [SIGNING, BY_OTP], true],
  ['signs documents, checked by other means', [SIGNING, policy('2.16.356.100.2.4.2')], true],
  ['may only bind itself', [usage(KeyUsageFlags.nonRepudiation), BY_OTP], true],
  ['has one policy of many', [SIGNING, policy('2.5.29.32.0', '2.16.356.100.2.4.1')], true],
  ['issues others', [usage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), BY_OTP], false],
  ['enciphers keys', [usage(KeyUsageFlags.keyEncipherment), BY_OTP], false],
  ['does not say what its key is for', [BY_OTP], false],
  ['is of an organisation', [SIGNING, policy('2.16.356.100.2.3')], false],
  ['has a policy that only begins alike', [SIGNING, policy('2.16.356.100.2.41')], false],
  ['names no policy', [SIGNING], false],
] as const)('a certificate that %s is a signer’s: %#', async (_, extensions, isSigners) => {
  expect(isSignersCertificate(await certificateWith([...extensions]))).toBe(isSigners);
});

test('invalid bytes are not a signer’s certificate', () => {
  expect(isSignersCertificate(Buffer.from('no certificate'))).toBe(false);
});
