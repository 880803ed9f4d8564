import { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { DOMParser, Node, onErrorStopParsing } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { scanXml } from '../../../service/index.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
/** The only accepted algorithms of a SignedInfo, in document order. */
const ALGORITHMS = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmlenc#sha256',
].join(' ');

/** The certificate is the one the request claims. */
export interface VerifiedRequest {
  readonly signed: Element;
  readonly certificate: X509Certificate;
}

const holdsOnlyElementsAndText = (node: Node): boolean =>
  Array.from(node.childNodes).every(
    (child) =>
      child.nodeType === Node.TEXT_NODE ||
      (child.nodeType === Node.ELEMENT_NODE && holdsOnlyElementsAndText(child)),
  );

/** Null unless it is an `Esign` request of only elements and text, within `scanXml`'s limits. */
export function parseRequest(xml: string): Element | null {
  if (/<!/.test(xml)) return null;
  try {
    scanXml(xml);
    const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
      xml,
      'text/xml',
    );
    const root = document.documentElement;
    const isEsign = root?.nodeName === 'Esign' && root.namespaceURI === null;
    return root && isEsign && holdsOnlyElementsAndText(root) ? root : null;
  } catch {
    return null;
  }
}

const named = (element: Element, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS(DSIG, name));

function isOfProfile(signature: Element): boolean {
  const [info, otherInfo] = named(signature, 'SignedInfo');
  const [reference, otherReference] = named(signature, 'Reference');
  if (!info || !reference || otherInfo || otherReference) return false;
  const algorithms = Array.from(info.getElementsByTagName('*'))
    .map((element) => element.getAttribute('Algorithm'))
    .filter((algorithm) => algorithm !== null);
  return algorithms.join(' ') === ALGORITHMS && reference.getAttribute('URI') === '';
}

function certificateIn(signature: Element): X509Certificate | null {
  const [element] = named(signature, 'X509Certificate');
  try {
    return new X509Certificate(Buffer.from(element?.textContent ?? '', 'base64'));
  } catch {
    return null;
  }
}

function signedText(xml: string, signature: Element, certificate: X509Certificate): string {
  const checker = new SignedXml({
    publicCert: certificate.toString(),
    getCertFromKeyInfo: () => null,
  });
  try {
    checker.loadSignature(signature.toString());
    return checker.checkSignature(xml) ? (checker.getSignedReferences()[0] ?? '') : '';
  } catch {
    return '';
  }
}

/** Verifies the request's only XML-DSig with its own certificate; null if it is invalid. */
export function verifyRequest(xml: string, root: Element): VerifiedRequest | null {
  const [signature, other] = named(root, 'Signature');
  if (!signature || other || signature.parentNode !== root || !isOfProfile(signature)) return null;
  const certificate = certificateIn(signature);
  const text = certificate ? signedText(xml, signature, certificate) : '';
  const signed = text === '' ? null : parseRequest(text);
  return certificate && signed ? { signed, certificate } : null;
}
