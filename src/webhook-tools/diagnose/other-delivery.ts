import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadDigest } from './read-signature.ts';
import type { NamedSecret } from './secret-variants.ts';

/** Another delivery that is known. */
export interface OtherDelivery {
  /** What it may be called, such as its file. */
  readonly name: string;
  readonly body: Buffer;
}

/** What a signature may belong to. */
interface Known {
  readonly deliveries: readonly OtherDelivery[];
  readonly secrets: readonly NamedSecret[];
}

/** The delivery that a signature belongs to, and whether the body at hand is no more than its beginning. */
export interface FoundDelivery {
  readonly name: string;
  readonly isCut: boolean;
}

function isSignedBy(secret: NamedSecret, body: Buffer, digests: readonly ReadDigest[]): boolean {
  return digests.some(({ algorithm, bytes }) => {
    const made = createHmac(algorithm, secret.value).update(body).digest();
    return made.length === bytes.length && timingSafeEqual(made, bytes);
  });
}

/** Finds the delivery that a signature belongs to, by computing it from each one's body; undefined when it is none. */
export function findOtherDelivery(
  body: Buffer,
  digests: readonly ReadDigest[],
  { deliveries, secrets }: Known,
): FoundDelivery | undefined {
  if (digests.length === 0) return undefined;
  const found = deliveries.find((one) =>
    secrets.some((secret) => isSignedBy(secret, one.body, digests)),
  );
  if (!found) return undefined;
  const isCut = body.length < found.body.length && found.body.subarray(0, body.length).equals(body);
  return { name: found.name, isCut };
}
