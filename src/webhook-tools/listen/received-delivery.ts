/** How the signature of a delivery was found; `unchecked` when the receiver was told not to look. */
export type SignatureState =
  | { readonly state: 'valid'; readonly secretIndex: number }
  | { readonly state: 'invalid'; readonly reason: string }
  | { readonly state: 'unchecked' };

/** How an application answered a forwarded delivery; a `null` status means it did not, for the reason in `error`. */
export interface ForwardResult {
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of its answer's body, as text that is not to be trusted. */
  readonly body: string;
}

/** A request that came to the receiver, whole: its bytes as they came, and what they seem to say. */
export interface ReceivedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly receivedAt: Date;
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  /** Names and values as they came, alternating. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** 64 hexadecimal digits. */
  readonly bodySha256: string;
  readonly signature: SignatureState;
  /** As the body has it, which is not to be believed before the signature is valid; null when it has none. */
  readonly event: string | null;
  readonly documentId: string | null;
  /** How many of its signers have signed; null when it does not say. */
  readonly signers: { readonly signed: number; readonly total: number } | null;
  /** The sender's id of the delivery, the same on each try, and the number of the try; null when not told. */
  readonly deliveryId: string | null;
  readonly attempt: number | null;
  /** The first delivery with the same bytes, and how long ago that came. */
  readonly duplicateOf: { readonly number: number; readonly afterMs: number } | null;
}

/** A request and what was answered. */
export interface ReceivedDelivery extends ReceivedRequest {
  readonly status: number;
  /** Time from the request's arrival to the answer, in milliseconds. */
  readonly ackMs: number;
  /** True when the answer took 80 % or more of the time that the service waits. */
  readonly isSlow: boolean;
  /** True when the answer came too late for the service, which then records a failure and tries again. */
  readonly isLate: boolean;
  /** True when the sender was gone before it could be answered. */
  readonly isUnanswered: boolean;
  readonly forward: ForwardResult | null;
}

/** A request that is no delivery, and was refused before its body counted. */
export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  /** Null where no answer could be given. */
  readonly status: number | null;
  /** Why, as a fragment. */
  readonly reason: string;
}
