/** Why a CMS was refused, in the order of the checks. */
export type CmsErrorCode =
  | 'CMS_PARSE'
  | 'CMS_SIGNERS'
  | 'CMS_NOT_DETACHED'
  | 'CMS_DIGEST_ALG'
  | 'CMS_DIGEST'
  | 'CMS_NO_SIGNER_CERT'
  | 'CMS_ESS'
  | 'CMS_SIGNATURE'
  | 'CERT_TIME'
  | 'CERT_CHAIN';

/** A CMS that is not the signature it should be; `code` is stable, the message is for people. */
export class CmsError extends Error {
  readonly code: CmsErrorCode;

  constructor(code: CmsErrorCode, message: string) {
    super(message);
    this.name = 'CmsError';
    this.code = code;
  }
}
