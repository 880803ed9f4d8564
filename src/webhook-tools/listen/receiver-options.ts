import type {
  ArrivedDelivery,
  ReceivedDelivery,
  ReceivedRequest,
  RefusedRequest,
} from './received-delivery.ts';

/** How a receiver works. */
export interface ReceiverOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Path that deliveries go to; any other is a 404. */
  readonly path: string;
  /** Accepted signing secrets; a function is called for each delivery. */
  readonly secrets: readonly string[] | (() => readonly string[]);
  /** False accepts deliveries without checking their signatures. */
  readonly verify: boolean;
  /** Forwards each good delivery, and relays the response. */
  readonly forwardTo?: URL | undefined;
  /** Forwards with the `Host` of the sender instead of the target's. */
  readonly preserveHost?: boolean | undefined;
  readonly maxBodyBytes: number;
  /** Longest that reading a body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time after which a response is late; 10 s by default (specification, section 6). */
  readonly ackLimitMs?: number | undefined;
  /** Delays each response by so long, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Selects good deliveries; the others are answered 204 and passed to `onIgnored`. All by default. */
  readonly isWanted?: ((delivery: ArrivedDelivery) => boolean) | undefined;
  /** Called when a wanted delivery arrives, before the response. */
  readonly onArrival?: ((received: ReceivedRequest) => void) | undefined;
  /** Called after the response, and after the application's response if there is one. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void | Promise<void>;
  readonly onRefused?: ((refused: RefusedRequest) => void) | undefined;
  readonly onIgnored?: ((delivery: ArrivedDelivery) => void) | undefined;
  /** The status for a delivery that is not forwarded; 204 by default. */
  readonly respond?: ((received: ReceivedRequest) => number) | undefined;
}
