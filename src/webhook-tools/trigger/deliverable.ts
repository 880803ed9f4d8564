import { randomUUID } from 'node:crypto';
import { CLIENT_VERSION } from '../../client/index.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../contract/webhook-headers.ts';
import { parsePayload, signersIn, textField } from '../format/payload.ts';
import type { AttemptSubject } from './judge-attempts.ts';
import type { Deliverable } from './run-deliveries.ts';

/** Event names that may stand in a header. */
const HEADER_WORD = /^[\w.:-]{1,100}$/;
/** The service's own. */
const USER_AGENT = `esign/${CLIENT_VERSION}`;

/** Fields read from a body; null where it has none. */
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

/** Parts of a generated delivery. */
export interface DeliveryParts {
  readonly body: Buffer;
  /** The event for the header if the body names none. */
  readonly event: string;
  /** The values of the signature header: one, unless something is to be wrong. */
  readonly signatures: readonly string[];
  /** The delivery's id; a new one by default. */
  readonly id?: string;
  readonly file?: string;
}

/** The event that a delivery's header names: the body's, or else the one given. */
export function headerEvent({ body, event }: Pick<DeliveryParts, 'body' | 'event'>): string {
  const { event: said } = namesIn(body);
  return said !== null && HEADER_WORD.test(said) ? said : event;
}

/** Makes a delivery with the service's headers, in its order. */
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
