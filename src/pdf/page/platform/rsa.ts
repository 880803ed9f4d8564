import type { Hash } from './hash.ts';
import { createHash } from './hash.ts';

export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

export interface RsaSignature {
  readonly key: RsaKey;
  readonly digest: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Unsigned, big-endian. */
export const numberIn = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);

const bitsOf = (number: bigint): number => number.toString(2).length;
const octetsOf = (bits: number): number => Math.ceil(bits / 8);

/** As OpenSSL limits them: larger ones are only made to be slow. */
const MOST_BITS = 16_384;
const LARGE_BITS = 3072;
const MOST_EXPONENT_BITS = 64;

/** RSAVP1 (RFC 8017, 5.2.2); undefined for a key or a number out of range. */
function opened({ modulus, exponent }: RsaKey, signature: Uint8Array): Buffer | undefined {
  const bits = bitsOf(modulus);
  const isSlow = bits > LARGE_BITS && bitsOf(exponent) > MOST_EXPONENT_BITS;
  let base = numberIn(signature);
  const isValid = bits <= MOST_BITS && !isSlow && exponent > 1n && exponent < modulus;
  if (!isValid || base >= modulus) return undefined;
  let power = 1n;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * base) % modulus;
    base = (base * base) % modulus;
  }
  return Buffer.from(power.toString(16).padStart(2 * octetsOf(bits), '0'), 'hex');
}

/** DigestInfo up to the digest (RFC 8017, 9.2, note 1). */
const DIGEST_INFO: Readonly<Record<string, string>> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

const PADDING_OCTETS = 11;

/** RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2): encodes what was signed anew and compares all of it. */
export function isPkcs1({ key, digest, message, signature }: RsaSignature): boolean {
  const length = octetsOf(bitsOf(key.modulus));
  const prefix = DIGEST_INFO[digest];
  if (prefix === undefined || signature.length !== length) return false;
  const info = Buffer.from(prefix + createHash(digest).update(message).digest('hex'), 'hex');
  if (length < info.length + PADDING_OCTETS) return false;
  const filling = Buffer.alloc(length - info.length - 3, 0xff);
  const expected = Buffer.concat([Buffer.of(0, 1), filling, Buffer.of(0), info]);
  return opened(key, signature)?.equals(expected) ?? false;
}

/** MGF1 (RFC 8017, B.2.1). */
function mask(seed: Uint8Array, length: number, digest: string): Buffer {
  const parts: Buffer[] = [];
  const counter = Buffer.alloc(4);
  for (let made = 0; made < length; ) {
    counter.writeUInt32BE(parts.length);
    const part = createHash(digest).update(seed).update(counter).digest();
    parts.push(part);
    made += part.length;
  }
  return Buffer.concat(parts).subarray(0, length);
}

const TRAILER = 0xbc;

function hashesTo(hash: Hash, expected: Uint8Array): boolean {
  return hash.digest().equals(Buffer.from(expected));
}

/** RSASSA-PSS with a salt of any length and the same digest for the mask (RFC 8017, 8.1.2). */
export function isPss({ key, digest, message, signature }: RsaSignature): boolean {
  const bits = bitsOf(key.modulus) - 1;
  const size = createHash(digest).digest().length;
  const all = signature.length > octetsOf(bits + 1) ? undefined : opened(key, signature);
  const encoded = all?.subarray(all.length - octetsOf(bits));
  if (!all || !encoded || encoded.length < size + 2 || encoded.at(-1) !== TRAILER) return false;
  // Bits above the encoded message must be zero; a whole octet, if the modulus begins one.
  const top = 0xff >> (8 * encoded.length - bits);
  if (((encoded[0] ?? 0) & ~top) !== 0 || (all.length > encoded.length && all[0] !== 0)) {
    return false;
  }
  const hash = encoded.subarray(encoded.length - size - 1, -1);
  const masked = encoded.subarray(0, encoded.length - size - 1);
  const block = mask(hash, masked.length, digest).map((octet, at) => octet ^ (masked[at] ?? 0));
  block[0] = (block[0] ?? 0) & top;
  const start = block.findIndex((octet) => octet !== 0);
  if (block[start] !== 1) return false;
  const digested = createHash(digest).update(message).digest();
  const again = createHash(digest).update(Buffer.alloc(8)).update(digested);
  return hashesTo(again.update(block.subarray(start + 1)), hash);
}
