import type { EndingKind } from '../../../contract/extensions/names.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Account } from '../accounts/account.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import { hasEnded } from '../links/links.rules.ts';
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

/** States as senders see them. In the API, declined and withdrawn documents are SENT. */
export const DOCUMENT_STATES = ['waiting', 'completed', 'declined', 'withdrawn', 'draft'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

interface Stateful extends Pick<Document, 'status' | 'withdrawnAt'> {
  readonly signers: readonly Pick<Signer, 'declinedAt'>[];
}

/** `IN_STATE` says the same in SQL. */
export function documentState({ status, withdrawnAt, signers }: Stateful): DocumentState {
  if (status === 'PENDING') return 'draft';
  if (status === 'COMPLETED') return 'completed';
  // CANCELLED and FAILED are never produced.
  if (status !== 'SENT' || withdrawnAt !== null) return 'withdrawn';
  return declinerOf({ signers }) ? 'declined' : 'waiting';
}

/** How it ended otherwise than by completion. A resend renews the links of an `expired` one. */
export function endingOf(
  document: Stateful & Pick<Document, 'linksUntil'>,
  now: Date,
): EndingKind | undefined {
  const state = documentState(document);
  if (state === 'declined' || state === 'withdrawn') return state;
  return state === 'waiting' && hasEnded(document, now) ? 'expired' : undefined;
}

const WHY_NOT_OPEN: Readonly<Record<Exclude<DocumentState, 'waiting'>, string>> = {
  draft: 'The document is PENDING; it has not been sent.',
  completed: 'The document is COMPLETED; nobody has to sign any more.',
  withdrawn: 'The document was withdrawn; nobody can sign it any more.',
  declined: 'declined the document; nobody can sign it any more.',
};

/** Requires a sent document that waits for signatures. @throws {DomainError} `invalid_state` */
export function assertOpen(document: DocumentLife): void {
  const state = documentState(document);
  if (state === 'waiting') return;
  const who = state === 'declined' ? `${declinerOf(document)?.name} ` : '';
  throw new DomainError('invalid_state', `${who}${WHY_NOT_OPEN[state]}`);
}

/** For documents selected from a list. @throws {DomainError} `invalid_state` if one changed since */
export function assertUnchanged({ updatedAt }: Pick<Document, 'updatedAt'>, since?: Date): void {
  if (since === undefined || updatedAt <= since) return;
  throw new DomainError('invalid_state', 'It has changed since you selected it.');
}

/** The signer whose turn it is; undefined unless the document waits for signatures. */
export function nextSigner(document: DocumentLife): Signer | undefined {
  if (documentState(document) !== 'waiting') return undefined;
  return document.signers.find(({ signedAt }) => signedAt === null);
}

/** Whether a signer with an expired link may have a new one mailed to themselves. */
export const mayRenew = (
  document: DocumentLife,
  { signedAt }: Pick<Signer, 'signedAt'>,
  { newLinks }: Pick<Account, 'newLinks'>,
): boolean => newLinks && signedAt === null && documentState(document) === 'waiting';
