import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../domain/audit.ts';
import type { Caller } from '../../use-cases/accounts/authenticate.ts';
import { originOf } from '../origin-of.ts';
import { callerOf } from '../plugins/authenticate.ts';

/** Who asks, and from where. */
export interface AccountRequest {
  readonly caller: Caller;
  readonly origin: Origin;
}

/** The path parameter of every route of one document. */
export interface DocumentRoute {
  Params: { documentId: string };
}

/** What every use case of the API is told of a request. */
export function requestOf(request: FastifyRequest): AccountRequest {
  const caller = callerOf(request);
  return { caller, origin: originOf(request, `account:${caller.account.accountId}`) };
}

/** The same, with the document that the path names. */
export function documentRequestOf(
  request: FastifyRequest<DocumentRoute>,
): AccountRequest & { readonly documentId: string } {
  return { ...requestOf(request), documentId: request.params.documentId };
}
