import { endpointPath } from '../../contract/endpoints.ts';
import { EVENT_EXAMPLES } from '../../contract/examples.ts';
import type { WebhookSigner } from '../../contract/signer.ts';
import type {
  DocumentCompletedEvent,
  ExtraEvent,
  SignerSignedEvent,
} from '../../contract/webhooks/webhook-event.ts';
import type { ExtraEventType } from '../../contract/webhooks/webhook-headers.ts';

type Overrides<E> = Partial<Omit<E, 'event' | 'signers'>> & {
  readonly signers?: readonly WebhookSigner[];
};

interface Events extends Readonly<Record<ExtraEventType, ExtraEvent>> {
  readonly 'signer.signed': SignerSignedEvent;
  readonly 'document.completed': DocumentCompletedEvent;
}

const lastToSign = (signers: readonly WebhookSigner[]): WebhookSigner | null =>
  signers.findLast(({ hasSigned }) => hasSigned) ?? null;

function signedBy(overrides: Overrides<SignerSignedEvent>): SignerSignedEvent {
  const example: SignerSignedEvent = structuredClone(EVENT_EXAMPLES['signer.signed']);
  const { signers, ...rest } = overrides;
  if (!signers) return { ...example, ...rest };
  const status = signers.every(({ hasSigned }) => hasSigned) ? 'COMPLETED' : 'SENT';
  return { ...example, status, signer: lastToSign(signers), ...rest, signers: [...signers] };
}

function completed(overrides: Overrides<DocumentCompletedEvent>): DocumentCompletedEvent {
  const example: DocumentCompletedEvent = structuredClone(EVENT_EXAMPLES['document.completed']);
  const { signers = example.signers, ...rest } = overrides;
  const { documentId = example.documentId, occurredAt = example.occurredAt } = rest;
  const { origin } = new URL(example.certificateUrl);
  const certificateUrl = `${origin}${endpointPath('downloadCertificate', documentId)}`;
  const derived = { completedAt: occurredAt, certificateUrl, signers: [...signers] };
  return { ...example, ...derived, ...rest };
}

const extra =
  (type: ExtraEventType) =>
  (overrides: Overrides<ExtraEvent>): ExtraEvent => {
    const example: ExtraEvent = structuredClone(EVENT_EXAMPLES[type]);
    const { signers = example.signers, ...rest } = overrides;
    return { ...example, ...rest, signers: [...signers] };
  };

const MAKERS: { readonly [T in keyof Events]: (overrides: Overrides<Events[T]>) => Events[T] } = {
  'signer.signed': signedBy,
  'document.completed': completed,
  'signer.opened': extra('signer.opened'),
  'signer.declined': extra('signer.declined'),
  'document.withdrawn': extra('document.withdrawn'),
  'document.expired': extra('document.expired'),
};

/**
 * Makes a valid event for testing a receiver. Given fields replace those of an example; the others
 * stay consistent: the certificate's URL with the document, signer and status with the signers.
 */
export function makeEvent<T extends keyof Events>(
  type: T,
  overrides: Overrides<Events[T]> = {},
): Events[T] {
  return MAKERS[type](overrides);
}
