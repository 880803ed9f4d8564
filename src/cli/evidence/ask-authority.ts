import { randomBytes } from 'node:crypto';
import { anyAddress, fetchBody } from '../../network/fetch-body.ts';
import type { TimestampRequest } from '../../pdf/cms/timestamp-request.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** A hash to timestamp, and the codec of requests and replies (RFC 3161). */
interface Asking {
  readonly sha256: Buffer;
  query(request: TimestampRequest): Buffer;
  /** Throws for a reply that fails any check. */
  read(reply: Uint8Array, request: TimestampRequest): { readonly token: Buffer };
}

const NONCE_BYTES = 8;
const MAX_BYTES = 64 * 1024;

function unavailable(url: string, why: string, cause?: unknown): CliError {
  return new CliError({
    code: 'timestamp_unavailable',
    what: `no valid timestamp came from ${url}`,
    why,
    exitCode: EXIT.unreachable,
    cause,
  });
}

/** Returns a checked timestamp token; the user chose the address. Throws a `CliError` (exit 9). */
export async function askAuthority(url: string, { sha256, query, read }: Asking): Promise<Buffer> {
  const request = { sha256, nonce: randomBytes(NONCE_BYTES) };
  const post = { body: query(request), type: 'application/timestamp-query' };
  const answer = await fetchBody({ url, post }, { maxBytes: MAX_BYTES, refusalOf: anyAddress });
  if ('failure' in answer) throw unavailable(url, answer.failure.replaceAll('_', ' '));
  try {
    return read(answer.body, request).token;
  } catch (error) {
    throw unavailable(url, error instanceof Error ? error.message : String(error), error);
  }
}
