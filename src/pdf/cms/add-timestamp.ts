import { ObjectIdentifier } from 'asn1js';
import { CmsError } from '../pdf-errors.ts';
import type { Element } from '../trust/der.ts';
import { TAG } from '../trust/der.ts';
import { derOf, OID } from './asn1.ts';
import { berElementsOf, isIndefinite } from './ber.ts';

const UNSIGNED_ATTRIBUTES = 0xa1;
const INDEFINITE = 0x80;
const LONG_FORM = 0x80;
const END_OF_CONTENTS = Buffer.of(0, 0);

function unreadable(): never {
  throw new CmsError('CMS_PARSE', 'the signature has no place for a timestamp');
}

const bytesOf = ({ bytes }: Element): Buffer => bytes;

function childrenIn(content: Buffer): Element[] {
  try {
    return berElementsOf(content);
  } catch {
    return unreadable();
  }
}

function lengthOctets(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length);
  const hex = length.toString(16);
  const octets = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(LONG_FORM + octets.length), octets]);
}

function definite(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOctets(content.length), content]);
}

/** An element with new content, keeping its form of length (X.690, 8.1.3). */
function refilled(element: Element, children: readonly Buffer[]): Buffer {
  const { tag } = element;
  const content = Buffer.concat(children);
  if (!isIndefinite(element)) return definite(tag, content);
  return Buffer.concat([Buffer.of(tag, INDEFINITE), content, END_OF_CONTENTS]);
}

function rewritten(element: Element, index: number, change: (child: Element) => Buffer): Buffer {
  const children = childrenIn(element.content);
  const at = index < 0 ? children.length + index : index;
  if (children[at] === undefined) return unreadable();
  return refilled(
    element,
    children.map((child, position) => (position === at ? change(child) : bytesOf(child))),
  );
}

/** The SignerInfo with one more unsigned attribute (RFC 5652, 5.3). */
function withAttribute(signer: Element, attribute: Buffer): Buffer {
  if (signer.tag !== TAG.sequence) return unreadable();
  const children = childrenIn(signer.content);
  const last = children.at(-1);
  if (last?.tag === UNSIGNED_ATTRIBUTES) {
    const attributes = [...childrenIn(last.content).map(bytesOf), attribute];
    const sorted = attributes.sort((a, b) => Buffer.compare(a, b));
    return refilled(signer, [...children.slice(0, -1).map(bytesOf), refilled(last, sorted)]);
  }
  return refilled(signer, [...children.map(bytesOf), definite(UNSIGNED_ATTRIBUTES, attribute)]);
}

/**
 * Adds a timestamp token as an unsigned attribute to a CMS with one signer (RFC 3161, appendix A).
 * All other bytes stay the same, in BER too. Throws CmsError CMS_PARSE.
 */
export function addTimestamp(cms: Buffer, token: Buffer): Buffer {
  const [info, ...more] = childrenIn(cms);
  if (info === undefined || more.length > 0) return unreadable();
  const type = derOf(new ObjectIdentifier({ value: OID.timeStampToken }));
  const attribute = definite(TAG.sequence, Buffer.concat([type, definite(TAG.set, token)]));
  return rewritten(info, 1, (content) =>
    rewritten(content, 0, (signedData) =>
      rewritten(signedData, -1, (signers) =>
        rewritten(signers, 0, (signer) => withAttribute(signer, attribute)),
      ),
    ),
  );
}
