import type { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { AlgorithmIdentifier } from 'pkijs';
import { isAccepted, isMadeBy } from '../cms/algorithms.ts';
import type { Element } from './der.ts';
import { itemsOf, TAG } from './der.ts';

/** The parts that a certificate, a revocation list and an OCSP response have in common: content, algorithm, signature. */
export interface SignedObject {
  readonly content: Element;
  /** The AlgorithmIdentifier beside the signature. */
  readonly algorithm: Element;
  readonly signature: Buffer;
  /** The elements after the signature: the certificates of an OCSP response. */
  readonly rest: readonly Element[];
}

/** The bytes of a BIT STRING of whole octets. Throws Error if it is none. */
function bitsIn(element: Element | undefined): Buffer {
  if (element?.tag !== TAG.bits || element.content[0] !== 0) throw new Error('not a bit string');
  return element.content.subarray(1);
}

/** Reads a signed object. Throws Error if it is malformed. */
export function readSigned(element: Element): SignedObject {
  const [content, algorithm, signature, ...rest] = itemsOf(element);
  if (content === undefined || algorithm === undefined) throw new Error('an item is missing');
  return { content, algorithm, signature: bitsIn(signature), rest };
}

function algorithmOf({ algorithm }: SignedObject): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ schema: fromBER(algorithm.bytes).result });
}

/** Whether the algorithm and its digest are accepted; says nothing of the signature's value. */
export function hasAcceptedAlgorithm(signed: SignedObject): boolean {
  try {
    return isAccepted(algorithmOf(signed));
  } catch {
    return false;
  }
}

/** Whether a certificate's key made the signature, with an algorithm and a digest that are accepted. */
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
