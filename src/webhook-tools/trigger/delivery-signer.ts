import { hash } from 'node:crypto';
import { signWebhook } from '../../client/index.ts';

/** Bytes of a block and of a digest of SHA-256, and what a key is mixed with (RFC 2104, 2). */
const BLOCK = 64;
const DIGEST = 32;
const INNER = 0x36;
const OUTER = 0x5c;
/** Most bytes of a body that is copied behind a key; an event has some hundreds. */
const SMALL_BODY = 16 * 1024;
/** Most keys that are kept; a receiver has one or two. */
const KEYS = 8;

/** A secret, mixed and ready to be hashed with a body. */
class Key {
  readonly #inner = Buffer.alloc(BLOCK + SMALL_BODY, INNER);
  readonly #outer = Buffer.alloc(BLOCK + DIGEST, OUTER);

  constructor(secret: string) {
    const bytes = Buffer.from(secret);
    const key = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes;
    for (const [at, byte] of key.entries()) {
      this.#inner[at] = byte ^ INNER;
      this.#outer[at] = byte ^ OUTER;
    }
  }

  hmacOf(body: Buffer): string {
    this.#inner.set(body, BLOCK);
    const digest = hash('sha256', this.#inner.subarray(0, BLOCK + body.length), 'binary');
    this.#outer.write(digest, BLOCK, 'latin1');
    return hash('sha256', this.#outer, 'hex');
  }
}

/**
 * Signs bodies as `signWebhook` does. HMAC is made of its two hashes (RFC 2104), each at one go: to set up and take down
 * `createHmac` takes longer than to hash an event with it.
 */
export class DeliverySigner {
  readonly #keys = new Map<string, Key>();

  /** The value of the signature's header. */
  readonly sign = (body: Buffer, secret: string): string => {
    if (body.length > SMALL_BODY) return signWebhook(body, secret);
    return `sha256=${this.#keyOf(secret).hmacOf(body)}`;
  };

  #keyOf(secret: string): Key {
    const known = this.#keys.get(secret);
    if (known) return known;
    if (this.#keys.size === KEYS) this.#keys.clear();
    const key = new Key(secret);
    this.#keys.set(secret, key);
    return key;
  }
}
