import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Origin } from '../../core/evidence/audit.rules.ts';

const USER_AGENT_LENGTH = 300;

export function originOf(request: FastifyRequest, actor: string): Origin {
  return {
    actor,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
    requestId: request.id,
  };
}

/** NUL, which the database can't store, and lone surrogates, which UTF-8 can't. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Checks a text, or the texts in a list. Other values are never looked up. */
const isStorable = (value: unknown): boolean =>
  ![value].flat().some((text) => typeof text === 'string' && UNSTORABLE.test(text));

const areStorable = (fields: unknown): boolean =>
  typeof fields !== 'object' ||
  fields === null ||
  Object.entries(fields).every(([name, value]) => isStorable(name) && isStorable(value));

/** Our own forms have a dozen, and each takes time. */
export const MOST_FIELDS = 50;

/** For Fastify. Reads one field above the limit, and no further. */
export const parseForm = (text: string) => parse(text, '&', '=', { maxKeys: MOST_FIELDS + 1 });

/** @throws {DomainError} `invalid_request` for an unstorable name or value */
export function assertStorable(fields: unknown): void {
  if (areStorable(fields)) return;
  const message = 'A field holds a NUL character or half of a surrogate pair; leave it out.';
  throw new DomainError('invalid_request', message);
}

/** For path, query and form; after authentication. Handlers that read bodies check those. */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if (!areStorable(params))
      throw new DomainError('not_found', 'There is nothing at this address.');
    assertStorable(query);
    if (Object.values(body ?? {}).flat().length > MOST_FIELDS) {
      throw new DomainError('invalid_request', `The form has more than ${MOST_FIELDS} fields.`);
    }
    assertStorable(body);
  });
}

/** The decorator of requests for whose account they are, as log lines say; null while unknown. */
export const ACCOUNT = 'accountId';

/** The same for their document, where the path does not name it. */
export const DOCUMENT = 'documentId';

/** The same for the signer whose answer it is, where no link names them. */
export const SIGNER = 'signerId';
