import type { LinkSecrets, Links } from '../../core/links/links.rules.ts';
import { mac, sealed, unsealed } from '../../core/links/links.rules.ts';

const PURPOSE = 'sign-in';
const CODE_PURPOSE = 'sign-in-code';
const CODE_DIGITS = 6;

/** A link that signs a member in once. Only its id is stored. */
export const signInUrl = ({ secret, baseUrl }: Links, signInId: string): string =>
  `${baseUrl}/dashboard/sign-in/${sealed(secret, PURPOSE, signInId)}`;

/** Undefined when this service did not make the token. */
export const readSignInToken = (secrets: LinkSecrets, token: string): string | undefined =>
  unsealed(secrets, PURPOSE, token);

const codeBy = (secret: Buffer, signInId: string): string => {
  const number = mac(secret, CODE_PURPOSE, signInId).readUInt32BE() % 10 ** CODE_DIGITS;
  return String(number).padStart(CODE_DIGITS, '0');
};

/** The six digits that sign in the browser that asked for them. */
export const signInCode = ({ secret }: LinkSecrets, signInId: string): string =>
  codeBy(secret, signInId);

/** True for a code of a current or former secret. */
export const isSignInCode = (
  { secret, formerSecrets = [] }: LinkSecrets,
  { signInId, code }: { readonly signInId: string; readonly code: string },
): boolean => [secret, ...formerSecrets].some((one) => codeBy(one, signInId) === code);
