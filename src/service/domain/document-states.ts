import { LIMITS } from '../../contract/limits.ts';
import type { Document, Signer } from './document.ts';
import { DomainError } from './domain-error.ts';

type Progress = Pick<Document, 'status' | 'signers'>;

/** Requires a PENDING document that stays within the signer limit (specification, section 3). */
export function assertCanAddSigners({ status, signers }: Progress, added: number): void {
  if (status !== 'PENDING') {
    throw new DomainError(
      'invalid_state',
      `The document is ${status}; signers can be added only while it is PENDING.`,
    );
  }
  const total = signers.length + added;
  if (total > LIMITS.signersPerDocument) {
    throw new DomainError(
      'signer_limit_reached',
      `The document has ${signers.length} signers and would have ${total}; at most ${LIMITS.signersPerDocument} are allowed.`,
    );
  }
}

/** Requires a PENDING document with at least one signer (specification, section 3). */
export function assertCanSend({ status, signers }: Progress): void {
  if (status !== 'PENDING') {
    throw new DomainError('invalid_state', `The document is ${status}; it has already been sent.`);
  }
  if (signers.length === 0) {
    throw new DomainError('no_signers', 'The document has no signers; add at least one first.');
  }
}

/** Requires a COMPLETED document (specification, section 3). */
export function assertCompleted({ status }: Pick<Document, 'status'>): void {
  if (status === 'COMPLETED') return;
  throw new DomainError(
    'invalid_state',
    `The document is ${status}; a certificate is available once it is COMPLETED.`,
  );
}

/** The signer whose turn it is; undefined unless the document is SENT. */
export function nextSigner({ status, signers }: Progress): Signer | undefined {
  if (status !== 'SENT') return undefined;
  return signers.find(({ signedAt }) => signedAt === null);
}

/** The status of a sent document: COMPLETED once everyone has signed. */
export function statusAfterSignature(signers: readonly Signer[]): 'SENT' | 'COMPLETED' {
  return signers.every(({ signedAt }) => signedAt !== null) ? 'COMPLETED' : 'SENT';
}
