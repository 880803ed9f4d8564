import { createHash } from 'node:crypto';
import { TAG } from '../der.ts';
import type { Link } from './statement.ts';

/** SHA-1's AlgorithmIdentifier, DER. It only names the issuer here, and every responder knows it. */
const SHA_1 = Buffer.from('300906052b0e03021a0500', 'hex');
const LONG_LENGTH = 0x80;

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  // A serial number has 20 octets at most (RFC 5280, 4.1.2.2).
  if (content.length >= LONG_LENGTH) throw new Error('the serial number is too long');
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

/**
 * An OCSP request for one certificate, DER (RFC 6960, 4.1.1), without a nonce: the times in the response are checked.
 * @throws {Error} if the serial number is too long
 */
export function ocspRequest({ certificate, issuer }: Link): Buffer {
  const hash = (bytes: Buffer) => element(TAG.octets, createHash('sha1').update(bytes).digest());
  const serial = element(TAG.integer, certificate.serialNumber);
  const id = [SHA_1, hash(certificate.issuer), hash(issuer.keyBits), serial];
  const sequence = (...parts: readonly Buffer[]) => element(TAG.sequence, ...parts);
  return sequence(sequence(sequence(sequence(sequence(...id)))));
}
