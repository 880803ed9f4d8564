import { Value } from 'typebox/value';
import { DocumentCompletedEvent, SignerSignedEvent } from './webhook-event.ts';
import { EVENT_TYPES } from './webhook-signature.ts';

/** The type of an event that this version knows. */
export type EventType = (typeof EVENT_TYPES)[number];

const SCHEMAS = {
  'signer.signed': SignerSignedEvent,
  'document.completed': DocumentCompletedEvent,
} as const satisfies Record<EventType, unknown>;

/** True for the types of events that there are. */
export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

/**
 * Says what keeps a value from being an event of a type, as `signers[0].hasSigned: must be boolean`; undefined when
 * nothing does (specification, section 6).
 */
export function eventProblem(type: EventType, value: unknown): string | undefined {
  const schema = SCHEMAS[type];
  if (Value.Check(schema, value)) return undefined;
  const [fault] = Value.Errors(schema, value);
  if (!fault) return 'it is no such event';
  const field = fault.instancePath
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);
  return `${field === '' ? 'the event' : field}: ${fault.message}`;
}
