import { randomBytes, X509Certificate } from 'node:crypto';
import { anyAddress, fetchBody } from '../../../network/fetch-body.ts';
import { readTimestampReply, timestampQuery } from '../../../pdf/cms/timestamp-request.ts';
import { PdfError } from '../../../pdf/pdf-errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TimestampAuthority } from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';

export interface HttpTimestampsOptions {
  readonly url: string;
  /** Root certificates for its tokens, DER. */
  readonly roots: readonly Buffer[];
  /** Intermediate certificates missing from its tokens, DER; none by default. */
  readonly chain?: readonly Buffer[];
  readonly clock: Clock;
  /** Limit for a token, in bytes; default 8192. */
  readonly tokenBytes?: number;
  /** Timeout for an answer, in milliseconds; default 10 s. */
  readonly timeoutMs?: number;
}

export const TOKEN_BYTES = 8192;
const TIMEOUT_MS = 10_000;
const NONCE_BYTES = 8;
/** An answer has a status besides the token. */
const STATUS_BYTES = 1024;
const QUERY = 'application/timestamp-query';

function unavailable(error: unknown): TimestampUnavailable {
  if (error instanceof TimestampUnavailable) return error;
  const reason = error instanceof PdfError ? error.code.toLowerCase() : 'malformed_answer';
  return new TimestampUnavailable(reason, { cause: error });
}

/** A timestamping authority over HTTP (RFC 3161, 3.4). Every token is checked. */
export function httpTimestamps(options: HttpTimestampsOptions): TimestampAuthority {
  const { url, roots, chain = [], clock, tokenBytes = TOKEN_BYTES } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  const read = (ders: readonly Buffer[]) => ders.map((der) => new X509Certificate(der));
  const trusted = { roots: read(roots), chain: read(chain) };
  const limits = { maxBytes: tokenBytes + STATUS_BYTES, refusalOf: anyAddress };
  return {
    roots,
    tokenBytes,
    async stamp(sha256, withinMs = timeoutMs) {
      const request = { sha256, nonce: randomBytes(NONCE_BYTES) };
      const post = { body: timestampQuery(request), type: QUERY };
      try {
        const inTime = { ...limits, timeoutMs: Math.min(timeoutMs, withinMs) };
        const answer = await fetchBody({ url, post }, inTime);
        if ('failure' in answer) throw new TimestampUnavailable(answer.failure);
        const checked = readTimestampReply(answer.body, request, { ...trusted, now: clock.now() });
        const { token, at, authority, path, certificates } = checked;
        if (token.length > tokenBytes) throw new TimestampUnavailable('too_large');
        const ders = (list: readonly X509Certificate[]) => list.map(({ raw }) => raw);
        return { token, at, authority, path: ders(path), included: ders(certificates) };
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}
