import { EXTENSION, itemsOfExtension } from './certificate-extensions.ts';
import type { Element } from './der.ts';
import { elementsOf, itemsOf } from './der.ts';
import type { GeneralName } from './general-names.ts';
import { comparableRdns, generalName, NAME, namesOf } from './general-names.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { isSelfIssued } from './parsed-certificate.ts';

/** Names that an authority may or must not certify (RFC 5280, 4.2.1.10). */
interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;

/** RFC 5280 allows no minimum or maximum, so both are an error. */
function baseOf(subtree: Element): GeneralName {
  const [base, ...bounds] = itemsOf(subtree);
  if (base === undefined || bounds.length > 0) throw new Error('a name constraint with bounds');
  return generalName(base);
}

function constraintsOf({ extensions }: ParsedCertificate): NameConstraints | undefined {
  const items = itemsOfExtension(extensions, EXTENSION.nameConstraints);
  const basesIn = (tag: number) => {
    const list = items?.find((item) => item.tag === tag);
    return list ? [...elementsOf(list.content)].map(baseOf) : [];
  };
  return items && { permitted: basesIn(PERMITTED), excluded: basesIn(EXCLUDED) };
}

const lower = ({ content }: GeneralName): string => content.toString('latin1').toLowerCase();

function isBelow(name: GeneralName, base: GeneralName): boolean {
  const rdns = comparableRdns(name.content);
  return comparableRdns(base.content).every((rdn, index) => rdn === rdns[index]);
}

/** A base that starts with a dot means hosts below it only. */
function isHostIn(host: string, base: string, withSubdomains: boolean): boolean {
  if (base.startsWith('.')) return host.endsWith(base);
  return base === '' || host === base || (withSubdomains && host.endsWith(`.${base}`));
}

function isEmailIn(email: string, base: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1);
  return base.includes('@') ? email === base : isHostIn(host, base, false);
}

function hostOf(uri: string): string {
  const { hostname } = new URL(uri);
  if (hostname === '') throw new Error('a URI without a host cannot be constrained');
  return hostname;
}

/** `base` is address and mask, of equal length. */
function isAddressIn({ content: address }: GeneralName, { content: base }: GeneralName): boolean {
  const size = address.length;
  if (base.length !== 2 * size) return false;
  return address.every((octet, index) => {
    const mask = base[size + index] ?? 0;
    return (octet & mask) === ((base[index] ?? 0) & mask);
  });
}

/** Throws Error for an unknown kind. */
function isIn(name: GeneralName, base: GeneralName): boolean {
  switch (base.kind) {
    case NAME.directory:
      return isBelow(name, base);
    case NAME.dns:
      return isHostIn(lower(name), lower(base), true);
    case NAME.email:
      return isEmailIn(lower(name), lower(base));
    case NAME.uri:
      return isHostIn(hostOf(lower(name)), lower(base), false);
    case NAME.ip:
      return isAddressIn(name, base);
    default:
      throw new Error('a name constraint of an unknown kind');
  }
}

function isAllowed(name: GeneralName, { permitted, excluded }: NameConstraints): boolean {
  const ofKind = ({ kind }: GeneralName) => kind === name.kind;
  const bases = permitted.filter(ofKind);
  if (excluded.filter(ofKind).some((base) => isIn(name, base))) return false;
  return bases.length === 0 || bases.some((base) => isIn(name, base));
}

/**
 * Whether all names on a path, signer first, may be certified by the authorities above. Self-issued
 * authorities are exempt (RFC 5280, 6.1.3). Throws Error for a constraint that cannot be judged.
 */
export function namesAreAllowed(path: readonly ParsedCertificate[]): boolean {
  const constraints: NameConstraints[] = [];
  for (const [index, certificate] of [...path.entries()].reverse()) {
    if (constraints.length > 0 && !(index > 0 && isSelfIssued(certificate))) {
      const names = namesOf(certificate);
      const isFine = constraints.every((each) => names.every((name) => isAllowed(name, each)));
      if (!isFine) return false;
    }
    const own = constraintsOf(certificate);
    if (own) constraints.push(own);
  }
  return true;
}
