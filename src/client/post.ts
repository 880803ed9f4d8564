import type { EndpointName } from '../contract/endpoints.ts';
import { ENDPOINTS, endpointPath } from '../contract/endpoints.ts';
import type { Guard } from './answer-shape.ts';
import type { Call } from './attempt.ts';
import { secretsOf } from './attempt.ts';
import { urlBelow } from './base-url.ts';
import type { Outcome } from './perform.ts';
import { perform } from './perform.ts';
import { jsonReader } from './read-json.ts';
import type { Running } from './run-call.ts';

/** A POST to one of the endpoints, and the shape of its answer. */
export interface Posting<T> {
  readonly endpoint: EndpointName;
  readonly documentId?: string | undefined;
  readonly contentType?: string | undefined;
  readonly body?: Uint8Array | undefined;
  readonly guard: Guard<T>;
}

/** Sends an unsafe request; it is tried again only when it certainly was not applied. */
export async function post<T>(
  { context, scope }: Running,
  posting: Posting<T>,
): Promise<Outcome<T>> {
  const { endpoint, documentId, contentType, guard } = posting;
  const call: Call = {
    operation: endpoint,
    safe: false,
    method: ENDPOINTS[endpoint].method,
    url: urlBelow(context.baseUrl, endpointPath(endpoint, documentId)),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    body: posting.body,
    documentId,
    withKey: true,
  };
  const secrets = secretsOf(context);
  return perform(context, { call, scope }, jsonReader({ call, guard, secrets }));
}
