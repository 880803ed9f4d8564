import { randomUUID } from 'node:crypto';
import type { EventType, WebhookEvent } from '../../contract/webhook-event.ts';
import { documentCompleted, documentLife, signerSigned } from './document-life.ts';

/** What events are wanted. */
export interface EventsWish {
  /** One type of event, or the whole life of a document. */
  readonly what: EventType | 'scenario';
  readonly signers: number;
  /** How many have signed, where one `signer.signed` is wanted. */
  readonly signed: number;
  /** The document that all are about; a new one for each unless told. */
  readonly documentId?: string | undefined;
  /** How many events of the type; a scenario is one life. */
  readonly count: number;
  /** Address of the service that the certificate's address names. */
  readonly baseUrl: string;
  readonly now: Date;
}

/** Events as the service would send them, in its order. */
export function composeEvents(wish: EventsWish): WebhookEvent[] {
  const { what, signers, signed, baseUrl, now } = wish;
  const life = (index: number) => ({
    documentId: wish.documentId ?? randomUUID(),
    signers,
    baseUrl,
    // A millisecond apart, so that no two events of one document are the same bytes
    endsAt: new Date(now.getTime() + index),
  });
  if (what === 'scenario') return documentLife(life(0));
  return Array.from({ length: wish.count }, (_, index) =>
    what === 'signer.signed' ? signerSigned(life(index), signed) : documentCompleted(life(index)),
  );
}
