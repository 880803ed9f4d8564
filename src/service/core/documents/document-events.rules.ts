import type { WebhookSigner } from '../../../contract/signer.ts';
import type {
  DocumentCompletedEvent,
  ExtraEvent,
  SignerSignedEvent,
} from '../../../contract/webhooks/webhook-event.ts';
import type { Links } from '../links/links.rules.ts';
import { certificateUrl } from '../links/links.rules.ts';
import type { Document, Signer } from './document.rules.ts';

function presentSigner({ signerId, name, email, signingOrder, signedAt }: Signer): WebhookSigner {
  const hasSigned = signedAt !== null;
  return {
    signerId,
    name,
    email,
    signingOrder,
    signedAt: signedAt?.toISOString() ?? null,
    hasSigned,
  };
}

function commonOf({ documentId, status, signers }: Document, at: Date) {
  return { documentId, status, occurredAt: at.toISOString(), signers: signers.map(presentSigner) };
}

const signerIn = (signers: readonly WebhookSigner[], signerId: string | undefined) =>
  signers.find((one) => one.signerId === signerId) ?? null;

export function signerSigned(document: Document, signerId: string, at: Date): SignerSignedEvent {
  const { signers, ...common } = commonOf(document, at);
  return { event: 'signer.signed', ...common, signer: signerIn(signers, signerId), signers };
}

export function documentCompleted(
  links: Links,
  document: Document,
  at: Date,
): DocumentCompletedEvent {
  const { signers, ...common } = commonOf(document, at);
  return {
    event: 'document.completed',
    ...common,
    completedAt: document.completedAt?.toISOString() ?? null,
    certificateUrl: certificateUrl(links, document.documentId),
    signers,
  };
}

/** The facts of an event beside the specification. */
export interface Happening extends Pick<ExtraEvent, 'event'> {
  readonly signerId?: string;
  readonly reason?: string | null;
}

export function extraEvent(
  document: Document,
  { event, signerId, reason = null }: Happening,
  at: Date,
): ExtraEvent {
  const { signers, ...common } = commonOf(document, at);
  return { event, ...common, signer: signerIn(signers, signerId), reason, signers };
}
