import { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { xml } from '../../../html/html.ts';
import type { CertifiedKey } from '../pki/pki.ts';
import { writeIndianTime } from './indian-time.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

interface AnswerHead {
  readonly txn: string;
  /** The authority's own id: 32 hexadecimal digits. */
  readonly resCode: string;
  readonly at: Date;
}

export type AnswerContent = AnswerHead &
  (
    | {
        readonly outcome: 'signed';
        readonly cms: Buffer;
        /** DER. */
        readonly certificate: Buffer;
      }
    | { readonly outcome: 'failed'; readonly code: string; readonly message: string }
  );

/** Unsigned XML (CCA eSign API 2.1, `EsignResp`). */
export function answerXml(content: AnswerContent): string {
  const { resCode, at, txn } = content;
  const isSigned = content.outcome === 'signed';
  const [code, message] = isSigned ? ['NA', 'NA'] : [content.code, content.message];
  const signature =
    isSigned &&
    xml`<UserX509Certificate>${content.certificate.toString('base64')}</UserX509Certificate><Signatures><DocSignature error="" id="1" sigHashAlgorithm="SHA256">${content.cms.toString('base64')}</DocSignature></Signatures>`;
  return xml`<EsignResp errCode="${code}" errMsg="${message}" resCode="${resCode}" status="${isSigned ? 1 : 0}" ts="${writeIndianTime(at)}" txn="${txn}">${signature}</EsignResp>`
    .text;
}

const standardBase64 = (text = ''): string => Buffer.from(text, 'base64url').toString('base64');

function keyInfo(certificate: Buffer): string {
  const { n, e } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' });
  return xml`<KeyValue><RSAKeyValue><Modulus>${standardBase64(n)}</Modulus><Exponent>${standardBase64(e)}</Exponent></RSAKeyValue></KeyValue><X509Data><X509Certificate>${certificate.toString('base64')}</X509Certificate></X509Data>`
    .text;
}

/** Adds the authority's enveloped signature (XML-DSig, rsa-sha256). */
export function sealXml(text: string, { certificate, privateKey }: CertifiedKey): string {
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
  sealed.computeSignature(text);
  return sealed.getSignedXml();
}

export const signAnswer = (content: AnswerContent, key: CertifiedKey): string =>
  sealXml(answerXml(content), key);
