import { createHmac, timingSafeEqual } from 'node:crypto';
import { endpointPath } from '../../contract/endpoints.ts';
import { LIMITS } from '../../contract/limits.ts';

/** The secret and base address of the service's links. */
export interface Links {
  /** 32 bytes; anyone who has them can make any link. */
  readonly secret: Buffer;
  /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly baseUrl: string;
}

/** An HMAC-SHA256 over a link's purpose and subject: a link carries its own authority. */
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

/** The token in a signer's link. It cannot be guessed, and is not stored. */
export const signingToken = (secret: Buffer, signerId: string): string =>
  sealed(secret, 'sign', signerId);

/** The signer id in a signing token; undefined when this service did not make it. */
export const readSigningToken = (secret: Buffer, token: string): string | undefined =>
  unsealed(secret, 'sign', token);

/** The token in a temporary link to a signed PDF. */
export const downloadToken = (secret: Buffer, documentId: string, expiresAt: Date): string =>
  sealed(secret, 'download', `${documentId} ${expiresAt.getTime()}`);

/** The document and expiry in a download token; undefined when this service did not make it. */
export function readDownloadToken(
  secret: Buffer,
  token: string,
): { documentId: string; expiresAt: Date } | undefined {
  const [documentId, expires] = unsealed(secret, 'download', token)?.split(' ') ?? [];
  if (!documentId || !expires) return undefined;
  return { documentId, expiresAt: new Date(Number(expires)) };
}

/** A signer's signing link. */
export const signUrl = ({ secret, baseUrl }: Links, signerId: string): string =>
  `${baseUrl}/sign/${signingToken(secret, signerId)}`;

/** The URL of a document's certificate endpoint. */
export const certificateUrl = ({ baseUrl }: Links, documentId: string): string =>
  `${baseUrl}${endpointPath('downloadCertificate', documentId)}`;

/** A temporary link to the signed PDF, valid for 15 minutes from `now`. */
export function downloadUrl({ secret, baseUrl }: Links, documentId: string, now: Date): string {
  const expiresAt = new Date(now.getTime() + LIMITS.downloadLinkMs);
  return `${baseUrl}/download/${downloadToken(secret, documentId, expiresAt)}`;
}
