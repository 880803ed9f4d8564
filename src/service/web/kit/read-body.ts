import type { IncomingMessage } from 'node:http';
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../core/domain-error.rules.ts';
import { assertStorable } from './request-text.ts';

/** In bytes: twice six signers with all their placements. */
export const JSON_BYTES = 128 * 1024;

export type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: string };

const refused = (problem: string): JsonBody => ({ ok: false, problem });

/** Undefined above `limit`; leaves the rest unread. */
export async function readBytes(
  message: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the message: its socket carries the response.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): JsonBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, body: JSON.parse(text) };
  } catch {
    return refused('The body is not valid JSON in UTF-8.');
  }
}

/** Returns problems instead of throwing, so that routes can check the document first. */
export async function readJson(request: FastifyRequest): Promise<JsonBody> {
  if (request.mediaType !== 'application/json') {
    return refused('The body must be JSON, sent with Content-Type: application/json.');
  }
  const bytes = await readBytes(request.raw, JSON_BYTES);
  return bytes ? parse(bytes) : refused(`The body is over ${JSON_BYTES} bytes.`);
}

export function invalidForm(message: string, cause?: unknown): DomainError {
  return Object.assign(new DomainError('invalid_request', message), { cause });
}

/** Added to a route's limits: our forms have a few fields, with two headers each. */
export const FORM_LIMITS = { fields: 20, parts: 20, headerPairs: 20, headerSize: 8 * 1024 };

/**
 * Read a file before requesting the next part.
 * @throws {DomainError} `invalid_request` for a malformed, incomplete or oversized form, or
 * unstorable text
 */
export async function* formParts(
  request: FastifyRequest,
  { limits, ...options }: FastifyMultipartBaseOptions,
): AsyncGenerator<Multipart> {
  try {
    for await (const part of request.parts({ ...options, limits: { ...FORM_LIMITS, ...limits } })) {
      assertStorable({ [part.fieldname]: part.type === 'file' ? part.filename : part.value });
      yield part;
    }
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw invalidForm('The form is malformed or incomplete.', cause);
  }
}

/** @throws {DomainError} `invalid_request` for an incomplete file: not the disk's fault */
export async function* contentOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (cause) {
    throw invalidForm('The file is incomplete.', cause);
  }
}

/** A form whose key is not of the visitor's session, or comes after its file. */
export class ForeignForm extends Error {}

/**
 * Whether a page of this service sent the form. Old browsers don't say where a form comes from, and
 * one that a browser sends again comes from nowhere. Such a form is refused where a cookie is the
 * authority, and taken where the link in the path is.
 */
export function isOwnForm(
  { headers }: FastifyRequest,
  baseUrl: string,
  untold: 'refused' | 'taken' = 'refused',
): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  // Without a referrer, own forms have the origin "null".
  const isUntold = site === undefined ? (origin ?? 'null') === 'null' : site === 'none';
  if (isUntold) return untold === 'taken';
  return site === undefined ? origin === new URL(baseUrl).origin : site === 'same-origin';
}
