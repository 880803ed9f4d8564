import type { KeyObject } from 'node:crypto';
import { sign, X509Certificate } from 'node:crypto';
import type { Seal } from '../../ports/seal.ts';

/** A seal whose key is in this process: a certificate, its RSA or EC key, and its chain, in DER, root last. */
export function keySeal({
  certificate,
  privateKey,
  chain,
}: {
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
  readonly chain: readonly Buffer[];
}): Seal {
  return {
    certificate: new X509Certificate(certificate),
    chain: chain.map((der) => new X509Certificate(der)),
    sign: async (bytes) => sign('sha256', bytes, privateKey),
  };
}
