import type { WebhookEvent } from '../../contract/webhook-event.ts';

/** What a receiver must know in the end, however often and in whatever order the events of a document came. */
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
  /** What must have been done because of the events, each of them once. */
  readonly effects: readonly { readonly event: string; readonly signerId: string | null }[];
}

function effectOf(event: WebhookEvent): ExpectedState['effects'][number] {
  const signerId = event.event === 'signer.signed' ? (event.signer?.signerId ?? null) : null;
  return { event: event.event, signerId };
}

/** The state that the events of one document lead to; undefined without events. */
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
