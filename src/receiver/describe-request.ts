import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { signersIn, textField } from './payload.ts';
import type { ReceivedRequest, SignatureState } from './received-delivery.ts';

const DELIVERY_HEADER = 'x-service-delivery';
const ATTEMPT_HEADER = 'x-service-attempt';
const ATTEMPT = /^[1-9]\d{0,3}$/;

/** A request before it is known to be the first of its bytes. */
export type DescribedRequest = Omit<ReceivedRequest, 'number' | 'duplicateOf'>;

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What came, as the receiver reports it. */
export function describeRequest(
  request: IncomingMessage,
  body: Buffer,
  context: { signature: SignatureState; payload: unknown; receivedAt: Date },
): DescribedRequest {
  const { payload } = context;
  const attempt = header(request, ATTEMPT_HEADER) ?? '';
  return {
    receivedAt: context.receivedAt,
    method: request.method ?? '',
    url: request.url ?? '',
    httpVersion: request.httpVersion,
    rawHeaders: request.rawHeaders,
    body,
    bodySha256: hash('sha256', body, 'hex'),
    signature: context.signature,
    event: textField(payload, 'event'),
    documentId: textField(payload, 'documentId'),
    signers: signersIn(payload),
    deliveryId: header(request, DELIVERY_HEADER),
    attempt: ATTEMPT.test(attempt) ? Number(attempt) : null,
  };
}
