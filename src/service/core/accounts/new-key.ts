import { randomBytes, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import type { NewApiKey } from '../../store/accounts/api-keys.ts';
import { DomainError } from '../domain-error.rules.ts';
import { hashApiKey } from './authenticate.ts';

const KEY_BYTES = 24;
/** Enough to recognise a key, too few to guess the rest. */
const SHOWN_CHARACTERS = 12;
const MOST_CHARACTERS = 80;

/** Prefix that sets test keys apart from real ones. */
export type KeyKind = 'test' | 'live';

/** Such as `sk_live_…`, with 192 random bits. */
export const newApiKey = (kind: KeyKind): string =>
  `sk_${kind}_${randomBytes(KEY_BYTES).toString('base64url')}`;

export const storedKey = (
  key: string,
  about: Pick<NewApiKey, 'accountId' | 'name' | 'createdBy' | 'createdAt'>,
): NewApiKey => ({
  keyId: `key_${randomUUID().replaceAll('-', '')}`,
  hash: hashApiKey(key),
  prefix: key.slice(0, SHOWN_CHARACTERS),
  ...about,
});

const KeyName = Type.String({ minLength: 1, maxLength: MOST_CHARACTERS });

/** Also trims the name. @throws {DomainError} `invalid_request`, with the rule */
export function checkKeyName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : given;
  if (Value.Check(KeyName, name) && !hasUnsafe(name)) return name;
  throw new DomainError(
    'invalid_request',
    `The name of a key must have 1 to ${MOST_CHARACTERS} characters, and no line breaks, control or direction characters.`,
  );
}
