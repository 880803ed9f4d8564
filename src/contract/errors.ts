/** The HTTP status of every error code (specification, section 7); `CONDITIONS` has meanings. */
export const ERRORS = {
  invalid_content_type: 400,
  invalid_request: 400,
  invalid_file: 400,
  no_signers: 400,
  signer_limit_reached: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  api_access_not_enabled: 403,
  not_found: 404,
  invalid_state: 409,
  file_too_large: 413,
  internal_error: 500,
} as const;

/** One of the API's error codes. */
export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);
