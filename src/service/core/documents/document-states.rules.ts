import { LIMITS } from '../../../contract/limits.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Document, Signer } from './document.rules.ts';

type SigningProgress = Pick<Document, 'status' | 'signers'>;
type DocumentLife = SigningProgress & Pick<Document, 'withdrawnAt'>;

/** Requires a PENDING document within the signer limit (specification, section 3). */
export function assertCanAddSigners({ status, signers }: SigningProgress, added: number): void {
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
export function assertCanSend({ status, signers }: SigningProgress): void {
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

export const declinerOf = <T extends Pick<Signer, 'declinedAt'>>({
  signers,
}: {
  readonly signers: readonly T[];
}): T | undefined => signers.find(({ declinedAt }) => declinedAt !== null);

/** True once a signer declined, or the sender withdrew the document. */
export const isClosed = (document: Pick<Document, 'signers' | 'withdrawnAt'>): boolean =>
  document.withdrawnAt !== null || declinerOf(document) !== undefined;

function endingOf({ status, withdrawnAt, signers }: DocumentLife): string | undefined {
  if (status === 'PENDING') return 'The document is PENDING; it has not been sent.';
  if (status !== 'SENT') return `The document is ${status}; nobody has to sign any more.`;
  if (withdrawnAt) return 'The document was withdrawn; nobody can sign it any more.';
  const name = declinerOf({ signers })?.name;
  return name && `${name} declined the document; nobody can sign it any more.`;
}

/** Requires a sent document that waits for signatures. @throws {DomainError} `invalid_state` */
export function assertOpen(document: DocumentLife): void {
  const ending = endingOf(document);
  if (ending) throw new DomainError('invalid_state', ending);
}

/** The signer whose turn it is; undefined unless the document is SENT and open. */
export function nextSigner(document: DocumentLife): Signer | undefined {
  const { status, signers } = document;
  if (status !== 'SENT' || isClosed(document)) return undefined;
  return signers.find(({ signedAt }) => signedAt === null);
}

export function statusAfterSignature(signers: readonly Signer[]): 'SENT' | 'COMPLETED' {
  return signers.every(({ signedAt }) => signedAt !== null) ? 'COMPLETED' : 'SENT';
}
