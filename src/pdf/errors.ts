/** A stable code for programs and a sentence for people. */
export type Problem = { readonly code: string; readonly message: string };

/** Why a signer's certificate is not trusted. */
export type CertificateErrorCode = 'CERT_TIME' | 'WRONG_USE' | 'NO_ROOT' | 'UNTRUSTED' | 'REVOKED';

/** Why a CMS was refused, in the order of the checks. */
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
  /** The rule that decided, a stable code; undefined where `code` says it. */
  readonly reason: string | undefined;

  constructor(code: Code, message: string, reason?: string) {
    super(message);
    this.name = 'PdfError';
    this.code = code;
    this.reason = reason;
  }
}

/** A CMS that failed a check. */
export class CmsError extends PdfError<CmsErrorCode> {}

/** Throws PdfError. */
export function fail(code: string, message: string, reason?: string): never {
  throw new PdfError(code, message, reason);
}

/** Describes an error of a library, or of the runtime, to a person. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && /call stack|too deeply|nesting depth/.test(error.message)
    ? 'its objects are nested too deeply'
    : 'it is damaged, or of a kind that this program does not know';

/** Any error as a problem: keeps its code if it has one. Only the words of our own errors are for people. */
export function problemOf(error: unknown): Problem {
  if (error instanceof PdfError) return { code: error.code, message: error.message };
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return { code: hasCode ? String(error.code) : 'UNREADABLE', message: wordsOf(error) };
}
