import type { WebhookEvent } from '../../contract/webhook-event.ts';
import { EVENT_TYPES } from '../../contract/webhook-signature.ts';
import { isFields } from '../http/answer-shape.ts';

/** An event of a type that this version does not know. */
export interface UnknownWebhookEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isKnownType = (type: string): boolean => EVENT_TYPES.some((known) => known === type);

const isSigner = (value: unknown): boolean =>
  isFields(value) && isText(value.signerId) && typeof value.hasSigned === 'boolean';

/** True for what names its type and, where the type is known, has the fields that a handler reads. */
export const isEvent = (value: unknown): value is UnknownWebhookEvent => {
  if (!isFields(value) || !isText(value.event)) return false;
  if (!isKnownType(value.event)) return true;
  const { documentId, status, occurredAt, signers, signer = null } = value;
  if (![documentId, status, occurredAt].every(isText)) return false;
  return Array.isArray(signers) && signers.every(isSigner) && (signer === null || isSigner(signer));
};

/** True for the events of this version of the API; narrows the type. */
export function isKnownEvent(event: WebhookEvent | UnknownWebhookEvent): event is WebhookEvent {
  return isKnownType(event.event);
}
