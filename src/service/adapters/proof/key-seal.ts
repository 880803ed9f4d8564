import type { KeyObject } from 'node:crypto';
import { sign, X509Certificate } from 'node:crypto';
import type { Seal } from '../../ports/seal.ts';

/** A seal with its RSA or EC key in this process. Certificates are DER, the root last. */
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
