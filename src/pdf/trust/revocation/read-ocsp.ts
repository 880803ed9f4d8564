import { createHash, X509Certificate } from '../../../platform/crypto.ts';
import { basicConstraints, extendedUsages, mayUseKey, USAGE } from '../certificate-extensions.ts';
import { certificateFault } from '../check-path.ts';
import type { Element } from '../der.ts';
import { elementIn, elementsOf, itemsOf, oidIn, TAG, timeIn } from '../der.ts';
import type { ParsedCertificate } from '../parsed-certificate.ts';
import { parseCertificate } from '../parsed-certificate.ts';
import type { SignedObject } from '../signed-object.ts';
import { isSignedObjectBy, readSigned } from '../signed-object.ts';
import type { Link, RevocationSource, Statement } from './statement.ts';

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
/** First octets of context-tagged fields (RFC 6960, 4.2.1). */
const FIELD = { wrapped: 0xa0, good: 0x80, revoked: 0xa1 } as const;
const MAX_DELEGATES = 10;

/** Digests for a CertID. SHA-1 only names the issuer here, and vouches for nothing. */
const ID_DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

interface Response {
  readonly signed: SignedObject;
  readonly producedAt: Date;
  readonly singles: readonly Element[];
  readonly delegates: readonly ParsedCertificate[];
}

/** The BasicOCSPResponse in an OCSPResponse. */
function basicIn(bytes: Uint8Array): Element {
  const [status, wrapped] = itemsOf(elementIn(bytes, TAG.sequence));
  if (status?.content[0] !== 0 || wrapped === undefined) throw new Error('no response');
  const [type, octets] = itemsOf(elementIn(wrapped.content, TAG.sequence));
  if (oidIn(type) !== BASIC || octets === undefined) throw new Error('an unknown response');
  return elementIn(octets.content, TAG.sequence);
}

function delegatesIn([wrapped]: readonly Element[]): ParsedCertificate[] {
  if (wrapped === undefined) return [];
  const list = itemsOf(elementIn(wrapped.content, TAG.sequence)).slice(0, MAX_DELEGATES);
  return list.map(({ bytes }) => parseCertificate(new X509Certificate(bytes)));
}

function parseResponse(bytes: Uint8Array): Response {
  const signed = readSigned(basicIn(bytes));
  const fields = itemsOf(signed.content);
  if (fields[0]?.tag === FIELD.wrapped) fields.shift();
  const [, producedAt, singles] = fields;
  return {
    signed,
    producedAt: timeIn(producedAt),
    singles: itemsOf(singles),
    delegates: delegatesIn(signed.rest),
  };
}

/** Whether a CertID matches: issuer name, issuer key and serial number (RFC 6960, 4.1.1). */
function isAbout(id: Element | undefined, { certificate, issuer }: Link): boolean {
  const [algorithm, name, key, serial] = itemsOf(id);
  const digest = ID_DIGESTS[oidIn(itemsOf(algorithm)[0])];
  if (digest === undefined || !serial?.content.equals(certificate.serialNumber)) return false;
  const hashOf = (bytes: Buffer) => createHash(digest).update(bytes).digest();
  return (
    name?.content.equals(hashOf(certificate.issuer)) === true &&
    key?.content.equals(hashOf(issuer.keyBits)) === true
  );
}

/** Whether an issuer delegated OCSP signing to this certificate (RFC 6960, 4.2.2.2). */
function isDelegate(delegate: ParsedCertificate, issuer: ParsedCertificate, at: Date): boolean {
  const { extensions, signed } = delegate;
  return (
    delegate.issuer.equals(issuer.subject) &&
    extendedUsages(extensions)?.includes(OCSP_SIGNING) === true &&
    !basicConstraints(extensions).ca &&
    mayUseKey(extensions, USAGE.digitalSignature | USAGE.nonRepudiation) &&
    certificateFault(delegate, at) === undefined &&
    isSignedObjectBy(signed, issuer.native)
  );
}

function isFrom({ signed, producedAt, delegates }: Response, { issuer }: Link): boolean {
  if (isSignedObjectBy(signed, issuer.native)) return true;
  return delegates.some(
    (delegate) =>
      isDelegate(delegate, issuer, producedAt) && isSignedObjectBy(signed, delegate.native),
  );
}

function statementIn(single: Element): Statement {
  const [, status, thisUpdate, next] = itemsOf(single);
  const [nextUpdate] = next?.tag === FIELD.wrapped ? elementsOf(next.content) : [];
  const times = {
    source: 'ocsp' as const,
    thisUpdate: timeIn(thisUpdate),
    nextUpdate: nextUpdate ? timeIn(nextUpdate) : null,
  };
  if (status?.tag === FIELD.good) return { ...times, status: 'good' };
  if (status?.tag !== FIELD.revoked) return { ...times, status: 'unknown' };
  const [revokedAt] = elementsOf(status.content);
  return { ...times, status: 'revoked', revokedAt: timeIn(revokedAt) };
}

/**
 * Reads an OCSP response (DER, RFC 6960), signed by the issuer or its delegate. Does not check
 * whether the delegate was revoked. Throws Error if it is malformed or not a success.
 */
export function readOcsp(bytes: Uint8Array): RevocationSource {
  const response = parseResponse(bytes);
  return {
    ask(link) {
      const single = response.singles.find((item) => isAbout(itemsOf(item)[0], link));
      return single && isFrom(response, link) ? statementIn(single) : undefined;
    },
  };
}
