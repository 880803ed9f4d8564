import type { KeyObject } from 'node:crypto';
import { verify } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const REQUEST_LIMIT_CHARACTERS = 100 * 1024;
/** How far a request's time may lie from the authority's, in milliseconds. */
const REQUEST_WINDOW_MS = 15 * 60_000;

const Shape = Type.Object({
  type: Type.Literal('signature-request'),
  txn: Type.String(),
  inputHash: Type.String(),
  documentName: Type.String({ minLength: 1, maxLength: 1000 }),
  signerName: Type.String({ minLength: 1, maxLength: 1000 }),
  returnUrl: Type.String({ maxLength: 2000 }),
  time: Type.String({ maxLength: 40 }),
});

/** A request that the authority takes: what to sign, for whom, and where to bring the answer. */
export interface CheckedRequest {
  readonly txn: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly documentName: string;
  readonly signerName: string;
  readonly returnUrl: URL;
}

/** A request that the authority does not take; nothing goes back to the service. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  /** Stable name of the reason. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

function split(request: unknown): { body: Buffer; mark: Buffer } {
  if (typeof request !== 'string' || request === '') {
    throw new RequestRefused('malformed', 'The request is missing.');
  }
  if (request.length > REQUEST_LIMIT_CHARACTERS) {
    throw new RequestRefused('malformed', 'The request is too large.');
  }
  const [body, mark, more] = request.split('.');
  if (!body || !mark || more !== undefined) {
    throw new RequestRefused('malformed', 'The request is not a text and its signature.');
  }
  return { body: Buffer.from(body, 'base64url'), mark: Buffer.from(mark, 'base64url') };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function checkTime(text: string, now: Date): void {
  const apartMs = Math.abs(new Date(text).getTime() - now.getTime());
  if (apartMs <= REQUEST_WINDOW_MS) return;
  throw new RequestRefused('stale', 'The request is too old. Open your signing link again.');
}

function checkReturnUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new RequestRefused('return_url', 'The request says no web address to return to.');
}

/**
 * Checks a signed request: size, signature, shape, time, then its values.
 * @throws {RequestRefused} at the first check that fails
 */
export function checkRequest(
  request: unknown,
  { serviceKey, now }: { serviceKey: KeyObject; now: Date },
): CheckedRequest {
  const { body, mark } = split(request);
  if (!verify(null, body, serviceKey, mark)) {
    throw new RequestRefused('bad_signature', 'The request is not from a service known here.');
  }
  const content = parse(body);
  if (!Value.Check(Shape, content)) {
    throw new RequestRefused('malformed', 'The request has a wrong form.');
  }
  checkTime(content.time, now);
  if (!/^[\w:-]{1,64}$/.test(content.txn)) {
    throw new RequestRefused('bad_txn', 'The request has no proper transaction number.');
  }
  if (!/^[0-9a-f]{64}$/.test(content.inputHash)) {
    throw new RequestRefused('bad_hash', 'The request holds no SHA-256 hash.');
  }
  const { txn, inputHash, documentName, signerName } = content;
  return { txn, inputHash, documentName, signerName, returnUrl: checkReturnUrl(content.returnUrl) };
}
