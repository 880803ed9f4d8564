import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretSeal } from '../store/database.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** First byte of secrets that name their key. Older ones begin with a random byte. */
const NAMED = 1;
const NAME_BYTES = 4;

interface NamedKey {
  readonly key: Buffer;
  /** The format byte and the start of the key's hash. Each sealed text begins with it. */
  readonly name: Buffer;
}

function namedKey(key: Buffer): NamedKey {
  if (key.length !== KEY_BYTES) {
    throw new RangeError(
      `The key that seals secrets has ${key.length} bytes; it needs ${KEY_BYTES}.`,
    );
  }
  const hash = createHash('sha256').update('esign sealing key\n').update(key).digest();
  return { key, name: Buffer.from([NAMED, ...hash.subarray(0, NAME_BYTES)]) };
}

const isNamed = (sealed: Buffer, { name }: NamedKey): boolean =>
  sealed.subarray(0, name.length).equals(name);

/** Seals under a 32-byte key; former keys only open. @throws {RangeError} for another length */
export function secretSeal(newest: Buffer, former: readonly Buffer[] = []): SecretSeal {
  const first = namedKey(newest);
  const keys = [first, ...former.map(namedKey)];
  return {
    seal: (secret, owner) => Buffer.concat([first.name, sealWith(first.key, secret, owner)]),
    open: (sealed, owner) => open(keys, sealed, owner),
    isNewest: (sealed) => isNamed(sealed, first),
  };
}

function sealWith(key: Buffer, secret: string, owner: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function open(keys: readonly NamedKey[], sealed: Buffer, owner: string): string {
  const attempts = keys.flatMap((one) => {
    const plain = { key: one.key, text: sealed };
    const named = { key: one.key, text: sealed.subarray(one.name.length) };
    return isNamed(sealed, one) ? [named, plain] : [plain];
  });
  for (const { key, text } of attempts) {
    const secret = openWith(key, text, owner);
    if (secret !== undefined) return secret;
  }
  throw new Error(`The secret of ${owner} was sealed with another key, or changed since.`);
}

function openWith(key: Buffer, sealed: Buffer, owner: string): string | undefined {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
