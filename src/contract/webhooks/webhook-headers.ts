/** The header with a delivery's signature (specification, section 6). */
export const SIGNATURE_HEADER = 'X-Service-Signature';
/** The header with the event's type (specification, section 6). */
export const EVENT_HEADER = 'X-Service-Event';
/** The header with the delivery's id, which is the same on every attempt. */
export const DELIVERY_HEADER = 'X-Service-Delivery';
/** The header with the number of the attempt, from 1. */
export const ATTEMPT_HEADER = 'X-Service-Attempt';
/** `sha256=` and 64 lowercase hexadecimal digits. */
export const SIGNATURE_PATTERN = /^sha256=[0-9a-f]{64}$/;

/** The events that every endpoint gets (specification, section 6). */
export const SPECIFIED_EVENTS = ['signer.signed', 'document.completed'] as const;
/** The events of the extension `events`, which only an endpoint that asks for them gets. */
export const EXTRA_EVENTS = [
  'signer.opened',
  'signer.declined',
  'document.withdrawn',
  'document.expired',
] as const;
export type ExtraEventType = (typeof EXTRA_EVENTS)[number];
export const EVENT_TYPES = [...SPECIFIED_EVENTS, ...EXTRA_EVENTS] as const;
