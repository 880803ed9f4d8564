import { HOUR_MS } from '../../../contract/durations.ts';

/** Grace periods of rolled keys, in milliseconds. */
export const OVERLAPS = {
  now: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
} as const;
export type Overlap = keyof typeof OVERLAPS;

interface Ends {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** `ended` means that a rolled key has reached its expiry. */
export function keyState({ revokedAt, expiresAt }: Ends, now: Date): 'valid' | 'ended' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'ended' : 'valid';
}

export const isOverlap = (text: string): text is Overlap => Object.hasOwn(OVERLAPS, text);

const TIME_DIGITS = 12;

/** A request id. It begins with the time, so that ids sort in the order of requests. */
export const requestIdAt = (time: Date, uuid: string): string =>
  `${requestIdsFrom(time)}7${uuid.replaceAll('-', '').slice(TIME_DIGITS + 1)}`;

/** The prefix of all ids of a millisecond. */
export const requestIdsFrom = (time: Date): string =>
  `req_${time.getTime().toString(16).padStart(TIME_DIGITS, '0')}`;

/** An API request with a valid key: no body, query, headers or address. */
export interface ApiRequest {
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly at: Date;
  readonly method: string;
  /** The template, such as `/api/v1/documents/:documentId`; a path could hold anything. */
  readonly route: string;
  /** Null when the connection was closed before the response was sent. */
  readonly status: number | null;
  /** The API's error code; null for none. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Taken from the path; the document may not exist. */
  readonly documentId: string | null;
}

/** The key is null once it is deleted. */
export interface LoggedRequest extends ApiRequest {
  readonly key: { readonly prefix: string; readonly name: string | null } | null;
  /** Null unless the account has its document. */
  readonly documentName: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A document id from a path; null for other text, since a path can hold anything. */
export const documentIdOf = (given: unknown): string | null =>
  typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : null;
