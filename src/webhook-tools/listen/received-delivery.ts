/** The verdict on a signature; `unchecked` when the receiver does not verify. */
export type SignatureState =
  | {
      readonly state: 'valid';
      readonly secretIndex: number;
      /** The fingerprint of the secret that it is signed with. */
      readonly secret: string;
    }
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'unchecked' };

/** How an application responded to a forwarded delivery; `status` is `null` when it did not, and `error` says why. */
export interface ForwardResult {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the response's body: untrusted text. */
  readonly body: string;
}

/** A delivery as it arrived. Its body and headers are untrusted unless the signature is valid. */
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
  /** From the body; null when it has none. */
  readonly event: string | null;
  readonly documentId: string | null;
  /** How many of the signers have signed; null when the body has no signers. */
  readonly signers: { readonly signed: number; readonly total: number } | null;
  /** The delivery's id, the same on each attempt, and the number of the attempt; null when the headers lack them. */
  readonly deliveryId: string | null;
  readonly attempt: number | null;
}

/** A delivery that was numbered and compared with those before it. */
export interface ReceivedRequest extends ArrivedDelivery {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** The first delivery with the same bytes, and how long ago it arrived. */
  readonly duplicateOf: { readonly number: number; readonly afterMs: number } | null;
}

/** A delivery and the response to it. */
export interface ReceivedDelivery extends ReceivedRequest {
  readonly status: number;
  /** From arrival to response, in milliseconds. */
  readonly ackMs: number;
  /** True when the response took 80 % or more of the time that the service waits. */
  readonly isSlow: boolean;
  /** True when the response was too late: the service records a failure and tries again. */
  readonly isLate: boolean;
  /** True when the sender hung up before the response. */
  readonly isUnanswered: boolean;
  readonly forward: ForwardResult | null;
}

/** A request that was refused because it is not a delivery. */
export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  /** Null when no response could be sent. */
  readonly status: number | null;
  /** Why, as a fragment. */
  readonly reason: string;
}
