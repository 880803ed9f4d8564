import { randomUUID } from 'node:crypto';
import { makeEvent } from '../../../client/index.ts';
import { endpointPath } from '../../../contract/endpoints.ts';
import type { WebhookSigner } from '../../../contract/signer.ts';
import type { EventType, WebhookEvent } from '../../../contract/webhooks/webhook-event.ts';

const PACE_MS = 187_000;

/** Made-up people. As among real names, one is in Devanagari and one has an apostrophe. */
const PEOPLE = [
  ['Asha Rao', 'asha'],
  ['अनिता शर्मा', 'anita'],
  ['Ravi Kumar', 'ravi'],
  ['Imran Sheikh', 'imran'],
  ["Joseph D'Souza", 'joseph'],
  ['Lakshmi Iyer', 'lakshmi'],
] as const;

export interface EventsWish {
  readonly what: EventType | 'scenario';
  /** 1 to 6. */
  readonly signers: number;
  /** How many have signed, for a single event. */
  readonly signed: number;
  /** For all events. Default: a new one for each. */
  readonly documentId?: string | undefined;
  readonly count: number;
  /** The service's address, for the certificate's URL. */
  readonly baseUrl: string;
  /** When the last event occurs. */
  readonly now: Date;
}

interface Life {
  readonly documentId: string;
  readonly people: readonly WebhookSigner[];
  readonly baseUrl: string;
  readonly endsAt: number;
}

function lifeOf({ documentId, signers, baseUrl, now }: EventsWish, index: number): Life {
  const people = PEOPLE.slice(0, signers).map(([name, mailbox], at) => ({
    signerId: `sgn_${randomUUID().replaceAll('-', '')}`,
    name,
    email: `${mailbox}@example.in`,
    signingOrder: at + 1,
    signedAt: null,
    hasSigned: false,
  }));
  // A millisecond apart, so that no two events of a document have the same bytes.
  const endsAt = now.getTime() + index;
  return { documentId: documentId ?? randomUUID(), people, baseUrl, endsAt };
}

interface Moment {
  readonly signed: number;
  readonly later?: number;
}

/** The event after `signed` signatures, with `later` more events to come. */
function eventAfter(life: Life, what: EventType, { signed, later = 0 }: Moment): WebhookEvent {
  const { documentId, people, baseUrl, endsAt } = life;
  const timeOf = (steps: number) => new Date(endsAt - steps * PACE_MS).toISOString();
  const isSignature = what === 'signer.signed';
  // A further event comes a step after the latest signature.
  const sinceSigned = isSignature || what === 'document.completed' ? later : later + 1;
  const signers = people.map((person, at) => {
    const signedAt = timeOf(sinceSigned + signed - 1 - at);
    return at < signed ? { ...person, signedAt, hasSigned: true } : person;
  });
  const about = { documentId, occurredAt: timeOf(later), signers };
  if (isSignature) {
    const status = signed === people.length ? 'COMPLETED' : 'SENT';
    return makeEvent(what, { ...about, status, signer: signers[signed - 1] ?? null });
  }
  if (what === 'document.completed') {
    const path = endpointPath('downloadCertificate', documentId);
    return makeEvent(what, { ...about, certificateUrl: `${baseUrl.replace(/\/+$/, '')}${path}` });
  }
  const signer = what.startsWith('signer.') ? (signers[signed] ?? null) : null;
  return makeEvent(what, { ...about, signer });
}

/** A scenario has each signature and the completion, in the service's order. */
export function composeEvents(wish: EventsWish): WebhookEvent[] {
  const { what, signed, signers, count } = wish;
  if (what !== 'scenario')
    return Array.from({ length: count }, (_, at) => eventAfter(lifeOf(wish, at), what, { signed }));
  const life = lifeOf(wish, 0);
  const signatures = life.people.map((_, at) =>
    eventAfter(life, 'signer.signed', { signed: at + 1, later: signers - 1 - at }),
  );
  return [...signatures, eventAfter(life, 'document.completed', { signed: signers })];
}

/** The state that a receiver must reach, whatever the order and number of deliveries. */
export interface ExpectedState {
  readonly documentId: string;
  readonly status: string;
  readonly completedAt: string | null;
  readonly certificateUrl: string | null;
  readonly signed: readonly Pick<WebhookSigner, 'signerId' | 'name' | 'signedAt'>[];
  /** Each effect once. */
  readonly effects: readonly { readonly event: string; readonly signerId: string | null }[];
}

export function expectedState(events: readonly WebhookEvent[]): ExpectedState | null {
  const last = events.at(-1);
  if (!last) return null;
  const isDone = last.event === 'document.completed';
  return {
    documentId: last.documentId,
    status: last.status,
    completedAt: isDone ? last.completedAt : null,
    certificateUrl: isDone ? last.certificateUrl : null,
    signed: last.signers
      .filter(({ hasSigned }) => hasSigned)
      .map(({ signerId, name, signedAt }) => ({ signerId, name, signedAt })),
    effects: events.map((event) => {
      const signer = event.event === 'signer.signed' ? event.signer : null;
      return { event: event.event, signerId: signer?.signerId ?? null };
    }),
  };
}
