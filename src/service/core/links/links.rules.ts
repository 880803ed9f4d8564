import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import { endpointPath } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import type { SigningFailure } from '../signing/causes.rules.ts';
import { shownFailure } from '../signing/causes.rules.ts';

/** Lifetime of signing links in days from sending; accounts may choose within these. */
export const LINK_DAYS = { minimum: 1, default: 30, maximum: 365 } as const;

/** How long signers can download a completed document, in days from completion. */
export const DOWNLOAD_DAYS = 30;

/** Expiry of links that are created or renewed now. */
export const linksUntil = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * DAY_MS);

export const hasEnded = ({ linksUntil: until }: Pick<Document, 'linksUntil'>, now: Date): boolean =>
  until !== null && until <= now;

/** The outcome of an authority's answer, for the browser that brought it. */
export interface WayBack {
  readonly signerId: string;
  /** Generation of the link to open in any browser; null for none. */
  readonly linkGeneration: number | null;
  readonly reason: SigningFailure | null;
}

const PURPOSE = 'way-back';

/** How long it opens a link in any browser, in milliseconds: browsers follow it immediately. */
const LIFE_MS = 60_000;

/** Seals it for a URL, without the token of any link. */
export function sealWayBack({ secret }: LinkSecrets, way: WayBack, now: Date): string {
  const { signerId, linkGeneration, reason } = way;
  const subject = [signerId, linkGeneration ?? '', reason ?? '', now.getTime() + LIFE_MS];
  return sealed(secret, PURPOSE, subject.join(' '));
}

/** Undefined when this service did not seal it. An expired one has no link generation. */
export function readWayBack(secrets: LinkSecrets, token: string, now: Date): WayBack | undefined {
  const subject = unsealed(secrets, PURPOSE, token)?.split(' ');
  if (!subject) return undefined;
  const [signerId = '', generation = '', reason = '', end] = subject;
  const isOpen = generation !== '' && now.getTime() < Number(end);
  return {
    signerId,
    linkGeneration: isOpen ? Number(generation) : null,
    reason: reason === '' ? null : shownFailure(reason),
  };
}

/** The token of the link to open in any browser; undefined for none. */
export function tokenOnWayBack(
  { secret }: LinkSecrets,
  { signerId, linkGeneration }: WayBack,
): string | undefined {
  return linkGeneration === null ? undefined : signingToken(secret, { signerId, linkGeneration });
}

/** Key of new links, and former keys of links already sent. */
export interface LinkSecrets {
  /** 32 bytes, which allow making any link. */
  readonly secret: Buffer;
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
