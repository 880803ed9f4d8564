import type { BaseBlock } from 'asn1js';
import { fromBER, ObjectIdentifier, Sequence, Set as SetOf } from 'asn1js';
import { CmsError } from '../errors.ts';
import { derOf, OID } from './asn1.ts';

type Constructed = BaseBlock & { readonly valueBlock: { readonly value: readonly BaseBlock[] } };

const UNSIGNED_ATTRIBUTES = 0xa1;
const INDEFINITE = 0x80;
const LONG_FORM = 0x80;
const END_OF_CONTENTS = Buffer.of(0, 0);

function unreadable(): never {
  throw new CmsError('CMS_PARSE', 'the signature has no place for a timestamp');
}

const bytesOf = (element: BaseBlock): Buffer => Buffer.from(element.valueBeforeDecodeView);

function lengthOctets(length: number): Buffer {
  if (length < LONG_FORM) return Buffer.of(length);
  const hex = length.toString(16);
  const octets = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(LONG_FORM + octets.length), octets]);
}

function definite(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOctets(content.length), content]);
}

/** The children of an element; end-of-contents octets are none. */
function childrenOf(element: BaseBlock): readonly BaseBlock[] {
  const { value } = (element as Constructed).valueBlock;
  return Array.isArray(value) ? value : unreadable();
}

/** An element with other content, in the form of its length (X.690, 8.1.3). */
function refilled(element: BaseBlock, children: readonly Buffer[]): Buffer {
  const [tag = 0] = bytesOf(element);
  const content = Buffer.concat(children);
  if (!element.lenBlock.isIndefiniteForm) return definite(tag, content);
  return Buffer.concat([Buffer.of(tag, INDEFINITE), content, END_OF_CONTENTS]);
}

/** Rewrites the child at an index, and leaves the bytes of all others as they are. */
function rewritten(
  element: BaseBlock,
  index: number,
  change: (child: BaseBlock) => Buffer,
): Buffer {
  const children = childrenOf(element);
  const at = index < 0 ? children.length + index : index;
  if (children[at] === undefined) return unreadable();
  return refilled(
    element,
    children.map((child, position) => (position === at ? change(child) : bytesOf(child))),
  );
}

/** The signer's info with one more unsigned attribute (RFC 5652, 5.3). */
function withAttribute(signer: BaseBlock, attribute: Buffer): Buffer {
  if (!(signer instanceof Sequence)) return unreadable();
  const children = childrenOf(signer);
  const last = children.at(-1);
  if (last && bytesOf(last)[0] === UNSIGNED_ATTRIBUTES) {
    const attributes = [...childrenOf(last).map(bytesOf), attribute];
    const sorted = attributes.sort((a, b) => Buffer.compare(a, b));
    return refilled(signer, [...children.slice(0, -1).map(bytesOf), refilled(last, sorted)]);
  }
  return refilled(signer, [...children.map(bytesOf), definite(UNSIGNED_ATTRIBUTES, attribute)]);
}

/**
 * Adds a timestamp token to a CMS of one signer, as an unsigned attribute (RFC 3161, appendix A). All other content stays as it
 * is, byte for byte, in BER too. Throws CmsError CMS_PARSE.
 */
export function addTimestamp(cms: Uint8Array, token: Uint8Array): Buffer {
  const { offset, result } = fromBER(new Uint8Array(cms));
  const { result: value } = fromBER(new Uint8Array(token));
  if (offset !== cms.length) return unreadable();
  const type = new ObjectIdentifier({ value: OID.timeStampToken });
  const attribute = derOf(new Sequence({ value: [type, new SetOf({ value: [value] })] }));
  return rewritten(result, 1, (content) =>
    rewritten(content, 0, (signedData) =>
      rewritten(signedData, -1, (signers) =>
        rewritten(signers, 0, (signer) => withAttribute(signer, attribute)),
      ),
    ),
  );
}
