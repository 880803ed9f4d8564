import type { EsignClient } from '../../../client/index.ts';
import type { Document } from '../../../contract/document.ts';
import type { DocumentSigner, WebhookSigner } from '../../../contract/signer.ts';
import type {
  DocumentCompletedEvent,
  SignerSignedEvent,
} from '../../../contract/webhooks/webhook-event.ts';
import { mapConcurrently } from '../../bulk/concurrency.ts';
import { inOrder } from './plan-attempts.ts';
import type { TriggerOrder } from './trigger-order.ts';

export type PastEvent = SignerSignedEvent | DocumentCompletedEvent;

type Signed = DocumentSigner & { readonly signedAt: string };

const hasTime = (signer: DocumentSigner): signer is Signed => signer.signedAt !== null;

/** As it was when only `signed` had signed. */
function signerThen(signer: DocumentSigner, signed: readonly DocumentSigner[]): WebhookSigner {
  const { signerId, name, email, signingOrder } = signer;
  const hasSigned = signed.includes(signer);
  const signedAt = hasSigned ? signer.signedAt : null;
  return { signerId, name, email, signingOrder, signedAt, hasSigned };
}

function signatureOf(document: Document, signed: readonly Signed[]): PastEvent[] {
  const last = signed.at(-1);
  if (!last) return [];
  const { documentId, signers: all } = document;
  const status = signed.length === all.length ? 'COMPLETED' : 'SENT';
  const signers = all.map((signer) => signerThen(signer, signed));
  const signer = signerThen(last, signed);
  const occurredAt = last.signedAt;
  return [{ event: 'signer.signed', documentId, status, occurredAt, signer, signers }];
}

/**
 * The events of the specification that a document has caused, oldest first. In JSON they have the
 * bytes that the service delivered, so that a receiver knows those that it has handled.
 */
function pastEvents(document: Document): PastEvent[] {
  const { documentId, status, completedAt, certificateUrl } = document;
  const signed = document.signers
    .filter(hasTime)
    .sort(
      (a, b) => Date.parse(a.signedAt) - Date.parse(b.signedAt) || a.signingOrder - b.signingOrder,
    );
  const signatures = signed.flatMap((_, at) => signatureOf(document, signed.slice(0, at + 1)));
  if (completedAt === null || certificateUrl === null) return signatures;
  const signers = document.signers.map((signer) => signerThen(signer, signed));
  const about = { documentId, status, occurredAt: completedAt, completedAt, certificateUrl };
  return [...signatures, { event: 'document.completed', ...about, signers }];
}

interface Period {
  /** Of the events. */
  readonly since: Date;
  /** Documents created before are not looked at. */
  readonly createdSince: Date;
  readonly signal: AbortSignal;
}

const AT_ONCE = 4;

/** Of all documents of the account, in their order. Throws the client's errors. */
export async function listPastEvents(
  { documents }: EsignClient,
  { since, createdSince, signal }: Period,
): Promise<PastEvent[]> {
  const ids: string[] = [];
  for await (const { documentId, createdAt, signers } of documents.list({ signal })) {
    if (Date.parse(createdAt) < createdSince.getTime()) break;
    if (signers.signed > 0) ids.push(documentId);
  }
  const read = (documentId: string) => documents.retrieve(documentId, { signal });
  const found = await mapConcurrently(ids, AT_ONCE, async (id) => pastEvents(await read(id)));
  const timeOf = ({ occurredAt }: PastEvent): number => Date.parse(occurredAt);
  return found
    .flat()
    .filter((event) => timeOf(event) >= since.getTime())
    .sort((one, other) => timeOf(one) - timeOf(other));
}

/** Each event once, in order, with good signatures. */
export function catchUpOrder(events: readonly PastEvent[]): TriggerOrder {
  return {
    isScenario: false,
    event: 'signer.signed',
    badSignatures: [],
    seed: null,
    expected: null,
    bodies: events.map((event) => Buffer.from(JSON.stringify(event))),
    plan: inOrder(events),
  };
}
