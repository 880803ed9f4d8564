import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import {
  CreatedDocument,
  Document,
  DocumentList,
  DocumentName,
  SentDocument,
} from '../document.ts';
import type { EndpointName } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import { ERRORS, isErrorCode } from '../errors.ts';
import { ADD_SIGNERS_EXAMPLE, ANSWER_EXAMPLES } from '../examples.ts';
import { LIMITS } from '../limits.ts';
import { AddedSigners, AddSignersRequest } from '../signer.ts';

export interface BodyDescription {
  readonly mediaType: 'application/json' | 'multipart/form-data' | 'application/pdf';
  readonly schema: TSchema;
  readonly example: unknown;
}

interface HeaderDescription {
  readonly description: string;
  readonly schema: TSchema;
  readonly example: string;
}

/** Method and path are in `ENDPOINTS`. */
export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** Undefined if the request has no body. */
  readonly request?: BodyDescription;
  /** By name; each is optional. */
  readonly query?: Readonly<Record<string, { description: string; schema: TSchema }>>;
  readonly success: BodyDescription & {
    readonly status: 200 | 201;
    readonly description: string;
    readonly headers?: Readonly<Record<string, HeaderDescription>>;
  };
  /** Every error of the operation, with an example message. */
  readonly errors: Readonly<Partial<Record<ErrorCode, string>>>;
}

const DOCUMENTS = 'Documents';
const SIGNING = 'Signing';

/** Errors of every operation. */
export const EVERYWHERE = {
  unauthorized: 'The API key is missing or invalid.',
  api_access_not_enabled: 'The account has no API access subscription.',
  internal_error: 'Something went wrong on our side.',
} as const;
export const NOT_FOUND = { not_found: 'There is no such document.' } as const;

const CreateDocumentForm = Type.Object(
  {
    file: Type.String({
      format: 'binary',
      contentMediaType: 'application/pdf',
      description:
        'the PDF: not empty, at most 10 MB; sent as application/pdf, or as application/octet-stream or without a type, and then judged by its bytes',
    }),
    name: Type.Optional(DocumentName),
  },
  { $id: 'CreateDocumentForm' },
);

/** By the name of the endpoint (specification, section 4). */
export const OPERATIONS = {
  createDocument: {
    summary: 'Create a document',
    description: 'Uploads a PDF. The new document is `PENDING` and has no signers.',
    tag: DOCUMENTS,
    request: {
      mediaType: 'multipart/form-data',
      schema: CreateDocumentForm,
      example: { file: '(bytes of lease.pdf)', name: 'Lease agreement' },
    },
    success: {
      status: 201,
      description: 'The document was created',
      mediaType: 'application/json',
      schema: CreatedDocument,
      example: ANSWER_EXAMPLES.createDocument,
    },
    errors: {
      invalid_content_type: 'The request must be multipart/form-data.',
      invalid_request: 'The form has no file field.',
      invalid_file: 'The file is not a PDF: it has no PDF header.',
      file_too_large: 'The PDF is over 10MB.',
      ...EVERYWHERE,
    },
  },
  listDocuments: {
    summary: 'List documents',
    description: 'Lists the documents of the account, most recent first.',
    tag: DOCUMENTS,
    query: {
      limit: {
        description:
          'number of documents per page; values outside 1 to 100 are clamped, invalid ones fall back to 20',
        schema: Type.Integer({ default: LIMITS.listDefault }),
      },
      offset: {
        description: 'number of documents to skip; invalid and negative values fall back to 0',
        schema: Type.Integer({ default: 0 }),
      },
    },
    success: {
      status: 200,
      description: 'One page of documents',
      mediaType: 'application/json',
      schema: DocumentList,
      example: ANSWER_EXAMPLES.listDocuments,
    },
    errors: EVERYWHERE,
  },
  retrieveDocument: {
    summary: 'Retrieve a document',
    description:
      "Returns the document with each signer's progress. Each call returns a new `downloadUrl`.",
    tag: DOCUMENTS,
    success: {
      status: 200,
      description: 'The document',
      mediaType: 'application/json',
      schema: Document,
      example: ANSWER_EXAMPLES.retrieveDocument,
    },
    errors: { ...NOT_FOUND, ...EVERYWHERE },
  },
  addSigners: {
    summary: 'Add signers',
    description:
      'Adds one to six signers to a `PENDING` document. They sign in the order they are added; a document ' +
      'has at most six in total, across calls.',
    tag: SIGNING,
    request: {
      mediaType: 'application/json',
      schema: AddSignersRequest,
      example: ADD_SIGNERS_EXAMPLE,
    },
    success: {
      status: 201,
      description: 'The signers were added',
      mediaType: 'application/json',
      schema: AddedSigners,
      example: ANSWER_EXAMPLES.addSigners,
    },
    errors: {
      invalid_request: 'signers[0].phone must be 10 to 20 digits, and nothing else.',
      signer_limit_reached: 'The document has 5 signers; with 2 more it would have over 6.',
      invalid_state: 'The document is SENT; signers can be added only while it is PENDING.',
      ...NOT_FOUND,
      ...EVERYWHERE,
    },
  },
  sendDocument: {
    summary: 'Send for signature',
    description:
      'Takes one credit per signer, sets the status to `SENT`, emails each signer a signing link and returns ' +
      'the links. Not idempotent: sending again is a `409`.',
    tag: SIGNING,
    success: {
      status: 200,
      description: 'The document was sent',
      mediaType: 'application/json',
      schema: SentDocument,
      example: ANSWER_EXAMPLES.sendDocument,
    },
    errors: {
      no_signers: 'The document has no signers.',
      insufficient_credits: 'Sending takes 2 credits and 1 is left; nothing was sent.',
      invalid_state: 'The document is SENT; only a PENDING one can be sent.',
      ...NOT_FOUND,
      ...EVERYWHERE,
    },
  },
  downloadCertificate: {
    summary: 'Download the completion certificate',
    description:
      'Returns a PDF with the Signature Completion Certificate and the chronological audit trail, generated ' +
      'on demand.',
    tag: SIGNING,
    success: {
      status: 200,
      description: 'The certificate',
      mediaType: 'application/pdf',
      schema: Type.String({ format: 'binary', contentMediaType: 'application/pdf' }),
      example: '%PDF-1.7 …',
      headers: {
        'Content-Disposition': {
          description: 'The name to save the certificate under',
          schema: Type.String({ pattern: '^attachment; filename=".*\\.pdf"' }),
          example: 'attachment; filename="Lease agreement.pdf"',
        },
        'Cache-Control': {
          description: 'Caches must not store the certificate',
          schema: Type.String({ const: 'no-store' }),
          example: 'no-store',
        },
      },
    },
    errors: {
      invalid_state: 'The document is SENT; its certificate is available once it is COMPLETED.',
      ...NOT_FOUND,
      ...EVERYWHERE,
    },
  },
} as const satisfies Readonly<Record<EndpointName, Operation>>;

/** By rising status. */
export function errorCodesOf({ errors }: Pick<Operation, 'errors'>): ErrorCode[] {
  const codes = Object.keys(errors).filter(isErrorCode);
  return codes.sort((a, b) => ERRORS[a] - ERRORS[b]);
}
