import { randomUUID } from 'node:crypto';
import { makeEvent } from '../../client/index.ts';
import { endpointPath } from '../../contract/endpoints.ts';
import type { WebhookSigner } from '../../contract/signer.ts';
import type { WebhookEvent } from '../../contract/webhook-event.ts';

/** Time between one signature and the next, in milliseconds. */
const PACE_MS = 187_000;

/** Invented people, one of them in a script of their own and one with an apostrophe, as real names have. */
const PEOPLE = [
  ['Asha Rao', 'asha'],
  ['अनिता शर्मा', 'anita'],
  ['Ravi Kumar', 'ravi'],
  ['Imran Sheikh', 'imran'],
  ["Joseph D'Souza", 'joseph'],
  ['Lakshmi Iyer', 'lakshmi'],
] as const;

/** What a document's events are made from. */
export interface LifeOptions {
  readonly documentId: string;
  /** How many sign it, from 1 to 6. */
  readonly signers: number;
  /** When the last of the events occurs. */
  readonly endsAt: Date;
  /** Address of the service that the certificate's address names. */
  readonly baseUrl: string;
}

interface Life extends LifeOptions {
  readonly people: readonly WebhookSigner[];
}

const minutesBefore = ({ endsAt }: LifeOptions, steps: number): string =>
  new Date(endsAt.getTime() - steps * PACE_MS).toISOString();

function bornLife(options: LifeOptions): Life {
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

/** The signers once so many have signed, the last of them at the end. */
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

/** The event that the service sends when one more has signed, so many in all. */
export function signerSigned(options: LifeOptions, signed: number): WebhookEvent {
  return signature(bornLife(options), signed);
}

/** The event that the service sends when all have signed. */
export function documentCompleted(options: LifeOptions): WebhookEvent {
  return completion(bornLife(options));
}

/** Every event of a document, in the order of the service: each signature, then the completion. */
export function documentLife(options: LifeOptions): WebhookEvent[] {
  const life = bornLife(options);
  const total = life.people.length;
  return [...life.people.map((_, at) => signature(life, at + 1, total - 1 - at)), completion(life)];
}
