import type { GatewayNames } from '../core/signing/breaker.rules.ts';
import type { SignatureAttempt } from '../core/signing/signature.rules.ts';

/** Submitted to the authority by the signer's browser. */
export interface BrowserForm {
  readonly action: string;
  readonly method: 'POST';
  readonly encoding: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly fields: Readonly<Record<string, string>>;
}

/** A request to the authority, which signs a hash and never sees the document. */
export interface GatewayRequest {
  readonly txn: string;
  /** SHA-256 of the byte range, 64 hexadecimal digits. */
  readonly inputHash: string;
  readonly documentName: string;
  readonly signerName: string;
  /** Where the browser posts the answer. */
  readonly returnUrl: string;
  /** The language in which the signer consented. */
  readonly language: keyof GatewayNames;
}

/** An authenticated answer of the authority. Its CMS is not yet checked. */
export type GatewayAnswer =
  | {
      readonly outcome: 'signed';
      readonly txn: string;
      /** The authority's time of the answer, after the one-time password was entered. */
      readonly answeredAt: Date;
      /** The authority's own number of its answer; null if it gave none. */
      readonly responseCode: string | null;
      readonly cms: Buffer;
      /** The signer's certificate, DER. */
      readonly certificate: Buffer;
    }
  | {
      readonly outcome: 'failed';
      readonly txn: string;
      readonly answeredAt: Date;
      /** Stable name of the reason, such as `signer_declined`. */
      readonly reason: string;
      /** The authority's service failed, for any signer. */
      readonly isOutage?: boolean;
    };

export interface SigningGateway {
  /** Recorded in attempts. Never reuse it for another gateway. */
  readonly id: string;
  /** Recorded in the trail. */
  readonly name: string;
  readonly names: GatewayNames;
  /** `/SubFilter` of its signatures; needed before the CMS exists. */
  readonly subFilter: 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';
  /** Bytes reserved for its CMS. */
  readonly reserve: number;
  /** Root certificates of its signers, DER. */
  readonly roots: readonly Buffer[];
  /** Certificates between signers and roots, DER: many authorities omit them from their CMS. */
  readonly chain: readonly Buffer[];
  /** Lifetime of a signer's session at the gateway, in milliseconds. */
  readonly sessionMs: number;
  /** Marks signatures, pages and mails as TEST. */
  readonly isTest: boolean;
  begin(request: GatewayRequest): Promise<BrowserForm>;
  /**
   * Reads the fields that the browser posted back. The cost does not depend on the sender.
   * @throws {GatewayAnswerRefused} when the answer is malformed, forged, or not final
   * @throws {AnswerNotJudged} when that is unknown; the answer may be sent again
   */
  complete(fields: Readonly<Record<string, string>>): Promise<GatewayAnswer>;
  /** The raw message, found alike by all gateways. @throws {GatewayAnswerRefused} for none */
  answerIn(fields: Readonly<Record<string, string>>): Buffer;
}

/** An answer that is malformed, forged, or not final. */
export class GatewayAnswerRefused extends Error {
  override readonly name = 'GatewayAnswerRefused';
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** `busy`: judging never began. `died`: it began, but never finished. */
export type NotJudged = 'busy' | 'died';

/** An answer could not be judged, so it may or may not be genuine. */
export class AnswerNotJudged extends Error {
  override readonly name = 'AnswerNotJudged';
  readonly reason: NotJudged;

  constructor(reason: NotJudged, options?: ErrorOptions) {
    super(`The answer could not be judged: ${reason}`, options);
    this.reason = reason;
  }
}

/** The settings lack the gateway an attempt was started at. Its answer is kept. */
export class GatewayMissing extends Error {
  override readonly name = 'GatewayMissing';
  readonly signerId: string;

  constructor({ txn, gateway, signerId }: Pick<SignatureAttempt, 'txn' | 'gateway' | 'signerId'>) {
    super(
      `The attempt ${txn} was begun at the gateway "${gateway}", which is not in the settings. What it was answered is kept. Add the gateway again.`,
    );
    this.signerId = signerId;
  }
}
