import type { KeyObject } from 'node:crypto';
import { createHash, sign, X509Certificate } from 'node:crypto';
import type { Element } from '../../../src/pdf/trust/der.ts';
import { elementIn, itemsOf, oidIn, TAG } from '../../../src/pdf/trust/der.ts';
import { parseCertificate } from '../../../src/pdf/trust/parsed-certificate.ts';

interface Responder {
  /** DER. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
};
/** id-pkix-ocsp-basic and ecdsa-with-SHA256, in DER. */
const BASIC = Buffer.from('06092b0601050507300101', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const GOOD = Buffer.of(0x80, 0);
const UNKNOWN = Buffer.of(0x82, 0);
const EXTENSIONS_ASKED = 0xa2;
const MALFORMED_REQUEST = 1;
const VALID_MS = 24 * 3600_000;
const LONG_FORM = 0x80;
const [ENUMERATED, BY_KEY, FIELD_0, FIELD_1] = [0x0a, 0xa2, 0xa0, 0xa1];

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const octets = length > 0xff ? [length >> 8, length & 0xff] : [length];
  // openssl re-encodes the content: a length longer than needed would break its signature.
  const long = length < LONG_FORM ? [] : [LONG_FORM + octets.length];
  return Buffer.concat([Buffer.of(tag, ...long, ...octets), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(TAG.sequence, ...parts);

function timeOf(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return der(TAG.generalizedTime, Buffer.from(`${digits}Z`));
}

/** Whether a CertID names this issuer (RFC 6960, 4.1.1). */
function isAbout(id: Element, certificate: Buffer): boolean {
  const [algorithm, name, key] = itemsOf(id);
  const digest = DIGESTS[oidIn(itemsOf(algorithm)[0])];
  if (digest === undefined) return false;
  const { subject, keyBits } = parseCertificate(new X509Certificate(certificate));
  const hash = (bytes: Buffer) => createHash(digest).update(bytes).digest();
  return (
    name?.content.equals(hash(subject)) === true && key?.content.equals(hash(keyBits)) === true
  );
}

interface AskedStatus {
  readonly ids: readonly Element[];
  /** Such as a nonce, returned unchanged; may be empty. */
  readonly extensions: Buffer;
}

function readRequest(bytes: Buffer): AskedStatus {
  const [content] = itemsOf(elementIn(bytes, TAG.sequence));
  const fields = itemsOf(content);
  const list = fields.find(({ tag }) => tag === TAG.sequence);
  const ids = itemsOf(list).map((request) => itemsOf(request)[0]);
  const extensions = fields.find(({ tag }) => tag === EXTENSIONS_ASKED);
  return {
    ids: ids.filter((id) => id !== undefined),
    extensions: extensions ? der(FIELD_1, extensions.content) : Buffer.alloc(0),
  };
}

function answerTo(asked: AskedStatus, { certificate, privateKey }: Responder, now: Date): Buffer {
  const { keyBits } = parseCertificate(new X509Certificate(certificate));
  const keyHash = createHash('sha1').update(keyBits).digest();
  const until = der(FIELD_0, timeOf(new Date(now.getTime() + VALID_MS)));
  const singles = asked.ids.map((id) =>
    sequence(id.bytes, isAbout(id, certificate) ? GOOD : UNKNOWN, timeOf(now), until),
  );
  const responder = der(BY_KEY, der(TAG.octets, keyHash));
  const content = sequence(responder, timeOf(now), sequence(...singles), asked.extensions);
  const signature = der(TAG.bits, Buffer.of(0), sign('sha256', content, privateKey));
  const certificates = der(FIELD_0, sequence(certificate));
  const basic = sequence(content, ECDSA_WITH_SHA256, signature, certificates);
  const status = der(ENUMERATED, Buffer.of(0));
  return sequence(status, der(FIELD_0, sequence(BASIC, der(TAG.octets, basic))));
}

/** DER (RFC 6960). The issuer's certificates are good, since nothing is revoked; others unknown. */
export function answerOcsp(request: Buffer, responder: Responder, now: Date): Buffer {
  try {
    return answerTo(readRequest(request), responder, now);
  } catch {
    return sequence(der(ENUMERATED, Buffer.of(MALFORMED_REQUEST)));
  }
}
