import type { Language } from '../../../languages/languages.ts';

/** The state of an attempt to sign. */
type SignatureState = 'at_gateway' | 'returned' | 'embedded' | 'failed' | 'expired' | 'stale';

/** One attempt of a signer to sign: a prepared revision with a gap for the CMS, and its hash at the gateway. */
export interface SignatureAttempt {
  /** The transaction number at the gateway; unique. */
  readonly txn: string;
  readonly documentId: string;
  readonly signerId: string;
  readonly state: SignatureState;
  /** Id of the gateway that it was begun at; null, from before there could be several, is the first one. */
  readonly gateway: string | null;
  /** SHA-256 of the revision that the prepared one extends. */
  readonly baseSha256: string;
  /** SHA-256 of the prepared revision's byte range: the bytes that the authority signs. */
  readonly inputHash: string;
  /** The prepared revision in the file store. */
  readonly preparedKey: string;
  /** Where /Contents begins in it, in bytes, and how many bytes of CMS fit. */
  readonly contentsAt: number;
  readonly reserve: number;
  /** The name that the prepared signature shows; null for the name that the signer was invited by. */
  readonly shownName: string | null;
  /** Generation of the signing link that it was begun with; null from before this was stored. */
  readonly linkGeneration: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The authority's answer, unchanged: evidence, and the source when an interrupted embedding resumes. */
  readonly answer: Buffer | null;
  /** Why it failed; null unless it did. */
  readonly reason: string | null;
  /** How often the service failed to embed it. */
  readonly failures: number;
  /** At the gateway with an answer whose judgings never came back: nobody judges it again, and the signer may start again. */
  readonly isSetAside?: boolean;
}

/** Judgings of an answer that arrived which may end with their process, or take too long, before it is set aside. */
export const MOST_JUDGINGS = 2;

/** How long no other process continues an attempt: not while a request has just brought its answer, nor right after a try. */
const HELD_MS = 10_000;

/** When any process may continue an attempt that this one tries now. */
export const resumeAfter = (now: Date): Date => new Date(now.getTime() + HELD_MS);

/**
 * The file store's key of the revision that an attempt becomes. `unique` keeps apart the files of two processes that embed one
 * answer concurrently: one of them is recorded, the other is removed.
 */
export const revisionKey = (
  { documentId, txn }: Pick<SignatureAttempt, 'documentId' | 'txn'>,
  unique: string,
): string => `documents/${documentId}/signed-${txn}-${unique}.pdf`;

/** The file store's key of a signed file whose proof was renewed. */
export const renewedKey = (documentId: string, unique: string): string =>
  `documents/${documentId}/renewed-${unique}.pdf`;

/** Name of a signer's field in the PDF. Of fixed width: some validators confuse names with a common prefix. */
export const fieldName = (signingOrder: number): string =>
  `esign_${String(signingOrder).padStart(2, '0')}`;

/** Longest accepted difference between the authority's clock and ours, and longest age of an answer. */
const ANSWER_WINDOW_MS = 30 * 60_000;

/** True when an answer is recent and was made after its request, give or take half an hour. */
export function isFreshAnswer(times: {
  readonly answeredAt: Date;
  readonly requestedAt: Date;
  readonly now: Date;
}): boolean {
  const { answeredAt, requestedAt, now } = times;
  const isAfterRequest = answeredAt.getTime() >= requestedAt.getTime() - ANSWER_WINDOW_MS;
  return isAfterRequest && Math.abs(now.getTime() - answeredAt.getTime()) <= ANSWER_WINDOW_MS;
}

/**
 * How a signer saw the document before they consented, as their browser reported it: every page was loaded on the signing
 * page, or they opened the PDF, or they ticked a box that they had read it.
 */
export const WAYS_OF_READING = ['pages', 'pdf', 'declared'] as const;
export type WayOfReading = (typeof WAYS_OF_READING)[number];

/** A signer's consent, as the trail records it. */
export interface Consent {
  readonly read: WayOfReading;
  /** The text that they agreed to: its version, language, and SHA-256 with all names filled in. */
  readonly text: {
    readonly version: number;
    readonly language: Language;
    readonly sha256: string;
  };
}

/** An attempt that expired before this time gets no answer any more that is recent enough. */
export const unanswerableBefore = (now: Date): Date => new Date(now.getTime() - ANSWER_WINDOW_MS);

/** Attempts that a signer may begin within `ATTEMPTS_WITHIN_MS`. */
const MOST_ATTEMPTS = 10;
const ATTEMPTS_WITHIN_MS = 60 * 60_000;

/** Attempts that began after this time count towards the limit. */
export const attemptsCountAfter = (now: Date): Date => new Date(now.getTime() - ATTEMPTS_WITHIN_MS);

/** When a signer may begin again; undefined means now. `begunAt` are the attempts that count, oldest first. */
export function mayBeginAt(begunAt: readonly Date[]): Date | undefined {
  const oldest = begunAt.at(-MOST_ATTEMPTS);
  return oldest && new Date(oldest.getTime() + ATTEMPTS_WITHIN_MS);
}

/** Reasons why an attempt failed, as signers' pages explain them. */
const SIGNING_FAILURES = [
  'gateway_refused',
  'refused_answer',
  'unknown_answer',
  'clock',
  'duplicate_txn',
  'signer_declined',
  'session_expired',
  'otp_attempts',
  'otp_expired',
  'wait_1min',
  'wait_30min',
  'mobile_not_linked',
  'identity_locked',
  'identity_suspended',
  'invalid_identity',
  'name_mismatch',
  'name_differs',
  'identity_reused',
  'service_down',
  'session_over',
  'stale',
  'stale_base',
  'embedding_failed',
  'timestamp_unavailable',
  'files_unavailable',
  'gateway_missing',
  'unreadable_answer',
  'closed',
  'unsound',
] as const;

/** A reason that signers' pages explain. */
export type SigningFailure = (typeof SIGNING_FAILURES)[number];

/** The reason to show a signer: `unsound` where the stored one would not help them. */
export function shownFailure(reason: string): SigningFailure {
  return SIGNING_FAILURES.find((known) => known === reason) ?? 'unsound';
}
