import type { GatewayRequest } from '../../ports/signing-gateway.ts';
import { escapeXml } from './escape-xml.ts';
import { toIst } from './ist-time.ts';

/** The form of a signature: the signer's certificate alone, with its chain, or with a timestamp and revocation data. */
export type ResponseSigType = 'pkcs7' | 'pkcs7complete' | 'pkcs7pdf';

/** Who asks, when, and in which form the signature is to come. */
interface RequestTerms {
  readonly aspId: string;
  readonly at: Date;
  readonly responseSigType: ResponseSigType;
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string,
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

/**
 * A signature request, not yet signed (CCA eSign API 2.1): a hash, a transaction, the way back. It says whom the
 * authority identifies by one-time password only by leaving that to the authority: `ekycId` is empty.
 */
export function requestXml(
  { txn, inputHash, documentName, returnUrl }: GatewayRequest,
  { aspId, at, responseSigType }: RequestTerms,
): string {
  const about = { id: '1', hashAlgorithm: 'SHA256', docInfo: documentName };
  const hash = element('InputHash', about, escapeXml(inputHash));
  return element(
    'Esign',
    {
      ver: '2.1',
      sc: 'Y',
      ts: toIst(at),
      txn,
      ekycId: '',
      ekycIdType: 'A',
      aspId,
      AuthMode: '1',
      responseSigType,
      responseUrl: returnUrl,
    },
    element('Docs', {}, hash),
  );
}
