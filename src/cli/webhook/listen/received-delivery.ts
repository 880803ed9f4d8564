import type { PayloadNames } from '../raw-delivery.ts';

/** `unchecked`: the receiver does not verify. `secret` is the fingerprint of the secret. */
export type SignatureState =
  | { readonly state: 'valid'; readonly secretIndex: number; readonly secret: string }
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
export interface ArrivedDelivery extends PayloadNames {
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

export interface ReceiverOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Deliveries go here. Other paths get a 404. */
  readonly path: string;
  /** Accepted signing secrets. A function is called for each delivery. */
  readonly secrets: readonly string[] | (() => readonly string[]);
  /** False accepts deliveries without checking signatures. */
  readonly verify: boolean;
  /** Forwards each good delivery and relays the response. */
  readonly forwardTo?: URL | undefined;
  /** Keeps the sender's `Host` when forwarding. */
  readonly preserveHost?: boolean | undefined;
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  /** When a response is late. Default: 10 s (specification, section 6). */
  readonly ackLimitMs?: number | undefined;
  readonly delayMs?: number | undefined;
  /** Selects good deliveries. Others get 204 and `onIgnored`. Default: all. */
  readonly isWanted?: ((delivery: ArrivedDelivery) => boolean) | undefined;
  /** Called before the response to a wanted delivery. */
  readonly onArrival?: ((received: ReceivedRequest) => void) | undefined;
  /** Called after the response, and after the application's, if any. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void | Promise<void>;
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
  readonly onIgnored?: (() => void) | undefined;
  /** Status for a delivery that is not forwarded. Default: 204. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
}
