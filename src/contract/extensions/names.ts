/** What a deployment may offer beside the specification. */
export const EXTENSION_NAMES = [
  'timeline',
  'withdraw',
  'resend',
  'search',
  'find-text',
  'external-id',
  'events',
  'return-url',
] as const;

/** Limits of the extensions. */
export const EXTENSION_LIMITS = {
  /** Characters. */
  externalIdLength: 200,
  reasonLength: 500,
  textLength: 200,
  /** Texts of one request. */
  texts: 20,
  /** Characters of a query; the rest is ignored. */
  queryLength: 200,
} as const;

/** How a document can end otherwise than by completion. */
export const ENDINGS = ['declined', 'withdrawn', 'expired'] as const;
/** How a document can end otherwise than by completion. */
export type EndingKind = (typeof ENDINGS)[number];

/** What a search can ask of a document's ending. */
export const ENDED_FILTERS = [...ENDINGS, 'any', 'none'] as const;
