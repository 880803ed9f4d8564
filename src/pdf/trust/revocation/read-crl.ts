import type { CertificateExtensions } from '../certificate-extensions.ts';
import { mayUseKey, readExtensions, USAGE } from '../certificate-extensions.ts';
import type { Element } from '../der.ts';
import { elementAt, elementIn, elementsOf, itemsOf, offsetByFirst, TAG, timeIn } from '../der.ts';
import type { SignedObject } from '../signed-object.ts';
import { isSignedObjectBy, readSigned } from '../signed-object.ts';
import type { Link, RevocationSource, Statement } from './statement.ts';

/** A TBSCertList (RFC 5280, 5.1). */
interface List {
  readonly signed: SignedObject;
  readonly issuer: Buffer;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly entries: Element | undefined;
  readonly extensions: CertificateExtensions;
}

const EXTENSIONS = 0xa0;
const DELTA_INDICATOR = '2.5.29.27';
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const INDIRECT = 0x84;

function isTime(element: Element | undefined): boolean {
  return element?.tag === TAG.utcTime || element?.tag === TAG.generalizedTime;
}

function parseList(bytes: Uint8Array): List {
  const signed = readSigned(elementIn(bytes, TAG.sequence));
  const fields = itemsOf(signed.content);
  if (fields[0]?.tag === TAG.integer) fields.shift();
  const [algorithm, issuer, thisUpdate, ...rest] = fields;
  if (!issuer || !algorithm?.bytes.equals(signed.algorithm.bytes)) throw new Error('no list');
  const nextUpdate = isTime(rest[0]) ? timeIn(rest.shift()) : null;
  const wrapper = rest.find(({ tag }) => tag === EXTENSIONS);
  const [list] = wrapper ? elementsOf(wrapper.content) : [];
  return {
    signed,
    issuer: issuer.bytes,
    thisUpdate: timeIn(thisUpdate),
    nextUpdate,
    entries: rest.find(({ tag }) => tag === TAG.sequence),
    extensions: list ? readExtensions(list) : new Map(),
  };
}

/** Whether it is a delta CRL, or an indirect one for other issuers (RFC 5280, 5.2). */
function isSpecial(extensions: CertificateExtensions): boolean {
  if (extensions.has(DELTA_INDICATOR)) return true;
  const point = extensions.get(ISSUING_DISTRIBUTION_POINT);
  if (point === undefined) return false;
  return itemsOf(elementIn(point.value, TAG.sequence)).some(({ tag }) => tag === INDIRECT);
}

function revocationIn(entries: Element | undefined, serialNumber: Buffer): Date | undefined {
  const content = entries?.content ?? Buffer.alloc(0);
  const offset = offsetByFirst(content, serialNumber);
  if (offset === undefined) return undefined;
  const [, time] = elementsOf(elementAt(content, offset).content);
  return timeIn(time);
}

function isFrom({ signed, issuer }: List, { issuer: authority }: Link): boolean {
  return (
    issuer.equals(authority.subject) &&
    mayUseKey(authority.extensions, USAGE.crlSign) &&
    isSignedObjectBy(signed, authority.native)
  );
}

function statementOf(list: List, { certificate }: Link): Statement {
  const { thisUpdate, nextUpdate, extensions, entries } = list;
  const times = { source: 'crl' as const, thisUpdate, nextUpdate };
  const revokedAt = revocationIn(entries, certificate.serialNumber);
  if (revokedAt) return { ...times, status: 'revoked', revokedAt };
  const isWhole = [...extensions.values()].every(({ critical }) => !critical);
  return { ...times, status: isWhole ? 'good' : 'unknown' };
}

/**
 * Reads a CRL (DER), which counts only for its signer's certificates. Indirect and delta CRLs say
 * nothing. Partial ones say who is revoked, not who is good. Throws Error if malformed.
 */
export function readCrl(bytes: Uint8Array): RevocationSource {
  const list = parseList(bytes);
  const isIgnored = isSpecial(list.extensions);
  let lastLink: Link | undefined;
  let isAuthentic = false;
  return {
    ask(link) {
      if (isIgnored) return undefined;
      if (lastLink?.issuer !== link.issuer) isAuthentic = isFrom(list, link);
      lastLink = link;
      return isAuthentic ? statementOf(list, link) : undefined;
    },
  };
}
