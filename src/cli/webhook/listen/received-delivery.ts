/** `unchecked`: the receiver does not verify. */
export type SignatureState =
  | {
      readonly state: 'valid';
      readonly secretIndex: number;
      /** The secret's fingerprint. */
      readonly secret: string;
    }
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'unchecked' };

/** If there was no response, `status` is null and `error` says why. */
export interface ForwardResult {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** Where a redirect leads; untrusted. */
  readonly location: string | null;
  /** Start of the response's body; untrusted. */
  readonly body: string;
}

/** Body and headers are untrusted unless the signature is valid. */
export interface ArrivedDelivery {
  readonly receivedAt: Date;
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  /** Names and values as they arrived, alternating. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** 64 hexadecimal digits. */
  readonly bodySha256: string;
  readonly signature: SignatureState;
  /** From the body. */
  readonly event: string | null;
  readonly documentId: string | null;
  /** Null if the body lists no signers. */
  readonly signers: { readonly signed: number; readonly total: number } | null;
  /** From the headers. The id is the same on each attempt. */
  readonly deliveryId: string | null;
  readonly attempt: number | null;
}

export interface ReceivedRequest extends ArrivedDelivery {
  /** From 1, in order of arrival. */
  readonly number: number;
  /** The first delivery with the same bytes, and the time since. */
  readonly duplicateOf: { readonly number: number; readonly afterMs: number } | null;
}

export interface ReceivedDelivery extends ReceivedRequest {
  readonly status: number;
  /** From arrival to response. */
  readonly ackMs: number;
  /** The response took 80% or more of the time that the service waits. */
  readonly isSlow: boolean;
  /** The response was too late: the service records a failure and tries again. */
  readonly isLate: boolean;
  /** The sender hung up before the response. */
  readonly isUnanswered: boolean;
  readonly forward: ForwardResult | null;
}

export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  /** Null if no response could be sent. */
  readonly status: number | null;
  /** Sentence fragment. */
  readonly reason: string;
}
