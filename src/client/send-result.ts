import type { SentDocument } from '../contract/document.ts';
import type { SentSigner } from '../contract/signer.ts';

/**
 * The answer to send. Rebuilt after a lost answer, `creditsRemaining` is null, and so is a `signUrl` that the service
 * no longer shows.
 */
export type SendResult = Omit<SentDocument, 'creditsRemaining' | 'signers'> & {
  readonly creditsRemaining: number | null;
  readonly signers: readonly (Omit<SentSigner, 'signUrl'> & { readonly signUrl: string | null })[];
};
