import { EVENT_EXAMPLES } from '../contract/examples.ts';
import type { DocumentCompletedEvent, SignerSignedEvent } from '../contract/webhook-event.ts';

interface Events {
  readonly 'signer.signed': SignerSignedEvent;
  readonly 'document.completed': DocumentCompletedEvent;
}

/** A valid event for tests of a receiver, with the fields given put in place of the usual ones. */
export function makeEvent<T extends keyof Events>(
  type: T,
  overrides: Partial<Omit<Events[T], 'event'>> = {},
): Events[T] {
  const examples: Events = structuredClone(EVENT_EXAMPLES);
  return { ...examples[type], ...overrides };
}
