import type { Variant } from './variant.ts';
import { VariantList } from './variant.ts';

/** A secret with the name that it is known by. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^([0-9a-f]{2})+$/i;

function addKeys(list: VariantList, { name, value }: NamedSecret): void {
  const trimmed = value.trim();
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/, '$2');
  const bare = unquoted.startsWith(PREFIX) ? unquoted.slice(PREFIX.length) : unquoted;
  const named = (what: string) => ({ what, cure: 'use the secret as the service shows it' });
  list.add(named(`${name} has white space around it`), trimmed);
  list.add(named(`${name} has quotation marks around it`), unquoted);
  list.add(named(`${name} was used with a line break at its end`), `${trimmed}\n`);
  list.add(named(`${name} was used with \\r\\n at its end`), `${trimmed}\r\n`);
  list.add(named(`${name} was used without its ${PREFIX}`), bare);
  if (BASE64.test(bare)) {
    list.add(named(`${name} was decoded from base64`), Buffer.from(bare, 'base64'));
  }
  if (HEX.test(bare)) {
    list.add(named(`${name} was decoded from hexadecimal digits`), Buffer.from(bare, 'hex'));
  }
}

/** What a sender signs with that was never given its secret. */
function addAbsent(list: VariantList): void {
  const cure = 'give the sender its secret';
  list.add({ what: 'it is signed with an empty secret', cure }, '');
  for (const word of ['undefined', 'null'])
    list.add({ what: `it is signed with the word ${word}, not with a secret`, cure }, word);
}

/**
 * The keys that may have been used: those that are accepted, as given; then others that are known; then each of the
 * accepted ones as it is commonly mangled; then what stands where a secret was never set.
 */
export function secretVariants(
  accepted: readonly NamedSecret[],
  others: readonly NamedSecret[],
): readonly Variant[] {
  const list = new VariantList();
  for (const { value } of accepted) list.add({ what: '', cure: '' }, value);
  for (const { name, value } of others) {
    list.add({ what: `it is signed with ${name}`, cure: `verify with ${name}` }, value);
  }
  for (const secret of accepted) addKeys(list, secret);
  addAbsent(list);
  return list.all;
}
