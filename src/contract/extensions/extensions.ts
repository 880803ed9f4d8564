import type { Static } from 'typebox';
import { Type } from 'typebox';
import { DocumentStatus, DocumentSummary } from '../document.ts';
import { DateTime, Nullable, Uuid } from '../primitives.ts';
import { ENDINGS, EXTENSION_LIMITS } from './names.ts';

/** The names of the extensions that a deployment offers. */
export const Extensions = Type.Object(
  { extensions: Type.Array(Type.String({ examples: ['timeline'] })) },
  { $id: 'Extensions' },
);
export type Extensions = Static<typeof Extensions>;

/** How a document ended otherwise than by completion. */
export const Ended = Type.Object(
  {
    as: Type.Enum([...ENDINGS], {
      type: 'string',
      description: 'the links of an `expired` document can be renewed by a resend',
    }),
    at: DateTime,
    by: Nullable(
      Type.String({ description: 'who did it, in words; null if `expired` or no longer known' }),
    ),
    reason: Nullable(Type.String({ description: 'in their own words; null without one' })),
  },
  { $id: 'Ended' },
);
export type Ended = Static<typeof Ended>;

const ended = Nullable(Ended);
const externalId = Nullable(
  Type.String({ description: 'your own id of the document, as set', examples: ['lease-2026-117'] }),
);
const signerId = Type.String({ examples: ['sgn_4q1m8v0d2k7x'] });
const name = Type.String({ examples: ['Asha Rao'] });
const linksUntil = Nullable(
  Type.String({ format: 'date-time', description: 'when the signing links expire' }),
);

const TimelineSigner = Type.Object({ signerId, name }, { $id: 'TimelineSigner' });

const TimelineCause = Type.Object(
  {
    reason: Type.String({
      description: 'a name that stays; a later version may have more',
      examples: ['mobile_not_linked'],
    }),
    say: Type.String({ description: 'what to tell the signer' }),
    mender: Type.String({ description: 'who can mend it, in words', examples: ['the signer'] }),
  },
  { $id: 'TimelineCause', description: 'of an attempt to sign that failed; null otherwise' },
);

/** Something that happened to a document. */
export const TimelineEntry = Type.Object(
  {
    at: DateTime,
    kind: Type.String({
      description: 'such as `document.sent`; a later version may have more',
      examples: ['signer.signed'],
    }),
    signer: Nullable(TimelineSigner),
    text: Type.String({ description: 'what happened, in words', examples: ['Signed: Asha Rao'] }),
    cause: Nullable(TimelineCause),
  },
  { $id: 'TimelineEntry' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

/** What happened to a document, oldest first, and how it ended. */
export const Timeline = Type.Object(
  {
    documentId: Uuid,
    status: DocumentStatus,
    ended,
    linksUntil,
    externalId,
    entries: Type.Array(TimelineEntry),
  },
  { $id: 'Timeline' },
);
export type Timeline = Static<typeof Timeline>;

/** The body of a withdrawal. */
export const WithdrawRequest = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: EXTENSION_LIMITS.reasonLength,
      description: 'shown to the signers',
    }),
  },
  { $id: 'WithdrawRequest' },
);

/** A withdrawn document; its `status` stays `SENT`. */
export const WithdrawnDocument = Type.Object(
  { documentId: Uuid, status: DocumentStatus, ended: Ended },
  { $id: 'WithdrawnDocument' },
);
export type WithdrawnDocument = Static<typeof WithdrawnDocument>;

const ResentSigner = Type.Object(
  { signerId, name, email: Type.String({ examples: ['asha@example.in'] }) },
  { $id: 'ResentSigner' },
);

/** The signer who was mailed again, and until when the links now work. */
export const ResentLink = Type.Object(
  {
    documentId: Uuid,
    signer: ResentSigner,
    linksUntil: DateTime,
  },
  { $id: 'ResentLink' },
);
export type ResentLink = Static<typeof ResentLink>;

const FoundSigner = Type.Object(
  { name, email: Type.String(), hasSigned: Type.Boolean() },
  { $id: 'FoundSigner' },
);

/** A document that a search found. */
export const FoundDocument = Type.Object(
  {
    ...DocumentSummary.properties,
    externalId,
    ended,
    people: Type.Array(FoundSigner, { description: 'the signers, in signing order' }),
  },
  { $id: 'FoundDocument' },
);
export type FoundDocument = Static<typeof FoundDocument>;

/** One page of found documents, newest first. */
export const SearchResult = Type.Object(
  {
    documents: Type.Array(FoundDocument),
    nextCursor: Nullable(Type.String({ description: 'the `cursor` of the next page' })),
    unmatched: Type.Array(Type.String(), {
      description:
        'words of `q` that no document of the account has; only where nothing was found, and known',
    }),
  },
  { $id: 'SearchResult' },
);
export type SearchResult = Static<typeof SearchResult>;

/** The body of a search for words in a document. */
export const FindTextRequest = Type.Object(
  {
    texts: Type.Array(Type.String({ minLength: 1, maxLength: EXTENSION_LIMITS.textLength }), {
      minItems: 1,
      maxItems: EXTENSION_LIMITS.texts,
    }),
  },
  { $id: 'FindTextRequest' },
);

const points = (description: string) => Type.Number({ description });
const rectangle = {
  x: points('left edge, in PDF points of the page as displayed'),
  y: points('bottom edge, from the bottom left corner of the page'),
  width: points('PDF points'),
  height: points('PDF points'),
};
const page = Type.Integer({ minimum: 1 });

const TextHit = Type.Object(
  {
    page,
    ...rectangle,
    line: Type.String({ description: 'the line around it, shortened' }),
  },
  { $id: 'TextHit', description: 'where the first line of the text stands' },
);
const TextPlace = Type.Object(
  { page, ...rectangle, isFree: Type.Boolean({ description: 'only white space and rules below' }) },
  {
    $id: 'TextPlace',
    description:
      'a `signaturePlacement` position below, above or right of the text, where there is room; ' +
      'null unless the text is found once',
  },
);

/** Where a text stands, and where a signature fits beside it. */
export const FoundText = Type.Object(
  {
    text: Type.String(),
    count: Type.Integer({ minimum: 0 }),
    hits: Type.Array(TextHit, { description: 'the first 20' }),
    place: Nullable(TextPlace),
  },
  { $id: 'FoundText' },
);
export type FoundText = Static<typeof FoundText>;

/** In the order of the request. */
export const FoundTexts = Type.Object(
  {
    documentId: Uuid,
    pages: Type.Integer({ minimum: 1 }),
    textlessPages: Type.Integer({ minimum: 0, description: 'pictures, or blank pages' }),
    texts: Type.Array(FoundText),
  },
  { $id: 'FoundTexts' },
);
export type FoundTexts = Static<typeof FoundTexts>;

/** A document's external id, as set; in a request, null removes it. */
export const ExternalId = Type.Object(
  {
    externalId: Nullable(
      Type.String({
        minLength: 1,
        maxLength: EXTENSION_LIMITS.externalIdLength,
        description: 'unique in the account; null removes it',
        examples: ['lease-2026-117'],
      }),
    ),
  },
  { $id: 'ExternalId' },
);
export type ExternalId = Static<typeof ExternalId>;
