import type { FastifyMultipartBaseOptions, Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error.ts';

/** A refusal of a form, with the error that it was noticed by. */
export function formRefusal(message: string, cause?: unknown): DomainError {
  return Object.assign(new DomainError('invalid_request', message), { cause });
}

/**
 * The parts of a multipart form, one at a time; a file has to be read before the next part comes.
 * @throws {DomainError} `invalid_request` when the form breaks off, is malformed or exceeds its limits
 */
export async function* formParts(
  request: FastifyRequest,
  options: FastifyMultipartBaseOptions,
): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(options);
  } catch (cause) {
    throw formRefusal('The form is malformed or incomplete.', cause);
  }
}
