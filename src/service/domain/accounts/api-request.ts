const TIME_DIGITS = 12;

/** The id of a request, from its time and a random UUID. It begins with the time, so that ids are in the order of requests. */
export const requestIdAt = (time: Date, uuid: string): string =>
  `${requestIdsFrom(time)}7${uuid.replaceAll('-', '').slice(TIME_DIGITS + 1)}`;

/** The beginning of all ids of a millisecond. */
export const requestIdsFrom = (time: Date): string =>
  `req_${time.getTime().toString(16).padStart(TIME_DIGITS, '0')}`;

/** An API request that came with a valid key: no body, query, header or address. */
export interface ApiRequest {
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** When it came. */
  readonly at: Date;
  readonly method: string;
  /** The template, such as `/api/v1/documents/:documentId`; a path could hold anything. */
  readonly route: string;
  /** Null when the connection was closed before the response was sent. */
  readonly status: number | null;
  /** The API's code of the error; null without one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The document that it named, whether there is one or not. */
  readonly documentId: string | null;
}

/** A request, and the key that it came with; null when the key is not known any more. */
export interface LoggedRequest extends ApiRequest {
  readonly key: { readonly prefix: string; readonly name: string | null } | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a document as a path gives it; null for a text that is none: it could be anything. */
export const documentIdOf = (given: unknown): string | null =>
  typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : null;
