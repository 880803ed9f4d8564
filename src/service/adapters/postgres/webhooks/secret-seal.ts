import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Keeps secrets in the database unreadable without the service's key. */
export interface SecretSeal {
  /** AES-256-GCM over a secret, bound to the row that it belongs to. */
  seal(secret: string, owner: string): Buffer;
  /** @throws {Error} when it was sealed with another key, for another row, or changed since */
  open(sealed: Buffer, owner: string): string;
}

/** A seal under a key of 32 bytes. @throws {RangeError} when it has another length */
export function secretSeal(key: Buffer): SecretSeal {
  if (key.length !== KEY_BYTES) {
    throw new RangeError(
      `The key that seals secrets has ${key.length} bytes; it needs ${KEY_BYTES}.`,
    );
  }
  const secretKey = createSecretKey(key);
  return {
    seal: (secret, owner) => sealWith(secretKey, secret, owner),
    open: (sealed, owner) => openWith(secretKey, sealed, owner),
  };
}

function sealWith(key: KeyObject, secret: string, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function openWith(key: KeyObject, sealed: Buffer, owner: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`The secret of ${owner} was sealed with another key, or changed since.`);
  }
}
