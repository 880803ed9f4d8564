import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { xml } from '../../../html/html.ts';
import type { GatewayRequest } from '../../ports/signing-gateway.ts';

const IST_OFFSET_MS = 330 * 60_000;
const SECONDS_LENGTH = 19;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/** The protocol's form: `yyyy-MM-dd'T'HH:mm:ss` in Indian time, without offset. */
const toIst = (at: Date): string =>
  new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, SECONDS_LENGTH);

/** Indian time unless there's an offset; undefined for an invalid time. */
export function fromIst(text: string): Date | undefined {
  const [, seconds, fraction = '0', offset = '+05:30'] = TIME.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  const at = new Date(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The only XML-DSig profile: enveloped, whole document, C14N 1.0, SHA-256, RSA. */
export const XML_SIGNATURE = {
  namespace: 'http://www.w3.org/2000/09/xmldsig#',
  canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} as const;

/** The signer's certificate alone, with its chain, or with a timestamp and revocation data. */
export type ResponseSigType = 'pkcs7' | 'pkcs7complete' | 'pkcs7pdf';

interface RequestTerms {
  readonly aspId: string;
  readonly at: Date;
  readonly responseSigType: ResponseSigType;
}

/** CCA eSign API 2.1. `ekycId` is empty: only the authority learns who signs. */
export function requestXml(
  { txn, inputHash, documentName, returnUrl }: GatewayRequest,
  { aspId, at, responseSigType }: RequestTerms,
): string {
  const hash = xml`<InputHash id="1" hashAlgorithm="SHA256" docInfo="${documentName}">${inputHash}</InputHash>`;
  return xml`<Esign ver="2.1" sc="Y" ts="${toIst(at)}" txn="${txn}" ekycId="" ekycIdType="A" aspId="${aspId}" AuthMode="1" responseSigType="${responseSigType}" responseUrl="${returnUrl}"><Docs>${hash}</Docs></Esign>`
    .text;
}

/** DER certificate with its RSA private key. */
export interface XmlSigner {
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

function keyInfo(der: Buffer): string {
  const { subject } = new X509Certificate(der);
  const name = subject.split('\n').reverse().join(',');
  return xml`<X509Data><X509SubjectName>${name}</X509SubjectName><X509Certificate>${der.toString('base64')}</X509Certificate></X509Data>`
    .text;
}

export function signXml(text: string, { certificate, privateKey }: XmlSigner): string {
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
  signed.computeSignature(text, { location: { reference: '/*', action: 'append' } });
  return signed.getSignedXml();
}
