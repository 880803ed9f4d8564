import { randomUUID } from 'node:crypto';
import { makeEvent } from '../../../client/index.ts';
import { endpointPath } from '../../../contract/endpoints.ts';
import type { WebhookSigner } from '../../../contract/signer.ts';
import type { EventType, WebhookEvent } from '../../../contract/webhook-event.ts';
import type { ExtraEventType } from '../../../contract/webhook-headers.ts';

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

export interface LifeOptions {
  readonly documentId: string;
  /** 1 to 6. */
  readonly signers: number;
  /** When the last event occurs. */
  readonly endsAt: Date;
  /** The service's address, for the certificate's URL. */
  readonly baseUrl: string;
}

interface Life extends LifeOptions {
  readonly people: readonly WebhookSigner[];
}

const minutesBefore = ({ endsAt }: LifeOptions, steps: number): string =>
  new Date(endsAt.getTime() - steps * PACE_MS).toISOString();

function withSigners(options: LifeOptions): Life {
  const people = PEOPLE.slice(0, options.signers).map(([name, mailbox], index) => ({
    signerId: `sgn_${randomUUID().replaceAll('-', '')}`,
    name,
    email: `${mailbox}@example.in`,
    signingOrder: index + 1,
    signedAt: null,
    hasSigned: false,
  }));
  return { ...options, people };
}

function afterSignatures(life: Life, signed: number, later = 0): WebhookSigner[] {
  return life.people.map((person, index) => {
    if (index >= signed) return person;
    const signedAt = minutesBefore(life, later + signed - 1 - index);
    return { ...person, signedAt, hasSigned: true };
  });
}

function signature(life: Life, signed: number, later = 0): WebhookEvent {
  const { documentId } = life;
  const signers = afterSignatures(life, signed, later);
  const signer = signers[signed - 1] ?? null;
  const status = signed === life.people.length ? 'COMPLETED' : 'SENT';
  const occurredAt = minutesBefore(life, later);
  return makeEvent('signer.signed', { documentId, status, occurredAt, signer, signers });
}

function completion(life: Life): WebhookEvent {
  const { documentId, baseUrl } = life;
  return makeEvent('document.completed', {
    documentId,
    occurredAt: minutesBefore(life, 0),
    certificateUrl: `${baseUrl.replace(/\/+$/, '')}${endpointPath('downloadCertificate', documentId)}`,
    signers: afterSignatures(life, life.people.length),
  });
}

/** For the latest of `signed` signatures. */
export function signerSigned(options: LifeOptions, signed: number): WebhookEvent {
  return signature(withSigners(options), signed);
}

export function documentCompleted(options: LifeOptions): WebhookEvent {
  return completion(withSigners(options));
}

/** After `signed` signatures: the next signer opened or declined, or the document ended. */
function extraEvent(options: LifeOptions, what: ExtraEventType, signed: number): WebhookEvent {
  const life = withSigners(options);
  const signers = afterSignatures(life, signed, 1);
  const signer = what.startsWith('signer.') ? (signers[signed] ?? null) : null;
  const { documentId } = life;
  const occurredAt = minutesBefore(life, 0);
  return makeEvent(what, { documentId, occurredAt, signer, signers });
}

/** In the service's order: each signature, then the completion. */
export function documentLife(options: LifeOptions): WebhookEvent[] {
  const life = withSigners(options);
  const total = life.people.length;
  return [...life.people.map((_, at) => signature(life, at + 1, total - 1 - at)), completion(life)];
}

export interface EventsWish {
  readonly what: EventType | 'scenario';
  readonly signers: number;
  /** How many have signed, for a single event. */
  readonly signed: number;
  /** For all events. Default: a new one for each. */
  readonly documentId?: string | undefined;
  readonly count: number;
  readonly baseUrl: string;
  readonly now: Date;
}

export function composeEvents(wish: EventsWish): WebhookEvent[] {
  const { what, signers, signed, baseUrl, now } = wish;
  const life = (index: number) => ({
    documentId: wish.documentId ?? randomUUID(),
    signers,
    baseUrl,
    // A millisecond apart, so that no two events of a document have the same bytes.
    endsAt: new Date(now.getTime() + index),
  });
  if (what === 'scenario') return documentLife(life(0));
  return Array.from({ length: wish.count }, (_, index) => {
    if (what === 'signer.signed') return signerSigned(life(index), signed);
    if (what === 'document.completed') return documentCompleted(life(index));
    return extraEvent(life(index), what, signed);
  });
}

/** The state that a receiver must reach, whatever the order and number of deliveries. */
export interface ExpectedState {
  readonly documentId: string;
  readonly status: string;
  readonly completedAt: string | null;
  readonly certificateUrl: string | null;
  readonly signed: readonly {
    readonly signerId: string;
    readonly name: string;
    readonly signedAt: string | null;
  }[];
  /** Each effect once. */
  readonly effects: readonly { readonly event: string; readonly signerId: string | null }[];
}

function effectOf(event: WebhookEvent): ExpectedState['effects'][number] {
  const signerId = event.event === 'signer.signed' ? (event.signer?.signerId ?? null) : null;
  return { event: event.event, signerId };
}

export function expectedState(events: readonly WebhookEvent[]): ExpectedState | undefined {
  const last = events.at(-1);
  if (!last) return undefined;
  const isDone = last.event === 'document.completed';
  return {
    documentId: last.documentId,
    status: last.status,
    completedAt: isDone ? last.completedAt : null,
    certificateUrl: isDone ? last.certificateUrl : null,
    signed: last.signers
      .filter(({ hasSigned }) => hasSigned)
      .map(({ signerId, name, signedAt }) => ({ signerId, name, signedAt })),
    effects: events.map(effectOf),
  };
}
