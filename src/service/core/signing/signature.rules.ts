import type { Language } from '../../../languages/languages.ts';

type AttemptState = 'at_gateway' | 'returned' | 'embedded' | 'failed' | 'expired' | 'stale';

/** A signer's attempt: a prepared revision with a gap for the CMS, and its hash at the gateway. */
export interface SignatureAttempt {
  /** Unique transaction number at the gateway. */
  readonly txn: string;
  readonly documentId: string;
  readonly signerId: string;
  readonly state: AttemptState;
  /** Null, from before there could be several gateways, means the first one. */
  readonly gateway: string | null;
  /** SHA-256 of the revision that the prepared one extends. */
  readonly baseSha256: string;
  /** SHA-256 of the prepared revision's byte range, which the authority signs. */
  readonly inputHash: string;
  readonly preparedKey: string;
  /** Offset of /Contents in it, in bytes, and how many bytes of CMS fit. */
  readonly contentsAt: number;
  readonly reserve: number;
  /** The name that the prepared signature shows; null for the invited name. */
  readonly shownName: string | null;
  /** Generation of the signing link it was started with; null from before this was stored. */
  readonly linkGeneration: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The authority's unchanged answer: evidence, and the source for resuming the embedding. */
  readonly answer: Buffer | null;
  readonly reason: string | null;
  /** How often the service failed to embed it. */
  readonly failures: number;
  /** Judging its answer never finished. It is not judged again, and the signer may start over. */
  readonly isSetAside?: boolean;
}

/** Judgings that may crash or time out before an answer is set aside. */
export const MOST_JUDGINGS = 2;

/** Keeps other processes from continuing an attempt that has just been answered or tried. */
const HELD_MS = 10_000;

/** When any process may continue an attempt that this one tries now. */
export const resumeAfter = (now: Date): Date => new Date(now.getTime() + HELD_MS);

/** `unique` keeps apart files of processes that embed the same answer; only one is recorded. */
export const revisionKey = (
  { documentId, txn }: Pick<SignatureAttempt, 'documentId' | 'txn'>,
  unique: string,
): string => `documents/${documentId}/signed-${txn}-${unique}.pdf`;

export const renewedKey = (documentId: string, unique: string): string =>
  `documents/${documentId}/renewed-${unique}.pdf`;

/** A signer's field in the PDF. Fixed width: some validators confuse names with a common prefix. */
export const fieldName = (signingOrder: number): string =>
  `esign_${String(signingOrder).padStart(2, '0')}`;

/** Longest accepted clock difference to the authority, and longest age of an answer. */
const ANSWER_WINDOW_MS = 30 * 60_000;

/** True for a recent answer that is not older than its request, give or take half an hour. */
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
 * How a signer read the document, as their browser reported: every page was loaded on the signing
 * page, the PDF was opened, or a box was ticked.
 */
export const WAYS_OF_READING = ['pages', 'pdf', 'declared'] as const;
export type WayOfReading = (typeof WAYS_OF_READING)[number];

export interface Consent {
  readonly read: WayOfReading;
  /** The text they agreed to: version, language, and SHA-256 with all names filled in. */
  readonly text: {
    readonly version: number;
    readonly language: Language;
    readonly sha256: string;
  };
}

/** Attempts that expired before this time can get no answer that is recent enough. */
export const unanswerableBefore = (now: Date): Date => new Date(now.getTime() - ANSWER_WINDOW_MS);

const MOST_ATTEMPTS = 10;
const ATTEMPTS_WITHIN_MS = 60 * 60_000;

/** Attempts that began after this time count towards the limit. */
export const attemptsCountAfter = (now: Date): Date => new Date(now.getTime() - ATTEMPTS_WITHIN_MS);

/** When a signer may start again; undefined means now. `begunAt` is oldest first. */
export function mayBeginAt(begunAt: readonly Date[]): Date | undefined {
  const oldest = begunAt.at(-MOST_ATTEMPTS);
  return oldest && new Date(oldest.getTime() + ATTEMPTS_WITHIN_MS);
}
