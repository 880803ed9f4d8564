import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

const DIGESTS = { sha1, sha256, sha384, sha512 };

interface Digesting {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Digesting;
}

/** The part of Node's `Hash` that the verifier uses. */
class Hash {
  readonly #state: Digesting;

  constructor(state: Digesting) {
    this.#state = state;
  }

  update(data: Uint8Array | string): this {
    this.#state.update(typeof data === 'string' ? Buffer.from(data) : data);
    return this;
  }

  copy(): Hash {
    return new Hash(this.#state.clone());
  }

  digest(): Buffer;
  digest(encoding: 'hex'): string;
  digest(encoding?: 'hex'): Buffer | string {
    const bytes = Buffer.from(this.#state.digest());
    return encoding ? bytes.toString(encoding) : bytes;
  }
}

export type { Hash };

/** Throws Error for a digest that the verifier does not use. */
export function createHash(name: string): Hash {
  if (!Object.hasOwn(DIGESTS, name)) throw new Error(`the digest ${name} is not known here`);
  return new Hash(DIGESTS[name as keyof typeof DIGESTS].create());
}
