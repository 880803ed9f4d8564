/** What can be wrong with preparing or embedding a signature; a defect of the caller, never of the signer. */
export type PdfErrorCode =
  | 'NOT_APPENDABLE'
  | 'NO_SUCH_PAGE'
  | 'NO_SUCH_FIELD'
  | 'ALREADY_SIGNED'
  | 'PLACEHOLDER'
  | 'CMS_TOO_BIG';

/** A PDF operation that cannot be done; `code` is stable, the message is for people. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string) {
    super(message);
    this.name = 'PdfError';
    this.code = code;
  }
}
