import type { DocumentCompletedEvent, SignerSignedEvent } from '../contract/webhook-event.ts';

interface Events {
  readonly 'signer.signed': SignerSignedEvent;
  readonly 'document.completed': DocumentCompletedEvent;
}

const documentId = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const moment = '2026-11-20T12:04:31.512Z';

const signer = () => ({
  signerId: 'sgn_4q1m8v0d2k7x',
  name: 'Asha Rao',
  email: 'asha@example.in',
  signingOrder: 1,
  signedAt: moment,
  hasSigned: true,
});

const common = () => ({ documentId, status: 'COMPLETED' as const, occurredAt: moment });

const TEMPLATES: { readonly [T in keyof Events]: () => Events[T] } = {
  'signer.signed': () => ({
    event: 'signer.signed',
    ...common(),
    signer: signer(),
    signers: [signer()],
  }),
  'document.completed': () => ({
    event: 'document.completed',
    ...common(),
    completedAt: moment,
    certificateUrl: `https://esign.example.com/api/v1/documents/${documentId}/certificate`,
    signers: [signer()],
  }),
};

/** A valid event for tests of a receiver, with the fields given put in place of the usual ones. */
export function makeEvent<T extends keyof Events>(
  type: T,
  overrides: Partial<Omit<Events[T], 'event'>> = {},
): Events[T] {
  return { ...TEMPLATES[type](), ...overrides };
}
