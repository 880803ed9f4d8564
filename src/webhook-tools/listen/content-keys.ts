import type { Sign } from '../../client/webhooks/verify-webhook.ts';
import type { SignatureState } from './received-delivery.ts';

/** What a key is made of. */
interface Keyed {
  readonly body: Buffer;
  readonly signature: SignatureState;
  /** The value of its signature's header, if it has one. */
  readonly shown: unknown;
  readonly secrets: readonly string[];
}

/**
 * Names bodies by their content. A signature is a hash of the body, so that of the first secret that fitted serves, and
 * needs no second one; where another secret signed, or none, it is made.
 */
export class ContentKeys {
  readonly #sign: Sign;
  #secret: string | undefined;

  constructor(sign: Sign) {
    this.#sign = sign;
  }

  /** The same for the same bytes, whoever signed them. */
  keyOf({ body, signature, shown, secrets }: Keyed): string {
    const signedBy = signature.state === 'valid' ? secrets[signature.secretIndex] : undefined;
    this.#secret ??= signedBy ?? secrets[0] ?? '';
    return typeof shown === 'string' && signedBy === this.#secret
      ? shown
      : this.#sign(body, this.#secret);
  }
}
