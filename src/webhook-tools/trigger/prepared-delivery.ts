import { randomUUID } from 'node:crypto';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../contract/webhook-signature.ts';
import type { SignerCount } from '../format/payload.ts';
import { parsePayload, signersIn, textField } from '../format/payload.ts';

/** What an event's name may be made of, to stand in a header. */
const HEADER_WORD = /^[\w.:-]{1,100}$/;

/** A delivery that can be sent: the same bytes on every try. */
export interface PreparedDelivery {
  /** The delivery's id, the same on every try. */
  readonly id: string;
  /** The type of the event, as the header names it. */
  readonly event: string;
  /** As the body has it; null when it names none. */
  readonly documentId: string | null;
  /** How many of the signers have signed, as the body has it; null when it does not say. */
  readonly signers: SignerCount | null;
  readonly body: Buffer;
  /** The values of the signature header: one, unless something is to be wrong. */
  readonly signatures: readonly string[];
}

type Names = Pick<PreparedDelivery, 'documentId' | 'signers'> & { readonly event: string | null };

/** What a body says that it is about; null for what it does not say. */
export function namesIn(body: Buffer): Names {
  const payload = parsePayload(body);
  return {
    event: textField(payload, 'event'),
    documentId: textField(payload, 'documentId'),
    signers: signersIn(payload),
  };
}

/** A delivery of a body. Its header names the event that the body names, or else the one given. */
export function prepareDelivery(
  body: Buffer,
  event: string,
  signatures: readonly string[],
): PreparedDelivery {
  const { event: said, ...names } = namesIn(body);
  const named = said !== null && HEADER_WORD.test(said) ? said : event;
  return { id: randomUUID(), event: named, ...names, body, signatures };
}

/** Headers in the order in which the service sends them, as names and values that alternate. */
export function deliveryHeaders(
  { id, event, body, signatures }: PreparedDelivery,
  attempt: number,
  userAgent: string,
): string[] {
  return [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['User-Agent', userAgent],
    ['Accept', '*/*'],
    ['Accept-Encoding', 'identity'],
    ...signatures.map((value) => [SIGNATURE_HEADER, value]),
    [EVENT_HEADER, event],
    [DELIVERY_HEADER, id],
    [ATTEMPT_HEADER, String(attempt)],
  ].flat();
}
