import { verify, X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { DOMParser, onWarningStopParsing } from '@xmldom/xmldom';
import { findAncestorNs, SignedXml } from 'xml-crypto';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import { scanXml } from './scan-xml.ts';
import { XML_SIGNATURE } from './sign-request.ts';

export const MESSAGE_LIMIT_BYTES = 256 * 1024;
const DECLARATION = /^<\?xml(?:[^?]|\?(?!>))*\?>/;
const ENCODING = /encoding\s*=\s*["']([^"']*)["']/;
const ELEMENT_NODE = 1;

export interface ReadSignedOptions {
  /** Name of the root element, which has no namespace. */
  readonly root: string;
  /** DER; each is trusted only while it is valid. */
  readonly pinned: readonly Buffer[];
  readonly now: Date;
}

const malformed = (message: string) => new GatewayAnswerRefused('malformed', message);
const forged = (message: string) => new GatewayAnswerRefused('bad_gateway_signature', message);

/** Refuses hostile text before a parser sees it. */
function checkText(xml: string): void {
  if (xml === '') throw malformed('The message is empty.');
  if (Buffer.byteLength(xml) > MESSAGE_LIMIT_BYTES) throw malformed('The message is too large.');
  if (/\p{Surrogate}|\ufffd/u.test(xml)) throw malformed('The message is not UTF-8.');
  const [declaration = ''] = DECLARATION.exec(xml) ?? [];
  const encoding = ENCODING.exec(declaration)?.[1] ?? 'UTF-8';
  if (encoding.toUpperCase() !== 'UTF-8') throw malformed('The message is not in UTF-8.');
  const rest = xml.slice(declaration.length);
  // No DOCTYPE, entity or CDATA: `<!` may only begin a comment.
  if (/<!(?!--)|<\?/.test(rest)) throw malformed('The message holds markup other than elements.');
  scanXml(xml);
}

function parse(xml: string): Element {
  const parser = new DOMParser({ onError: onWarningStopParsing });
  try {
    const root = parser.parseFromString(xml, 'text/xml').documentElement;
    if (root) return root;
  } catch (error) {
    throw new GatewayAnswerRefused('malformed', 'The message is not well-formed.', {
      cause: error,
    });
  }
  throw malformed('The message has no root.');
}

function checkRoot(root: Element, name: string): void {
  if (root.localName === name && root.prefix === null && root.namespaceURI === null) return;
  throw malformed(`The message is not an ${name}.`);
}

const isElement = (node: { readonly nodeType: number }): node is Element =>
  node.nodeType === ELEMENT_NODE;

const signatureParts = (parent: Element, name: string): Element[] =>
  Array.from(parent.childNodes)
    .filter(isElement)
    .filter(
      ({ namespaceURI, localName }) =>
        namespaceURI === XML_SIGNATURE.namespace && localName === name,
    );

function onlyPart(parent: Element, name: string): Element {
  const [part, more] = signatureParts(parent, name);
  if (part && !more) return part;
  throw forged(`The signature must have exactly one ${name}.`);
}

function findSignature(root: Element): Element {
  const all = Array.from(root.getElementsByTagNameNS('*', 'Signature'));
  const [signature, more] = all;
  if (!signature || more || signature.parentNode !== root) {
    throw forged('The message must have exactly one signature, under its root.');
  }
  if (signature.namespaceURI === XML_SIGNATURE.namespace) return signature;
  throw forged('The signature is not an XML-DSig signature.');
}

/** Requires the one profile, covering the whole document: the library would accept others. */
function checkProfile(signature: Element): void {
  const info = onlyPart(signature, 'SignedInfo');
  const reference = onlyPart(info, 'Reference');
  const transform = onlyPart(onlyPart(reference, 'Transforms'), 'Transform');
  const algorithm = (part: Element) => part.getAttribute('Algorithm');
  const isProfile =
    algorithm(onlyPart(info, 'CanonicalizationMethod')) === XML_SIGNATURE.canonicalization &&
    algorithm(onlyPart(info, 'SignatureMethod')) === XML_SIGNATURE.signature &&
    algorithm(onlyPart(reference, 'DigestMethod')) === XML_SIGNATURE.digest &&
    algorithm(transform) === XML_SIGNATURE.enveloped &&
    reference.getAttribute('URI') === '';
  if (!isProfile) throw forged('The signature has the wrong profile.');
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  now >= new Date(validFrom) && now <= new Date(validTo);

/** As the library verifies it: detached, with namespaces of the document's first `SignedInfo`. */
function canonicalInfo(received: Element, signature: string): string {
  const { canonicalization } = XML_SIGNATURE;
  // The library is typed for browser nodes, but works with this parser's.
  const document = received.ownerDocument as unknown as Document;
  const info = onlyPart(parse(signature), 'SignedInfo') as unknown as Node;
  const ancestorNamespaces = findAncestorNs(document, "//*[local-name()='SignedInfo']");
  return new SignedXml().getCanonXml([canonicalization], info, { ancestorNamespaces });
}

/** One RSA operation per certificate, before anything else is canonicalised. */
function signerOf(received: Element, signature: Element, certificates: readonly X509Certificate[]) {
  const value = Buffer.from(onlyPart(signature, 'SignatureValue').textContent ?? '', 'base64');
  const info = Buffer.from(canonicalInfo(received, signature.toString()));
  const signer = certificates.find(({ publicKey }) => verify('RSA-SHA256', info, publicKey, value));
  if (signer) return signer;
  throw forged('The message is not signed by the authority.');
}

/** Undefined when the certificate did not sign. */
function signedText(xml: string, signature: string, certificate: X509Certificate) {
  // KeyInfo is not a source of trust.
  const publicCert = certificate.toString();
  const verifier = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  const [text, more] = verifier.getSignedReferences();
  return more === undefined ? text : undefined;
}

/**
 * Verifies a message signed as a whole by a pinned, currently valid certificate. Read values only
 * from the returned tree: this defeats signature wrapping.
 * @throws {GatewayAnswerRefused} `malformed`, `bad_gateway_signature`
 */
export function readSigned(xml: string, { root, pinned, now }: ReadSignedOptions): Element {
  checkText(xml);
  const received = parse(xml);
  checkRoot(received, root);
  const signature = findSignature(received);
  checkProfile(signature);
  const certificates = pinned.map((der) => new X509Certificate(der));
  const valid = certificates.filter((one) => isValidAt(one, now));
  const text = signedText(xml, signature.toString(), signerOf(received, signature, valid));
  if (text === undefined) throw forged('The message is not what the authority signed.');
  const signed = parse(text);
  checkRoot(signed, root);
  return signed;
}
