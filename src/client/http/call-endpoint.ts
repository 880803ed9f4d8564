import type { EndpointName, ExtensionEndpoint } from '../../contract/endpoints.ts';
import { ALL_ENDPOINTS, endpointPath } from '../../contract/endpoints.ts';
import { ResponseShapeError } from '../errors/call-errors.ts';
import { redactText } from '../errors/redact.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';
import { urlBelow } from './base-url.ts';
import type { Context } from './context.ts';
import type { Call } from './perform.ts';
import { perform } from './perform.ts';
import { LARGEST_RESPONSE, readBody } from './read-response.ts';
import type { Guard } from './response-shape.ts';
import type { CallContext, Outcome } from './run-call.ts';
import type { TransportAnswer } from './transport.ts';

/** A request to one of the API's endpoints. */
export interface EndpointRequest {
  readonly endpoint: EndpointName | ExtensionEndpoint;
  readonly documentId?: string | undefined;
  readonly signerId?: string | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

/** Rejects ids that would change the request's path: empty ones and dots. */
function checkId(what: 'document' | 'signer', id: string | undefined): void {
  if (typeof id === 'string' && id.trim() !== '' && id !== '.' && id !== '..') return;
  throw new InvalidArgumentError(`${what}Id`, `the ${what} id is missing or empty`);
}

/** An authenticated call; reads are safe to repeat. Throws `InvalidArgumentError` for a bad id. */
export function endpointCall({ baseUrl }: Context, request: EndpointRequest): Call {
  const { endpoint, documentId, signerId, query, headers, body } = request;
  const { method, path } = ALL_ENDPOINTS[endpoint];
  if (path.includes('{documentId}')) checkId('document', documentId);
  if (path.includes('{signerId}')) checkId('signer', signerId);
  const url = urlBelow(baseUrl, endpointPath(endpoint, documentId, signerId), query);
  const safe = method !== 'POST' || endpoint === 'findText';
  return { operation: endpoint, safe, method, url, headers, body, documentId, withKey: true };
}

/** Undefined unless the text is JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request, reads its JSON. Throws the errors of a call, and `InvalidArgumentError`. */
export async function callEndpoint<T>(
  context: CallContext,
  request: EndpointRequest,
  guard: Guard<T>,
): Promise<Outcome<T>> {
  const call = endpointCall(context, request);
  const { operation, documentId, url } = call;
  const read = async (response: TransportAnswer): Promise<T> => {
    const { status, headers } = response;
    const { bytes, whole } = await readBody(response);
    const text = bytes.toString('utf8');
    const wrong = (fault: string) => {
      const rawBody = redactText(text, [context.apiKey]);
      const message = `${url.host} answered ${status}, but ${fault}`;
      return new ResponseShapeError(message, { operation, documentId, status, rawBody });
    };
    if (!whole) throw wrong(`the body is larger than ${LARGEST_RESPONSE} bytes`);
    const parsed = parse(text);
    const coding = headers['content-encoding'];
    if (parsed === undefined)
      throw wrong(`the body is ${coding ? `encoded as ${coding}` : 'not JSON'}`);
    if (!guard(parsed)) throw wrong('the body lacks fields that the API promises');
    return parsed;
  };
  return perform(context, call, read);
}
