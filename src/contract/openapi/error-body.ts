import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { ERRORS } from '../errors.ts';

/** What each error code means. Apart from `ERRORS`, which every client carries. */
export const CONDITIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_content_type: 'the create request is not multipart',
  invalid_request:
    'no file field on create, or a signer is invalid; the message names the first problem',
  invalid_file: 'the uploaded file is not a PDF, or is empty',
  no_signers: 'the document has no signers to send to',
  signer_limit_reached: 'more than 6 signers in total',
  unauthorized: 'the API key is missing or invalid',
  insufficient_credits: 'fewer credits than signers; nothing is sent',
  api_access_not_enabled: 'the account has no API access subscription',
  not_found: 'the document does not exist or is not owned by the account',
  invalid_state: 'adding signers or sending after sending, or a certificate before completion',
  file_too_large: 'the PDF is over 10 MB',
  internal_error: 'a failure of the service',
};

/** The body of every error response (specification, section 7). */
export const ErrorBody = Type.Object(
  {
    error: Type.Union([Type.Enum(Object.keys(ERRORS), { type: 'string' }), Type.String()], {
      description: 'machine-readable code; a later version may have more',
      examples: ['invalid_state'],
    }),
    message: Type.String({
      description: 'human-readable text',
      examples: ['The document is already SENT.'],
    }),
  },
  { $id: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;
