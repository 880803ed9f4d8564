import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { SandboxRefused } from '../control/sandbox-errors.ts';

/** What fields must be, in words, by their place in the body. */
const RULES: Readonly<Record<string, string>> = {
  '/ms': 'The clock moves on by a millisecond at least and ten years at most.',
  '/credits': 'Credits are a whole number from 0 to 1000000000.',
  '/times': 'A fault happens a whole number of times, from 1 to 1000000, or always.',
  '/delayMs': 'A slow answer takes ten minutes at most.',
  '/event': 'There are the events signer.signed and document.completed.',
  '/limit': 'A list holds from 1 to 1000 deliveries.',
  '/sinceMs': 'Deliveries are looked for ten years back at most.',
  '/url': 'The address of a webhook is a text of 1 to 2000 characters.',
};

/** The body of a request. @throws {SandboxRefused} when it is not what it should be */
export function bodyAs<T extends TSchema>(schema: T, { body }: FastifyRequest): Static<T> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  const where = first?.instancePath || 'the body';
  const found = `${where}: ${first?.message ?? 'has a wrong form'}.`;
  throw new SandboxRefused('invalid_request', RULES[where] ?? found);
}

/** The last part of the path, by which one thing is named. */
export function nameIn({ params }: FastifyRequest): string {
  const hasName = typeof params === 'object' && params !== null && 'name' in params;
  return hasName ? String(params.name) : '';
}
