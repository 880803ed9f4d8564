import type { EndpointName } from '../../contract/endpoints.ts';
import { ENDPOINTS, endpointPath } from '../../contract/endpoints.ts';
import { ResponseShapeError } from '../errors/call-errors.ts';
import { InvalidArgumentError } from '../errors/esign-error.ts';
import { redactText } from '../errors/redact.ts';
import type { Guard } from './answer-shape.ts';
import type { Call } from './attempt.ts';
import { secretsOf } from './attempt.ts';
import { urlBelow } from './base-url.ts';
import type { Context } from './context.ts';
import type { Outcome, Reader } from './perform.ts';
import { perform } from './perform.ts';
import { LARGEST_ANSWER, readBody } from './read-body.ts';
import type { Running } from './run-call.ts';

/** A request to one of the endpoints. */
export interface EndpointRequest {
  readonly endpoint: EndpointName;
  readonly documentId?: string | undefined;
  readonly query?: Readonly<Record<string, number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

/** Refuses ids that would change the path of a request: empty ones and dots. */
function checkDocumentId(documentId: string | undefined): void {
  const usable = typeof documentId === 'string' && documentId.trim() !== '';
  if (usable && documentId !== '.' && documentId !== '..') return;
  throw new InvalidArgumentError('documentId', 'a document id is missing');
}

/** The call of a request with the key; reads are safe to repeat. Throws `InvalidArgumentError` for an id that is none. */
export function endpointCall({ baseUrl }: Context, request: EndpointRequest): Call {
  const { endpoint, documentId, query, headers, body } = request;
  const { method, path } = ENDPOINTS[endpoint];
  if (path.includes('{documentId}')) checkDocumentId(documentId);
  const url = urlBelow(baseUrl, endpointPath(endpoint, documentId), query);
  const safe = method === 'GET';
  return { operation: endpoint, safe, method, url, headers, body, documentId, withKey: true };
}

/** What is read, and what must not show in its error. */
interface Expected<T> {
  readonly call: Call;
  readonly guard: Guard<T>;
  readonly secrets: readonly string[];
}

function parse(text: string): { readonly ok: boolean; readonly value?: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** Reads a JSON answer and checks its shape; what it throws shows no links and keys. */
function jsonReader<T>({ call, guard, secrets }: Expected<T>): Reader<T> {
  return async (answer) => {
    const { bytes, whole } = await readBody(answer, LARGEST_ANSWER);
    const text = bytes.toString('utf8');
    const wrong = (message: string) =>
      new ResponseShapeError(`${call.url.host} answered ${answer.status}, but ${message}`, {
        operation: call.operation,
        documentId: call.documentId,
        status: answer.status,
        rawBody: redactText(text, secrets),
      });
    if (!whole) throw wrong(`with more than ${LARGEST_ANSWER} bytes`);
    const parsed = parse(text);
    if (!parsed.ok) throw wrong('with something that is no JSON');
    if (!guard(parsed.value)) throw wrong('without the fields that the API promises');
    return parsed.value;
  };
}

/**
 * Performs a request and reads its JSON answer. A read is tried again as it may, a write only when it certainly was not
 * applied. Throws the errors of a call, and `InvalidArgumentError`.
 */
export async function callEndpoint<T>(
  { context, scope }: Running,
  request: EndpointRequest,
  guard: Guard<T>,
): Promise<Outcome<T>> {
  const call = endpointCall(context, request);
  const secrets = secretsOf(context);
  return perform(context, { call, scope }, jsonReader({ call, guard, secrets }));
}
