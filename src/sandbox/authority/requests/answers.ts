import { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { DOMImplementation } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type { CertifiedKey } from '../pki/pki.ts';
import { writeIndianTime } from './indian-time.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

interface AnswerHead {
  readonly txn: string;
  /** The authority's own id of the transaction: 32 hexadecimal digits. */
  readonly resCode: string;
  readonly at: Date;
}

/** A signature, or why there is none. */
export type AnswerContent = AnswerHead &
  (
    | {
        readonly outcome: 'signed';
        readonly cms: Buffer;
        /** The signer's certificate, DER. */
        readonly certificate: Buffer;
      }
    | { readonly outcome: 'failed'; readonly code: string; readonly message: string }
  );

function add(
  parent: Element,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const element = parent.ownerDocument?.createElement(name);
  if (!element) throw new Error('An element without a document cannot have children.');
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.appendChild(element);
  return element;
}

/** An answer as unsigned XML (CCA eSign API 2.1, `EsignResp`). */
export function answerXml(content: AnswerContent): string {
  const document = new DOMImplementation().createDocument(null, 'EsignResp');
  const root = document.documentElement;
  if (!root) throw new Error('The new document has no root.');
  const isSigned = content.outcome === 'signed';
  root.setAttribute('errCode', isSigned ? 'NA' : content.code);
  root.setAttribute('errMsg', isSigned ? 'NA' : content.message);
  root.setAttribute('resCode', content.resCode);
  root.setAttribute('status', isSigned ? '1' : '0');
  root.setAttribute('ts', writeIndianTime(content.at));
  root.setAttribute('txn', content.txn);
  if (isSigned) {
    add(root, 'UserX509Certificate').textContent = content.certificate.toString('base64');
    const attributes = { error: '', id: '1', sigHashAlgorithm: 'SHA256' };
    const signature = add(add(root, 'Signatures'), 'DocSignature', attributes);
    signature.textContent = content.cms.toString('base64');
  }
  return document.toString();
}

const standardBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');

function keyInfo(certificate: Buffer): string {
  const { n, e } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' });
  const key = `<RSAKeyValue><Modulus>${standardBase64(n)}</Modulus><Exponent>${standardBase64(e)}</Exponent></RSAKeyValue>`;
  const data = `<X509Certificate>${certificate.toString('base64')}</X509Certificate>`;
  return `<KeyValue>${key}</KeyValue><X509Data>${data}</X509Data>`;
}

/** Adds the authority's enveloped signature (XML-DSig, rsa-sha256). */
export function sealXml(xml: string, { certificate, privateKey }: CertifiedKey): string {
  const sealed = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    getKeyInfoContent: () => keyInfo(certificate),
  });
  sealed.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: [`${DSIG}enveloped-signature`],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  sealed.computeSignature(xml);
  return sealed.getSignedXml();
}

/** A signed answer as XML. */
export const signAnswer = (content: AnswerContent, key: CertifiedKey): string =>
  sealXml(answerXml(content), key);
