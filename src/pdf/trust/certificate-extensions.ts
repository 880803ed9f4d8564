import type { Element } from './der.ts';
import { booleanIn, elementIn, itemsOf, oidIn, smallInteger, TAG } from './der.ts';

/** RFC 5280, 4.2 and 5.2; RFC 6960, 4.2.2.2.1. */
export const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
} as const;

interface Extension {
  readonly critical: boolean;
  readonly value: Buffer;
}

/** By object identifier. */
export type CertificateExtensions = ReadonlyMap<string, Extension>;

/** Throws Error if an extension is malformed or occurs twice (RFC 5280, 4.2). */
export function readExtensions(list: Element): CertificateExtensions {
  const found = new Map<string, Extension>();
  for (const item of itemsOf(list)) {
    const [id, ...rest] = itemsOf(item);
    const name = oidIn(id);
    const [flag, value = flag] = rest;
    if (value?.tag !== TAG.octets || found.has(name)) throw new Error('a malformed extension');
    const critical = flag !== undefined && flag !== value && booleanIn(flag);
    found.set(name, { critical, value: value.content });
  }
  return found;
}

/** The items of a SEQUENCE extension; undefined if it is absent. */
export function itemsOfExtension(
  extensions: CertificateExtensions,
  id: string,
): Element[] | undefined {
  const extension = extensions.get(id);
  return extension && itemsOf(elementIn(extension.value, TAG.sequence));
}

/** Whether it is an authority, and how many may follow below (RFC 5280, 4.2.1.9). */
export function basicConstraints(extensions: CertificateExtensions): {
  ca: boolean;
  pathLength: number;
} {
  const items = itemsOfExtension(extensions, EXTENSION.basicConstraints) ?? [];
  const flag = items.find(({ tag }) => tag === TAG.boolean);
  const length = items.find(({ tag }) => tag === TAG.integer);
  return {
    ca: flag !== undefined && booleanIn(flag),
    pathLength: length ? smallInteger(length) : Number.POSITIVE_INFINITY,
  };
}

/** Bits of keyUsage (RFC 5280, 4.2.1.3), the first at the top of the octet. */
export const USAGE = {
  digitalSignature: 0x80,
  nonRepudiation: 0x40,
  keyCertSign: 0x04,
  crlSign: 0x02,
} as const;

/** Whether a key may be used for one of these; true without the extension (RFC 5280, 4.2.1.3). */
export function mayUseKey(extensions: CertificateExtensions, bits: number): boolean {
  const extension = extensions.get(EXTENSION.keyUsage);
  if (extension === undefined) return true;
  const { content } = elementIn(extension.value, TAG.bits);
  return ((content[1] ?? 0) & bits) !== 0;
}

export function extendedUsages(extensions: CertificateExtensions): string[] | undefined {
  return itemsOfExtension(extensions, EXTENSION.extendedKeyUsage)?.map(oidIn);
}

export function subjectKeyId(extensions: CertificateExtensions): Buffer | undefined {
  const extension = extensions.get(EXTENSION.subjectKeyId);
  return extension && elementIn(extension.value, TAG.octets).content;
}

const KEY_IDENTIFIER = 0x80;

export function authorityKeyId(extensions: CertificateExtensions): Buffer | undefined {
  const items = itemsOfExtension(extensions, EXTENSION.authorityKeyId);
  return items?.find(({ tag }) => tag === KEY_IDENTIFIER)?.content;
}
