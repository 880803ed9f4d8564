/** Every error code with its HTTP status and meaning (specification, section 7). */
export const ERRORS = {
  invalid_content_type: { status: 400, condition: 'the create request is not multipart' },
  invalid_request: {
    status: 400,
    condition:
      'no file field on create, or a signer is invalid; the message names the first problem',
  },
  invalid_file: { status: 400, condition: 'the uploaded file is not a PDF, or is empty' },
  no_signers: { status: 400, condition: 'the document has no signers to send to' },
  signer_limit_reached: { status: 400, condition: 'more than 6 signers in total' },
  unauthorized: { status: 401, condition: 'the API key is missing or invalid' },
  insufficient_credits: { status: 402, condition: 'fewer credits than signers; nothing is sent' },
  api_access_not_enabled: { status: 403, condition: 'the account has no API access subscription' },
  not_found: {
    status: 404,
    condition: 'the document does not exist or is not owned by the account',
  },
  invalid_state: {
    status: 409,
    condition: 'adding signers or sending after sending, or a certificate before completion',
  },
  file_too_large: { status: 413, condition: 'the PDF is over 10 MB' },
  internal_error: { status: 500, condition: 'a failure of the service' },
} as const;

/** One of the API's error codes. */
export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);
