import { generateKeyPairSync, sign } from 'node:crypto';
import { ObjectIdentifier, Utf8String } from 'asn1js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Of DER: the length in as few octets as possible. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

const oid = (value: string): Buffer => Buffer.from(new ObjectIdentifier({ value }).toBER());
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

const STRINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  utf8: (value) => Buffer.from(new Utf8String({ value }).toBER()),
  bmp: (text) => element(0x1e, utf16(text.replace(/[\ud800-\udfff]/g, ''))),
  printable: (text) => element(0x13, Buffer.from(text, 'latin1')),
  teletex: (text) => element(0x14, Buffer.from(text, 'latin1')),
};

/** Attribute, value, and its string type; default: UTF8String. */
export type NamePart = readonly [oid: string, text: string, type?: string];

/** A self-signed certificate, DER, with any name, also one that no authority would certify. */
export function namedCertificate(parts: readonly NamePart[]): Buffer {
  const attribute = ([type, text, string = 'utf8']: NamePart) =>
    element(0x31, element(0x30, oid(type), STRINGS[string]!(text)));
  const name = element(0x30, ...parts.map(attribute));
  const time = (text: string) => element(0x17, Buffer.from(text, 'latin1'));
  const algorithm = element(0x30, oid('1.2.840.10045.4.3.2'));
  const content = element(
    0x30,
    element(0x02, Buffer.of(0x0f)),
    algorithm,
    name,
    element(0x30, time('260101000000Z'), time('360101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  return element(0x30, content, algorithm, element(0x03, Buffer.of(0), signature));
}
