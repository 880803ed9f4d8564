import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { escapeXml } from './escape-xml.ts';
import { XML_SIGNATURE } from './xml-signature-profile.ts';

/** A certificate, DER, with its RSA private key. */
export interface XmlSigner {
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

function keyInfo(der: Buffer): string {
  const { subject } = new X509Certificate(der);
  const name = escapeXml(subject.split('\n').reverse().join(','));
  return `<X509Data><X509SubjectName>${name}</X509SubjectName><X509Certificate>${der.toString('base64')}</X509Certificate></X509Data>`;
}

/** Signs a document whole, its signature the last child of the root (XML-DSig, enveloped, rsa-sha256). */
export function signXml(xml: string, { certificate, privateKey }: XmlSigner): string {
  const signed = new SignedXml({
    privateKey,
    signatureAlgorithm: XML_SIGNATURE.signature,
    canonicalizationAlgorithm: XML_SIGNATURE.canonicalization,
    getKeyInfoContent: () => keyInfo(certificate),
  });
  signed.addReference({
    xpath: '/*',
    transforms: [XML_SIGNATURE.enveloped],
    digestAlgorithm: XML_SIGNATURE.digest,
    uri: '',
    isEmptyUri: true,
  });
  signed.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  return signed.getSignedXml();
}
