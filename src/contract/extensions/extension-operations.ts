import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { DocumentStatus } from '../document.ts';
import type { ExtensionEndpoint } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import { ANSWER_EXAMPLES } from '../examples.ts';
import { LIMITS } from '../limits.ts';
import { CONDITIONS } from '../openapi/error-body.ts';
import type { Operation } from '../openapi/operations.ts';
import { EVERYWHERE, NOT_FOUND } from '../openapi/operations.ts';
import { DateTime } from '../primitives.ts';
import * as schemas from './extensions.ts';
import { ENDED_FILTERS, EXTENSION_LIMITS, EXTENSION_NAMES } from './names.ts';

/** What the error codes mean here. */
export const EXTENSION_CONDITIONS: Readonly<Record<ErrorCode, string>> = {
  ...CONDITIONS,
  invalid_request: 'a field is invalid; the message names the first problem',
  not_found: 'the document or signer does not exist or is not owned by the account',
  invalid_state: 'the state of the document does not allow it; the message says why',
};

const { documentId, name, createdAt } = ANSWER_EXAMPLES.retrieveDocument;
const externalId = 'lease-2026-117';
const linksUntil = '2026-12-20T12:10:00.000Z';
const signer = { signerId: 'sgn_9t3b6c5w1h0z', name: 'Ravi Kumar' };
const withdrawn: schemas.Ended = {
  as: 'withdrawn',
  at: '2026-11-25T09:30:00.000Z',
  by: 'the API key “Backend”',
  reason: 'The flat is let to someone else.',
};
const declined: schemas.Ended = {
  as: 'declined',
  at: '2026-11-25T08:15:21.300Z',
  by: signer.name,
  reason: 'The rent is not what we agreed.',
};

const EXAMPLES = {
  Extensions: { extensions: [...EXTENSION_NAMES] } satisfies schemas.Extensions,
  Timeline: {
    documentId,
    status: 'SENT',
    ended: declined,
    linksUntil,
    externalId,
    entries: [
      {
        at: createdAt,
        kind: 'document.created',
        signer: null,
        text: 'Document created',
        cause: null,
      },
      {
        at: declined.at,
        kind: 'signer.declined',
        signer,
        text: 'Declined to sign: Ravi Kumar',
        cause: null,
      },
    ],
  } satisfies schemas.Timeline,
  WithdrawnDocument: {
    documentId,
    status: 'SENT',
    ended: withdrawn,
  } satisfies schemas.WithdrawnDocument,
  ResentLink: {
    documentId,
    signer: { ...signer, email: 'ravi@example.in' },
    linksUntil,
  } satisfies schemas.ResentLink,
  SearchResult: {
    documents: [
      {
        documentId,
        name,
        status: 'SENT',
        createdAt,
        signers: { total: 2, signed: 1 },
        externalId,
        ended: declined,
        people: [
          { name: 'Asha Rao', email: 'asha@example.in', hasSigned: true },
          { name: signer.name, email: 'ravi@example.in', hasSigned: false },
        ],
      },
    ],
    nextCursor: null,
    unmatched: [],
  } satisfies schemas.SearchResult,
  FoundTexts: {
    documentId,
    pages: 3,
    textlessPages: 0,
    texts: [
      {
        text: 'Signature of the tenant',
        count: 1,
        hits: [
          { page: 3, x: 72, y: 240.5, width: 118.2, height: 9.1, line: 'Signature of the tenant:' },
        ],
        place: { page: 3, x: 72, y: 126.5, width: 140, height: 110, isFree: true },
      },
    ],
  } satisfies schemas.FoundTexts,
  ExternalId: { externalId } satisfies schemas.ExternalId,
};

interface OperationWords {
  readonly summary: string;
  readonly description: string;
  readonly schema: TSchema;
  readonly example: unknown;
  readonly request?: readonly [schema: TSchema, example: unknown];
  readonly query?: NonNullable<Operation['query']>;
  readonly errors?: Operation['errors'];
}

const json = (schema: TSchema, example: unknown) =>
  ({ mediaType: 'application/json', schema, example }) as const;

const operation = ({ schema, example, request, errors, ...words }: OperationWords): Operation => ({
  ...words,
  tag: 'Extensions',
  ...(request && { request: json(...request) }),
  success: { status: 200, description: 'Done', ...json(schema, example) },
  errors: { ...errors, ...EVERYWHERE },
});

const resend = {
  schema: schemas.ResentLink,
  example: EXAMPLES.ResentLink,
  errors: { invalid_state: 'Ravi Kumar declined the document; nobody can sign it any more.' },
};

/** By the name of the endpoint. */
export const EXTENSION_OPERATIONS: Readonly<Record<ExtensionEndpoint, Operation>> = {
  listExtensions: operation({
    summary: 'List the extensions',
    description:
      'Names what the deployment offers beside the API. Two have no endpoint: webhook endpoints ask for `events`, ' +
      'and with `return-url`, a `signUrl` followed by `?return=` and an address on an origin that the account lists ' +
      'shows the signer a way back there, with `documentId` in its query.',
    schema: schemas.Extensions,
    example: EXAMPLES.Extensions,
  }),
  searchDocuments: operation({
    summary: 'Search documents',
    description: 'Finds documents, newest first, a page at a time. All that is given must fit.',
    query: {
      q: {
        description:
          'words of the name, the signers or the external id; the start of a document id (8 digits or more); a ' +
          "request's id; or a day in India, such as `20 Nov 2026`",
        schema: Type.String({ maxLength: EXTENSION_LIMITS.queryLength }),
      },
      status: { description: 'the status', schema: DocumentStatus },
      ended: {
        description:
          'how the document ended otherwise than by completion; `any`, or `none` if it did not',
        schema: Type.Enum([...ENDED_FILTERS], { type: 'string' }),
      },
      since: { description: 'created at this time or later', schema: DateTime },
      cursor: { description: 'the `nextCursor` of the previous page', schema: Type.String() },
      limit: {
        description: 'number of documents per page; values outside 1 to 100 are clamped',
        schema: Type.Integer({ default: LIMITS.listDefault }),
      },
    },
    schema: schemas.SearchResult,
    example: EXAMPLES.SearchResult,
    errors: { invalid_request: 'since is not a date and time: yesterday' },
  }),
  retrieveTimeline: operation({
    summary: "Read a document's timeline",
    description: 'What happened to the document, oldest first, and how it ended.',
    schema: schemas.Timeline,
    example: EXAMPLES.Timeline,
    errors: NOT_FOUND,
  }),
  withdrawDocument: operation({
    summary: 'Withdraw a document',
    description:
      'Ends a document that waits for signatures: its links stop working, and the signers are told why by mail. ' +
      'The status stays `SENT`, and no credits are returned.',
    request: [schemas.WithdrawRequest, { reason: withdrawn.reason }],
    schema: schemas.WithdrawnDocument,
    example: EXAMPLES.WithdrawnDocument,
    errors: {
      invalid_request: 'A reason of 1 to 500 characters is needed: signers will see it.',
      invalid_state: 'The document is COMPLETED; nobody has to sign any more.',
      ...NOT_FOUND,
    },
  }),
  resendLink: operation({
    ...resend,
    summary: 'Mail the signing link again',
    description: 'Mails the signer whose turn it is, and renews the life of all links.',
    errors: { ...resend.errors, ...NOT_FOUND },
  }),
  resendToSigner: operation({
    ...resend,
    summary: 'Mail one signer the link again',
    description: 'Mails that signer, and renews the life of all links.',
    errors: { ...resend.errors, ...NOT_FOUND },
  }),
  findText: operation({
    summary: 'Find texts in a document',
    description:
      'Where each text stands, and where a signature fits beside it. Case counts only where a text ' +
      'is found in that case.',
    request: [schemas.FindTextRequest, { texts: ['Signature of the tenant'] }],
    schema: schemas.FoundTexts,
    example: EXAMPLES.FoundTexts,
    errors: { invalid_request: 'texts must be 1 to 20 texts.', ...NOT_FOUND },
  }),
  setExternalId: operation({
    summary: "Set a document's external id",
    description: 'Your own id of the document, which `search` finds. One document has it.',
    request: [schemas.ExternalId, EXAMPLES.ExternalId],
    schema: schemas.ExternalId,
    example: EXAMPLES.ExternalId,
    errors: {
      invalid_request: 'externalId must be a string of 1 to 200 characters, or null.',
      invalid_state: `The document ${documentId} has this external id.`,
      ...NOT_FOUND,
    },
  }),
};
