import type { Document } from '../../domain/documents/document.ts';
import { nextSigner } from '../../domain/documents/document-states.ts';
import type { SignatureAttempt } from '../../domain/documents/signature.ts';
import { compareNames, NAME_RULES } from '../../domain/names/compare-names.ts';
import { identityOf } from '../../domain/names/identity-of.ts';
import type { ServiceDeps } from '../deps.ts';
import type { SignatureFact } from './evidence.ts';
import { NotEmbedded } from './not-embedded.ts';

/** The identity that signed, compared with the signer who was invited. */
export type JudgedIdentity = Required<Pick<SignatureFact, 'identity' | 'invited' | 'sharedWith'>>;

/** A name and subject from a certificate. */
interface Certified {
  readonly commonName: string;
  readonly subject: string;
}

/**
 * Compares the certificate's name with the invited signer's, and its identity with those that signed before.
 * @throws {NotEmbedded} `name_mismatch` and `identity_reused` where the account is strict; `name_differs` when the
 * prepared signature shows another name than the certificate has
 */
export async function judgeIdentity(
  { store }: Pick<ServiceDeps, 'store'>,
  { document, attempt }: { readonly document: Document; readonly attempt: SignatureAttempt },
  { commonName, subject }: Certified,
): Promise<JudgedIdentity> {
  const { name = '', signerId } = nextSigner(document) ?? {};
  const identity = identityOf(subject);
  const fit = compareNames(name, commonName);
  const sharedWith = document.signers
    .filter((other) => other.signerId !== signerId && other.identity === identity)
    .map(({ signingOrder }) => signingOrder);
  const account = await store.findAccount(document.accountId);
  if (account?.names === 'strict') {
    if (fit === 'mismatch') throw new NotEmbedded('name_mismatch');
    if (sharedWith.length > 0) throw new NotEmbedded('identity_reused');
  }
  if (compareNames(attempt.shownName ?? name, commonName) !== 'match') {
    throw new NotEmbedded('name_differs', commonName);
  }
  return { identity, invited: { name, fit, rules: NAME_RULES }, sharedWith };
}
