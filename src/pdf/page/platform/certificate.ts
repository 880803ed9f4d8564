import type { Element } from '../../trust/der.ts';
import { elementAt, elementIn, itemsOf, TAG, timeIn } from '../../trust/der.ts';
import { createHash } from './hash.ts';
import { nameText } from './name-text.ts';
import type { PublicKey } from './public-key.ts';
import { readPublicKey } from './public-key.ts';

const VERSION = 0xa0;
const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/;

function derOf(given: Uint8Array | string): Buffer {
  const bytes = typeof given === 'string' ? Buffer.from(given, 'latin1') : Buffer.from(given);
  const [, text] = PEM.exec(bytes.toString('latin1')) ?? [];
  const all = text === undefined ? bytes : Buffer.from(text, 'base64');
  return elementAt(all, 0).bytes;
}

const INTEGER_SIGN = 0x80;

function serialText(content: Buffer): string {
  if (content.length === 0) throw new Error('a certificate has no serial number');
  const isNegative = (content[0] ?? 0) >= INTEGER_SIGN;
  const unsigned = BigInt(`0x${content.toString('hex')}`);
  const value = isNegative ? (1n << BigInt(8 * content.length)) - unsigned : unsigned;
  if (value === 0n) return '0';
  const digits = value.toString(16).toUpperCase();
  const sign = isNegative ? '-' : '';
  return `${sign}${digits.length % 2 === 1 ? '0' : ''}${digits}`;
}

interface Fields {
  readonly serial: Element;
  readonly issuer: Element;
  readonly validity: Element;
  readonly subject: Element;
  readonly key: Element;
}

/** Throws Error if it is malformed. */
function fieldsIn(der: Buffer): Fields {
  const parts = itemsOf(elementIn(der, TAG.sequence));
  const [content, algorithm, signature, ...more] = parts;
  const isWhole = algorithm?.tag === TAG.sequence && signature?.tag === TAG.bits;
  if (!isWhole || more.length > 0) throw new Error('a certificate is malformed');
  const fields = itemsOf(content);
  if (fields[0]?.tag === VERSION) fields.shift();
  const [serial, , issuer, validity, subject, key] = fields;
  if (serial?.tag !== TAG.integer || !issuer || !validity || !subject || !key) {
    throw new Error('a certificate is malformed');
  }
  return { serial, issuer, validity, subject, key };
}

/** The part of Node's `X509Certificate` that the verifier uses, with the same values. */
export class X509Certificate {
  readonly raw: Buffer;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly #key: Element;

  /** DER or PEM. Throws Error if it is malformed. */
  constructor(given: Uint8Array | string) {
    this.raw = derOf(given);
    const { serial, issuer, validity, subject, key } = fieldsIn(this.raw);
    const [from, to] = itemsOf(validity);
    this.subject = nameText(subject);
    this.issuer = nameText(issuer);
    this.serialNumber = serialText(serial.content);
    this.validFrom = timeIn(from).toUTCString();
    this.validTo = timeIn(to).toUTCString();
    this.#key = key;
  }

  get fingerprint256(): string {
    const digits = createHash('sha256').update(this.raw).digest('hex').toUpperCase();
    return digits.replace(/..(?=.)/g, '$&:');
  }

  /** Throws Error if the key is malformed. */
  get publicKey(): PublicKey {
    return readPublicKey(this.#key.bytes);
  }
}
