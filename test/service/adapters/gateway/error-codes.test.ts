import { expect, test } from 'vitest';
import { ESP_FAILURES } from '../../../../src/sandbox/authority/requests/esp-failures.ts';
import { failureOf, isOutage } from '../../../../src/service/adapters/gateway/read-answer.ts';
import 'reflect-metadata';
import type { Extension } from '@peculiar/x509';
import {
  CertificatePolicyExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isSignersCertificate } from '../../../../src/service/adapters/gateway/esign-gateway.ts';

test.each([
  ['gateway_refused', 'ESP-901 ESP-902 ESP-903 ESP-905 ESP-906 ESP-907 ESP-909 ESP-911 ESP-922'],
  ['gateway_refused', 'ESP-992 ESP-000 ESP-009 ESS-114'],
  ['clock', 'ESP-908'],
  ['duplicate_txn', 'ESP-910'],
  ['signer_declined', 'ESP-944 ESP-945 esp-944'],
  ['session_expired', 'ESP-946'],
  ['otp_attempts', 'ESP-415 400 403 UIDAI-400'],
  ['wait_1min', '952'],
  ['wait_30min', '953'],
  ['mobile_not_linked', '112 UIDAI-112 ESP-112'],
  ['identity_locked', '330 331 332'],
  ['identity_suspended', '995 996 997'],
  ['invalid_identity', '998 515 532 K-515 100 200'],
  ['virtual_id_expired', '517 K-517 UIDAI-517'],
  ['biometrics_failed', '300 310 316 329 800 811 812 951'],
  ['service_down', '402 999 K-100 K-200 ESP-991 ESP-993 ESP-999'],
  ['service_down', 'ESP-777 X NA 299 333'],
])('%s: %s', (reason, codes) => {
  for (const code of codes.split(' ')) expect([code, failureOf(code)]).toEqual([code, reason]);
});

test.each([
  [true, 'ESP-991 ESP-992 ESP-993 ESP-999 esp-999 999 UIDAI-999'],
  [
    false,
    'ESP-901 ESP-944 ESP-946 ESP-415 ESP-990 402 K-100 K-200 998 UIDAI-998 112 952 X NA 9991',
  ],
])('the service failed, %s: %s', (expected, codes) => {
  for (const code of codes.split(' ')) expect([code, isOutage(code)]).toEqual([code, expected]);
});

test('a failure without a code counts as the authority’s', () => {
  expect(failureOf('')).toBe('service_down');
});

test('every code of the sandbox’s authority is known', () => {
  for (const { code } of Object.values(ESP_FAILURES)) {
    expect([code, failureOf(code) === 'service_down']).toEqual([code, code === 'ESP-999']);
  }
});

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
