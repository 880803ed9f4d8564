/** A stable code for programs and a sentence for people. */
export type PdfProblem = { readonly code: string; readonly message: string };

export type CertificateErrorCode = 'CERT_TIME' | 'WRONG_USE' | 'NO_ROOT' | 'UNTRUSTED' | 'REVOKED';

/** Why a CMS was rejected, in the order of the checks. */
export type CmsErrorCode =
  | 'CMS_SIZE'
  | 'CMS_PARSE'
  | 'CMS_SIGNERS'
  | 'CMS_NOT_DETACHED'
  | 'CMS_DIGEST_ALG'
  | 'CMS_DIGEST'
  | 'CMS_NO_SIGNER_CERT'
  | 'CMS_ESS'
  | 'CMS_SIGNATURE'
  | CertificateErrorCode;

/** A PDF that cannot be signed, or a check that failed. */
export class PdfError<Code extends string = string> extends Error {
  readonly code: Code;
  /** A stable code of the rule that decided; undefined if `code` says it. */
  readonly reason: string | undefined;

  constructor(code: Code, message: string, reason?: string) {
    super(message);
    this.name = 'PdfError';
    this.code = code;
    this.reason = reason;
  }
}

export class CmsError extends PdfError<CmsErrorCode> {}

export function fail(code: string, message: string, reason?: string): never {
  throw new PdfError(code, message, reason);
}

/** Explains an error of a library or the runtime in words. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && /call stack|too deeply|nesting depth/.test(error.message)
    ? 'its objects are nested too deeply'
    : 'it is damaged, or of a kind that this program does not know';

/** Keeps an error's code if it has one. Only messages of our own errors are shown to people. */
export function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfError) return { code: error.code, message: error.message };
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return { code: hasCode ? String(error.code) : 'UNREADABLE', message: wordsOf(error) };
}
