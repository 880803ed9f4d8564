import type { LinkSecrets, Links } from '../documents/links.ts';
import { mac, sealed, unsealed } from '../documents/links.ts';

const PURPOSE = 'sign-in';
const CODE_PURPOSE = 'sign-in-code';
const CODE_DIGITS = 6;

/** The address that signs somebody in, once; only its id is stored. */
export const signInUrl = ({ secret, baseUrl }: Links, signInId: string): string =>
  `${baseUrl}/dashboard/sign-in/${sealed(secret, PURPOSE, signInId)}`;

/** The id in a token of such an address; undefined when this service did not make it. */
export const readSignInToken = (secrets: LinkSecrets, token: string): string | undefined =>
  unsealed(secrets, PURPOSE, token);

const codeBy = (secret: Buffer, signInId: string): string => {
  const number = mac(secret, CODE_PURPOSE, signInId).readUInt32BE() % 10 ** CODE_DIGITS;
  return String(number).padStart(CODE_DIGITS, '0');
};

/** The six digits that sign somebody in where they asked for it. */
export const signInCode = ({ secret }: LinkSecrets, signInId: string): string =>
  codeBy(secret, signInId);

/** Whether a code is the one of a sign-in, also by a former secret. */
export const isSignInCode = (
  { secret, formerSecrets = [] }: LinkSecrets,
  { signInId, code }: { readonly signInId: string; readonly code: string },
): boolean => [secret, ...formerSecrets].some((one) => codeBy(one, signInId) === code);
