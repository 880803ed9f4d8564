import { X509Certificate } from 'node:crypto';
import { elementIn, elementsOf, itemsOf, TAG } from './der.ts';

/** More than any honest answer has. The rest is not read. */
const MAX_CERTIFICATES = 20;
const FIELD = 0xa0;

/** From a CMS without signers (RFC 5652, 5.1). Throws Error if it is none. */
function bundled(bytes: Uint8Array): X509Certificate[] {
  const [, wrapped] = itemsOf(elementIn(bytes, TAG.sequence));
  const data = elementIn(wrapped?.content ?? Buffer.alloc(0), TAG.sequence);
  const set = itemsOf(data).find(({ tag }) => tag === FIELD);
  const found = set ? [...elementsOf(set.content)] : [];
  return found.slice(0, MAX_CERTIFICATES).map((one) => new X509Certificate(one.bytes));
}

/** Certificates served at an issuer URL as DER, PEM or "certs-only" CMS (RFC 5280, 4.2.2.1). */
export function certificatesIn(bytes: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)];
  } catch {
    try {
      return bundled(bytes);
    } catch {
      return [];
    }
  }
}
