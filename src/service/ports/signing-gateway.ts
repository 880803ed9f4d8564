/** A form that the signer's browser submits to the authority. */
export interface BrowserForm {
  readonly action: string;
  readonly method: 'POST';
  readonly encoding: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly fields: Readonly<Record<string, string>>;
}

/** What the authority is asked to sign: a hash, never the document. */
export interface GatewayRequest {
  readonly txn: string;
  /** SHA-256 of the byte range, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly documentName: string;
  readonly signerName: string;
  /** Where the browser brings the answer. */
  readonly returnUrl: string;
}

/** The authority's answer, read and authenticated, its CMS not yet checked. */
export type GatewayAnswer =
  | {
      readonly outcome: 'signed';
      readonly txn: string;
      /** The authority's time of the answer: the one-time password was given by then. */
      readonly answeredAt: Date;
      readonly cms: Buffer;
      /** The signer's certificate, DER. */
      readonly certificate: Buffer;
    }
  | {
      readonly outcome: 'failed';
      readonly txn: string;
      readonly answeredAt: Date;
      /** Stable name of the reason, such as `signer_declined`; pages have the words. */
      readonly reason: string;
    };

/** A certifying authority's signing gateway. */
export interface SigningGateway {
  readonly name: string;
  /** `/SubFilter` of the signatures it makes; fixed before the CMS is known. */
  readonly subFilter: 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';
  /** Bytes kept free for its CMS. */
  readonly reserve: number;
  /** Certificates, DER, that its signers' chains must end in. */
  readonly roots: readonly Buffer[];
  /** How long a signer may stay at the gateway, in milliseconds. */
  readonly sessionMs: number;
  /** Marks what is signed as a test, where it shows. */
  readonly isTest: boolean;
  begin(request: GatewayRequest): Promise<BrowserForm>;
  /**
   * Reads the fields that the signer's browser posted back.
   * @throws {GatewayAnswerRefused} when the answer is malformed, not the authority's, or not its last word
   */
  complete(fields: Readonly<Record<string, string>>): Promise<GatewayAnswer>;
}

/** An answer that is not the authority's, or cannot be read. */
export class GatewayAnswerRefused extends Error {
  override readonly name = 'GatewayAnswerRefused';
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
