import { createHmac, timingSafeEqual } from 'node:crypto';
import { endpointPath } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Signer } from '../documents/document.rules.ts';

/** Key of new links, and former keys of links already sent. */
export interface LinkSecrets {
  /** 32 bytes, which allow making any link. */
  readonly secret: Buffer;
  /** Keys whose links are still valid. */
  readonly formerSecrets?: readonly Buffer[];
}

export interface Links extends LinkSecrets {
  /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly baseUrl: string;
}

/** HMAC-SHA256 of purpose and subject, so that links carry their own authority. */
export function mac(secret: Buffer, purpose: string, subject: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${subject}`).digest();
}

/** A token: the subject in base64url, a dot, and its HMAC. */
export function sealed(secret: Buffer, purpose: string, subject: string): string {
  return `${Buffer.from(subject).toString('base64url')}.${mac(secret, purpose, subject).toString('base64url')}`;
}

/** The token's subject. Only the exact spelling of `sealed` is valid; decoders accept others. */
export function unsealed(
  { secret, formerSecrets = [] }: LinkSecrets,
  purpose: string,
  token: string,
): string | undefined {
  const [head = ''] = token.split('.', 1);
  const subject = Buffer.from(head, 'base64url').toString();
  const given = Buffer.from(token);
  const isMadeWith = (one: Buffer): boolean => {
    const made = Buffer.from(sealed(one, purpose, subject));
    return given.length === made.length && timingSafeEqual(given, made);
  };
  return [secret, ...formerSecrets].some(isMadeWith) ? subject : undefined;
}

export type LinkSubject = Pick<Signer, 'signerId' | 'linkGeneration'>;

/** A signer's token: unguessable and not stored. Each generation has another one. */
export function signingToken(
  secret: Buffer,
  { signerId, linkGeneration: generation }: LinkSubject,
): string {
  return sealed(secret, 'sign', generation === 0 ? signerId : `${signerId} ${generation}`);
}

/** Undefined when this service did not make the token. */
export function readSigningToken(secrets: LinkSecrets, token: string): LinkSubject | undefined {
  const [signerId, generation = '0'] = unsealed(secrets, 'sign', token)?.split(' ') ?? [];
  return signerId ? { signerId, linkGeneration: Number(generation) } : undefined;
}

export interface DownloadLink {
  readonly documentId: string;
  readonly expiresAt: Date;
  /** The signer whose page shows the link; null for the sender's. */
  readonly signerId: string | null;
}

export function downloadToken(secret: Buffer, link: DownloadLink): string {
  const { documentId, expiresAt, signerId } = link;
  const subject = `${documentId} ${expiresAt.getTime()}`;
  return sealed(secret, 'download', signerId === null ? subject : `${subject} ${signerId}`);
}

/** Undefined when this service did not make the token. */
export function readDownloadToken(secrets: LinkSecrets, token: string): DownloadLink | undefined {
  const subject = unsealed(secrets, 'download', token)?.split(' ') ?? [];
  const [documentId, expires, signerId = null] = subject;
  if (!documentId || !expires) return undefined;
  return { documentId, expiresAt: new Date(Number(expires)), signerId };
}

/**
 * Signer or document that a token's requests count for; undefined if this service did not make it.
 */
export function holderOf(secrets: LinkSecrets, token: string): string | undefined {
  const download = readDownloadToken(secrets, token);
  return readSigningToken(secrets, token)?.signerId ?? download?.signerId ?? download?.documentId;
}

export const signUrl = ({ secret, baseUrl }: Links, signer: LinkSubject): string =>
  `${baseUrl}/sign/${signingToken(secret, signer)}`;

export const certificateUrl = ({ baseUrl }: Links, documentId: string): string =>
  `${baseUrl}${endpointPath('downloadCertificate', documentId)}`;

/** A temporary link to the signed PDF, valid for 15 minutes from `now`. */
export function downloadUrl(
  { secret, baseUrl }: Links,
  { now, ...shown }: Pick<DownloadLink, 'documentId' | 'signerId'> & { readonly now: Date },
): string {
  const expiresAt = new Date(now.getTime() + LIMITS.downloadLinkMs);
  return `${baseUrl}/download/${downloadToken(secret, { ...shown, expiresAt })}`;
}
