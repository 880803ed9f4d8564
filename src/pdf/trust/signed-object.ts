import { fromBER } from 'asn1js';
import { AlgorithmIdentifier } from 'pkijs';
import type { X509Certificate } from '../../platform/crypto.ts';
import { isAccepted, isMadeBy } from '../cms/algorithms.ts';
import type { Element } from './der.ts';
import { itemsOf, TAG } from './der.ts';

export interface SignedObject {
  readonly content: Element;
  readonly algorithm: Element;
  readonly signature: Buffer;
  /** Elements after the signature: an OCSP response's certificates. */
  readonly rest: readonly Element[];
}

/** Whole octets only. Throws Error if it is not a BIT STRING of them. */
function bitsIn(element: Element | undefined): Buffer {
  if (element?.tag !== TAG.bits || element.content[0] !== 0) throw new Error('not a bit string');
  return element.content.subarray(1);
}

/** Throws Error if it is malformed. */
export function readSigned(element: Element): SignedObject {
  const [content, algorithm, signature, ...rest] = itemsOf(element);
  if (content === undefined || algorithm === undefined) throw new Error('an item is missing');
  return { content, algorithm, signature: bitsIn(signature), rest };
}

function algorithmOf({ algorithm }: SignedObject): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ schema: fromBER(algorithm.bytes).result });
}

/** Checks algorithm and digest, not the signature. */
export function hasAcceptedAlgorithm(signed: SignedObject): boolean {
  try {
    return isAccepted(algorithmOf(signed));
  } catch {
    return false;
  }
}

/** Whether a certificate's key made the signature, with an accepted algorithm and digest. */
export function isSignedObjectBy(signed: SignedObject, signer: X509Certificate): boolean {
  try {
    const { content, signature } = signed;
    return isMadeBy(
      { algorithm: algorithmOf(signed), bytes: content.bytes, signature },
      signer.publicKey,
    );
  } catch {
    return false;
  }
}
