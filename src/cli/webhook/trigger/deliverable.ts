import { randomUUID } from 'node:crypto';
import { CLIENT_VERSION } from '../../../client/index.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../../contract/webhook-headers.ts';
import { parsePayload, signersIn, textField } from '../payload.ts';
import type { AttemptSubject } from './judge-attempts.ts';
import type { Deliverable } from './run-deliveries.ts';

const HEADER_WORD = /^[\w.:-]{1,100}$/;
/** Like the service's. */
const USER_AGENT = `esign/${CLIENT_VERSION}`;

export function namesIn(
  body: Buffer,
): Pick<AttemptSubject, 'documentId' | 'signers'> & { readonly event: string | null } {
  const payload = parsePayload(body);
  return {
    event: textField(payload, 'event'),
    documentId: textField(payload, 'documentId'),
    signers: signersIn(payload),
  };
}

export interface DeliveryParts {
  readonly body: Buffer;
  /** For the header if the body names no event. */
  readonly event: string;
  /** One signature, unless something is to be wrong. */
  readonly signatures: readonly string[];
  /** Default: a new one. */
  readonly id?: string;
  readonly file?: string;
}

/** The body's event, or else the given one. */
export function headerEvent({ body, event }: Pick<DeliveryParts, 'body' | 'event'>): string {
  const { event: said } = namesIn(body);
  return said !== null && HEADER_WORD.test(said) ? said : event;
}

/** With the service's headers, in its order. */
export function makeDeliverable(parts: DeliveryParts): Deliverable {
  const { body, signatures, id = randomUUID(), file = null } = parts;
  const { documentId, signers } = namesIn(body);
  const event = headerEvent(parts);
  return {
    subject: { event, documentId, signers, deliveryId: id, badSignature: null, file },
    body,
    headers: (attempt) =>
      [
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
        ['User-Agent', USER_AGENT],
        ['Accept', '*/*'],
        ['Accept-Encoding', 'identity'],
        ...signatures.map((value) => [SIGNATURE_HEADER, value]),
        [EVENT_HEADER, event],
        [DELIVERY_HEADER, id],
        [ATTEMPT_HEADER, String(attempt)],
      ].flat(),
  };
}
