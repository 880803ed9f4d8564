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
}

/** A request that came to the receiver, whole: its bytes as they came, and what they seem to say. */
export interface ReceivedRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
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
  /** True when the answer came too late for the service, which then records a failure and tries again. */
  readonly isLate: boolean;
  readonly forward: ForwardResult | null;
}

/** A request that is no delivery, and was refused before its body counted. */
export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Why, as a fragment. */
  readonly reason: string;
}
