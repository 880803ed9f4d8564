import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/domain-error.ts';

/** NUL, which no text of the database can hold, and halves of surrogate pairs, which no UTF-8 can. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether a field can be stored: its text, or every text in a list. What is neither is never looked up. */
const isStorable = (value: unknown): boolean =>
  ![value].flat().some((text) => typeof text === 'string' && UNSTORABLE.test(text));

/** Whether names and values of fields can be stored. */
const areStorable = (fields: unknown): boolean =>
  typeof fields !== 'object' ||
  fields === null ||
  Object.entries(fields).every(([name, value]) => isStorable(name) && isStorable(value));

/** Most fields of a form: our own have a dozen, and each takes time. */
export const MOST_FIELDS = 50;

/** A reader of forms, for the framework: it reads one field more than there may be, and no further. */
export const parseForm = (text: string) => parse(text, '&', '=', { maxKeys: MOST_FIELDS + 1 });

/** @throws {DomainError} `invalid_request` for a field whose name or value cannot be stored */
export function assertStorable(fields: unknown): void {
  if (areStorable(fields)) return;
  const message = 'A field holds a NUL character or half of a surrogate pair; leave it out.';
  throw new DomainError('invalid_request', message);
}

/**
 * Refuses requests with text that no handler could look up or store, in their path, query or form: nothing can have such a path. It
 * runs once the caller may ask, and before the handler. Bodies that a handler reads itself are checked there.
 */
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
