import type { CertificateExtensions } from './certificate-extensions.ts';
import { EXTENSION, itemsOfExtension } from './certificate-extensions.ts';
import { itemsOf, oidIn } from './der.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';

const ANY_POLICY = '2.5.29.32.0';
const REQUIRE_EXPLICIT = 0x80;

/** Object identifiers (RFC 5280, 4.2.1.4). */
export function policiesOf(extensions: CertificateExtensions): string[] {
  const items = itemsOfExtension(extensions, EXTENSION.policies) ?? [];
  return items.map((item) => oidIn(itemsOf(item)[0]));
}

/** Policies on either side of a mapping. */
function mappedIn(extensions: CertificateExtensions): string[] {
  const items = itemsOfExtension(extensions, EXTENSION.policyMappings) ?? [];
  return items.flatMap((pair) => itemsOf(pair).map(oidIn));
}

function demandsPolicy({ extensions }: ParsedCertificate): boolean {
  const items = itemsOfExtension(extensions, EXTENSION.policyConstraints) ?? [];
  return items.some(({ tag }) => tag === REQUIRE_EXPLICIT);
}

/**
 * Whether a policy holds along a path, signer first: a required one, or any if an authority demands
 * one. Stricter than RFC 5280, 6.1, never laxer: the signer's certificate must name the policy,
 * anyPolicy counts for authorities only and not below one that inhibits it, mapped policies don't
 * count, and a demand applies immediately. The root is trusted for every policy.
 */
export function policiesHold(
  path: readonly ParsedCertificate[],
  required: readonly string[],
): boolean {
  const [leaf, ...issuers] = path.slice(0, Math.max(1, path.length - 1));
  if (leaf === undefined) return false;
  if (required.length === 0 && !path.some(demandsPolicy)) return true;
  let common = policiesOf(leaf.extensions).filter((policy) => policy !== ANY_POLICY);
  if (required.length > 0) common = common.filter((policy) => required.includes(policy));
  let isAnyInhibited = path.at(-1)?.extensions.has(EXTENSION.inhibitAnyPolicy) ?? false;
  for (const { extensions } of issuers.reverse()) {
    const own = policiesOf(extensions);
    const mapped = mappedIn(extensions);
    const isAny = own.includes(ANY_POLICY) && !isAnyInhibited;
    common = common.filter((policy) => (isAny || own.includes(policy)) && !mapped.includes(policy));
    isAnyInhibited ||= extensions.has(EXTENSION.inhibitAnyPolicy);
  }
  return common.length > 0;
}
