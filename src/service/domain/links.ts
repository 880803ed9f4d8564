import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link's authority: what it is for, and an HMAC-SHA256 (256 bits) that only the service can make. */
function mac(secret: Buffer, purpose: string, subject: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${subject}`).digest();
}

const DIGEST_BYTES = 32;

function sealed(secret: Buffer, purpose: string, subject: string): string {
  return `${Buffer.from(subject).toString('base64url')}.${mac(secret, purpose, subject).toString('base64url')}`;
}

function unsealed(secret: Buffer, purpose: string, token: string): string | undefined {
  const [head = '', tail = ''] = token.split('.', 2);
  const subject = Buffer.from(head, 'base64url').toString();
  const given = Buffer.from(tail, 'base64url');
  if (given.length !== DIGEST_BYTES) return undefined;
  return timingSafeEqual(given, mac(secret, purpose, subject)) ? subject : undefined;
}

/** The token in a signer's link. It says who signs, and is not to be guessed: nothing of it is stored. */
export const signingToken = (secret: Buffer, signerId: string): string =>
  sealed(secret, 'sign', signerId);

/** The signer that a signing token was made for; undefined when it was not made by us. */
export const readSigningToken = (secret: Buffer, token: string): string | undefined =>
  unsealed(secret, 'sign', token);

/** The token in a temporary link to a signed PDF. */
export const downloadToken = (secret: Buffer, documentId: string, expiresAt: Date): string =>
  sealed(secret, 'download', `${documentId} ${expiresAt.getTime()}`);

/** The document that a download token opens, and until when; undefined when it was not made by us. */
export function readDownloadToken(
  secret: Buffer,
  token: string,
): { documentId: string; expiresAt: Date } | undefined {
  const [documentId, expires] = unsealed(secret, 'download', token)?.split(' ') ?? [];
  if (!documentId || !expires) return undefined;
  return { documentId, expiresAt: new Date(Number(expires)) };
}
