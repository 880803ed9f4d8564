import { createPrivateKey, webcrypto } from 'node:crypto';

/** For keys that sign documents and certificates. */
export const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);

/** For keys that sign messages, since the protocol's XML-DSig is RSA only, and faithful signers. */
const RSA_2048 = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const;

export const makeRsaKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(RSA_2048, true, ['sign', 'verify']);

/** PKCS #8. */
export async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

export function fromPem(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, P256, false, ['sign']);
}
