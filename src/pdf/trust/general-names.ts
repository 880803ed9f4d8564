import { OID } from '../cms/asn1.ts';
import { EXTENSION, itemsOfExtension } from './certificate-extensions.ts';
import type { Element } from './der.ts';
import { elementIn, elementsOf, itemsOf, oidIn, TAG } from './der.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';

/** First octets of a GeneralName (RFC 5280, 4.2.1.6). */
export const NAME = {
  email: 0x81,
  dns: 0x82,
  directory: 0xa4,
  uri: 0x86,
  ip: 0x87,
} as const;

/** `content` is octets, or a whole distinguished name. */
export interface GeneralName {
  readonly kind: number;
  readonly content: Buffer;
}

export function generalName({ tag, content }: Element): GeneralName {
  return { kind: tag, content };
}

/** Longer URLs are ignored. */
const MAX_URL = 2000;

export function webUrls(names: readonly Element[]): string[] {
  return names
    .filter(({ tag, content }) => tag === NAME.uri && content.length <= MAX_URL)
    .map(({ content }) => content.toString('latin1'))
    .filter((url) => /^https?:/i.test(url));
}

const WIDE_STRING = 0x1e;
const UTF8_STRING = 0x0c;
/** PrintableString, TeletexString, IA5String. */
const NARROW_STRINGS = [0x13, 0x14, 0x16];

function textOf({ tag, content }: Element): string | undefined {
  if (tag === UTF8_STRING) return content.toString('utf8');
  if (NARROW_STRINGS.includes(tag)) return content.toString('latin1');
  return tag === WIDE_STRING ? Buffer.from(content).swap16().toString('utf16le') : undefined;
}

/** Ignores case, extra spaces and compatibility forms (RFC 5280, 7.1). */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** The attributes of a distinguished name (DER), grouped by RDN. */
function attributesOf(name: Buffer): { type: string; value: Element }[][] {
  return itemsOf(elementIn(name, TAG.sequence)).map((rdn) =>
    [...elementsOf(rdn.content)].map((attribute) => {
      const [type, value] = itemsOf(attribute);
      if (value === undefined) throw new Error('a name without a value');
      return { type: oidIn(type), value };
    }),
  );
}

/** RDNs as strings that are equal if the RDNs match. `name` is DER. */
export function comparableRdns(name: Buffer): string[] {
  return attributesOf(name).map((rdn) => {
    const parts = rdn.map(({ type, value }) => {
      const text = textOf(value);
      return text === undefined
        ? `${type}#${value.bytes.toString('hex')}`
        : `${type}=${folded(text)}`;
    });
    return JSON.stringify(parts.sort());
  });
}

function isEmpty(name: Buffer): boolean {
  return elementIn(name, TAG.sequence).content.length === 0;
}

/** All names of the subject, including emails in its distinguished name (RFC 5280, 4.2.1.10). */
export function namesOf({ subject, extensions }: ParsedCertificate): GeneralName[] {
  const emails = attributesOf(subject)
    .flat()
    .filter(({ type }) => type === OID.emailAddress)
    .map(({ value }) => ({ kind: NAME.email, content: value.content }));
  const own = isEmpty(subject) ? [] : [{ kind: NAME.directory, content: subject }];
  const others = itemsOfExtension(extensions, EXTENSION.subjectAltName) ?? [];
  return [...own, ...emails, ...others.map(generalName)];
}
